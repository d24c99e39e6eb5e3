/** Where the server is. Knows nothing of VS Code, so that it is tested without it. */

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

/** What the search asks of the machine that it runs on. */
export interface Machine {
  readonly windows: boolean;
  /** The PATH of the environment. */
  readonly path: string;
  isExecutable(file: string): Promise<boolean>;
  /** Whether this Python can run `caselens` as a module. */
  hasCaselens(python: string): Promise<boolean>;
}

export const NOT_FOUND =
  'Caselens is not installed, or not where this editor looks. ' +
  'Install it with "pipx install caselens[offline]" or "uv tool install caselens[offline]", ' +
  'or name its command in the setting "caselens.server.command".';

/** A program and its arguments. */
export type CommandLine = [string, ...string[]];

/** What the user chose. */
export interface Choice {
  /** The command in the settings; empty where there is none. */
  readonly configured: readonly string[];
  /** The Python that is selected in the editor. */
  readonly interpreter?: string | undefined;
}

/** What starts the server; undefined when there is no server to start. */
export async function findServer(
  choice: Choice,
  machine: Machine,
): Promise<CommandLine | undefined> {
  const [command, ...rest] = await findCaselens(choice, machine);
  return command === undefined ? undefined : [command, ...rest, 'serve', '--stdio'];
}

async function findCaselens(
  { configured, interpreter }: Choice,
  machine: Machine,
): Promise<readonly string[]> {
  if (configured.length > 0) return configured;

  if (interpreter && (await machine.hasCaselens(interpreter))) return [interpreter, ...AS_MODULE];

  // Windows starts nothing but an .exe without a shell.
  const installed = await onPath(machine.windows ? 'caselens.exe' : 'caselens', machine);
  if (installed) return [installed];

  const python = await onPath(machine.windows ? 'python.exe' : 'python3', machine);
  if (python && (await machine.hasCaselens(python))) return [python, ...AS_MODULE];

  return [];
}

/** With -P, Python does not take a module from the folder it is started in, which is the workspace. */
const AS_MODULE = ['-P', '-m', 'caselens'];

async function onPath(name: string, machine: Machine): Promise<string | undefined> {
  const { delimiter, isAbsolute, join } = machine.windows ? path.win32 : path.posix;
  for (const folder of machine.path.split(delimiter)) {
    // A relative folder would be one of the workspace.
    if (!isAbsolute(folder)) continue;
    const file = join(folder, name);
    if (await machine.isExecutable(file)) return file;
  }
  return undefined;
}

/** The machine that this process runs on. */
export function thisMachine(): Machine {
  return {
    windows: process.platform === 'win32',
    path: process.env.PATH ?? '',
    isExecutable,
    hasCaselens,
  };
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

function hasCaselens(python: string): Promise<boolean> {
  const probe =
    'import importlib.util, sys; sys.exit(not importlib.util.find_spec("caselens.__main__"))';
  return new Promise((resolve) => {
    execFile(python, ['-P', '-c', probe], { timeout: 10_000 }, (error) => resolve(error === null));
  });
}
