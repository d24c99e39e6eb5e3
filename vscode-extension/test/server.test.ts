import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findServer, type Machine, NOT_FOUND, thisMachine } from '../src/server';

const NONE = { configured: [] };

/** A machine with these executables, of which `pythons` have the caselens module. */
function machine(
  files: string[],
  { pythons = [] as string[], path = '/a:/b', windows = false } = {},
): Machine {
  return {
    windows,
    path,
    isExecutable: async (file) => files.includes(file),
    hasCaselens: async (python) => pythons.includes(python),
  };
}

describe('the server is', () => {
  test('the configured command, whatever is installed', async () => {
    assert.deepEqual(
      await findServer({ ...NONE, configured: ['uvx', 'caselens'] }, machine(['/a/caselens'])),
      ['uvx', 'caselens', 'serve', '--stdio'],
    );
  });

  test('else a module of the selected Python, which is what the user works with', async () => {
    const chosen = { ...NONE, interpreter: '/project/.venv/bin/python' };
    const installed = { pythons: [chosen.interpreter] };
    assert.deepEqual(await findServer(chosen, machine(['/a/caselens'], installed)), [
      chosen.interpreter,
      '-P',
      '-m',
      'caselens',
      'serve',
      '--stdio',
    ]);
    assert.equal((await findServer(chosen, machine(['/a/caselens'])))?.[0], '/a/caselens');
    const configured = { ...chosen, configured: ['mine'] };
    assert.equal((await findServer(configured, machine([], installed)))?.[0], 'mine');
  });

  test('else the first caselens on PATH', async () => {
    const both = machine(['/b/caselens', '/a/python3', '/c/caselens'], {
      pythons: ['/a/python3'],
      path: '/a:/b:/c',
    });
    assert.deepEqual(await findServer(NONE, both), ['/b/caselens', 'serve', '--stdio']);
  });

  test('else a module of the Python on PATH', async () => {
    const python = machine(['/b/python3'], { pythons: ['/b/python3'] });
    assert.deepEqual(await findServer(NONE, python), [
      '/b/python3',
      '-P',
      '-m',
      'caselens',
      'serve',
      '--stdio',
    ]);
  });

  test('nothing, when that Python has no such module', async () => {
    assert.equal(await findServer(NONE, machine(['/a/python3'])), undefined);
  });

  test('nothing, when there is no Python either', async () => {
    assert.equal(await findServer(NONE, machine([])), undefined);
    assert.equal(await findServer(NONE, machine([], { path: '' })), undefined);
  });

  test('never in a relative folder of PATH', async () => {
    const relative = machine(['caselens', 'bin/caselens'], { path: ':.:bin' });
    assert.equal(await findServer(NONE, relative), undefined);
  });

  test('an .exe on Windows', async () => {
    const path = 'C:\\Python;D:\\Tools';
    const installed = machine(['D:\\Tools\\caselens.exe', 'D:\\Tools\\caselens'], {
      path,
      windows: true,
    });
    assert.deepEqual(await findServer(NONE, installed), [
      'D:\\Tools\\caselens.exe',
      'serve',
      '--stdio',
    ]);

    const python = 'C:\\Python\\python.exe';
    const module = machine([python], { pythons: [python], path, windows: true });
    assert.equal((await findServer(NONE, module))?.[0], python);
  });
});

test('without a server, the message names each way to get one', () => {
  for (const way of [
    'pipx install caselens',
    'uv tool install caselens',
    'caselens.server.command',
  ]) {
    assert.ok(NOT_FOUND.includes(way), way);
  }
});

describe('on this machine', { skip: process.platform === 'win32' }, () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'caselens-'));
  });

  after(() => rm(folder, { recursive: true }));

  async function script(file: string, text: string): Promise<void> {
    await writeFile(file, `#!/bin/sh\n${text}\n`);
    await chmod(file, 0o755);
  }

  test('neither a folder nor a plain file is a command', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(join(one, 'caselens'), { recursive: true });
    await mkdir(two);
    await writeFile(join(two, 'caselens'), '');
    await mkdir(three);
    await script(join(three, 'caselens'), 'exit 0');

    const here = { ...thisMachine(), path: [one, two, three].join(delimiter) };
    assert.equal((await findServer(NONE, here))?.[0], join(three, 'caselens'));
  });

  test('a Python is asked for the module, and not in the folder it is started in', async () => {
    const python = join(folder, 'python3');
    const here = { ...thisMachine(), path: folder };

    await script(python, '[ "$1" = -P ] || exit 3');
    assert.equal((await findServer(NONE, here))?.[0], python);

    await script(python, 'exit 1');
    assert.equal(await findServer(NONE, here), undefined);
  });
});
