/** The processes that a workbench started, as the kernel lists them. */

import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** A process and all that come from it, whether or not those between them are still there. */
export function descendants(pid: number): Process[] {
  const all = processes();
  const found = all.filter((one) => one.pid === pid);
  for (const one of found) found.push(...all.filter((other) => other.parent === one.pid));
  return found;
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of the program, in parentheses, may have spaces and parentheses too.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').join(' ').trim();
      return [{ pid: Number(name), parent, command }];
    } catch (error) {
      // It ended in between.
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  });
}
