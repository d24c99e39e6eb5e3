/** A workbench with the packed extension in it, and a copy of the handbook as its workspace. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { programs } from './install';
import { descendants, type Process } from './processes';
import { CASELENS, EXTENSION, HANDBOOK, VSIX } from './repository';

const PATIENCE = 30_000;

export interface Options {
  /** Beside, or instead of, the settings that keep the workbench quiet and on this machine. */
  readonly settings?: Record<string, unknown>;
  /** Whether it asks if the workspace is trusted, as it does by itself; until then it is not. */
  readonly asksForTrust?: boolean;
  /** Where programs are looked for. */
  readonly path?: string;
}

const SETTINGS = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'chat.disableAIFeatures': true,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  // In a browser it is on, and would write half a step's typing.
  'files.autoSave': 'off',
  'remote.autoForwardPorts': false,
  // What it would hide is what the steps look at.
  'testing.automaticallyOpenTestResults': 'neverOpen',
};

/** Without a gallery, nothing is looked for beyond this machine. */
const NO_GALLERY = JSON.stringify({ serviceUrl: '', itemUrl: '', resourceUrlTemplate: '' });

export class Workbench {
  /** What it wrote to its standard output and error. */
  log = '';
  private address = '';

  private constructor(
    /** Everything of this workbench is below this folder. */
    private readonly home: string,
    private readonly launcher: ChildProcess,
  ) {
    for (const stream of [launcher.stdout, launcher.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        this.log += text;
      });
    }
    process.once('exit', this.kill);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, leave);
  }

  static async start(options: Options = {}): Promise<Workbench> {
    const home = await mkdtemp(join(tmpdir(), 'caselens-workbench-'));
    const data = [
      '--user-data-dir',
      join(home, 'data'),
      '--extensions-dir',
      join(home, 'installed'),
    ];
    const env = {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_DATA_HOME: join(home, 'share'),
      EXTENSIONS_GALLERY: NO_GALLERY,
      PATH: options.path ?? process.env.PATH,
    };
    const { node, codeServer } = programs();
    await cp(HANDBOOK, join(home, 'handbook'), { recursive: true, filter: isSource });
    await writeSettings(join(home, 'data'), options.settings ?? {});
    await promisify(execFile)(node, [codeServer, ...data, '--install-extension', VSIX], { env });

    const open = ['--auth', 'none', '--bind-addr', '127.0.0.1:0', '--disable-telemetry'];
    const quiet = ['--disable-update-check', '--disable-getting-started-override'];
    // Should this process be ended without a word, the workbench that nobody looks at ends soon after it.
    const idle = ['--idle-timeout-seconds', '90'];
    const trust = options.asksForTrust ? [] : ['--disable-workspace-trust'];
    const launcher = spawn(node, [codeServer, ...data, ...open, ...quiet, ...idle, ...trust], {
      cwd: EXTENSION,
      env,
      // A group of its own, so that all of it can be ended at once.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const workbench = new Workbench(home, launcher);
    try {
      workbench.address = await workbench.listening();
    } catch (error) {
      await workbench.stop();
      throw error;
    }
    return workbench;
  }

  /** The folder that is its workspace. */
  get folder(): string {
    return join(this.home, 'handbook');
  }

  /** Writes a file of the workspace, and the folder that it is in. */
  async write(name: string, text: string): Promise<void> {
    const file = join(this.folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  /** Removes a file of the workspace, or a folder. */
  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { recursive: true });
  }

  /** The page that shows the workspace, with one of its files open. */
  url(name: string): string {
    const { host } = new URL(this.address);
    const payload = [['openFile', `vscode-remote://${host}${join(this.folder, name)}`]];
    const query = { folder: this.folder, payload: JSON.stringify(payload) };
    return `${this.address}/?${new URLSearchParams(query)}`;
  }

  /** The language servers that run in it. */
  servers(): Process[] {
    return descendants(this.launcher.pid ?? 0).filter((one) => / serve --stdio$/.test(one.command));
  }

  /** Ends it, and makes sure that nothing it started is left. */
  async stop(): Promise<void> {
    if (this.launcher.exitCode === null && this.launcher.kill('SIGTERM')) {
      await Promise.race([once(this.launcher, 'exit'), wait(5000)]);
    }
    this.kill();
    process.off('exit', this.kill);
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, leave);
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  private readonly kill = () => {
    try {
      process.kill(-(this.launcher.pid ?? 0), 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };

  private async listening(): Promise<string> {
    const started = Date.now();
    for (;;) {
      const found = /HTTP server listening on (http:\S+?)\/?\s/.exec(this.log)?.[1];
      if (found) return found;
      if (this.launcher.exitCode !== null || Date.now() - started > PATIENCE) {
        throw new Error(`The workbench did not start:\n${this.log}`);
      }
      await wait(50);
    }
  }
}

/** For the user and for the machine, which alone says what is run on it: in a browser it is a remote one. */
async function writeSettings(data: string, further: Record<string, unknown>): Promise<void> {
  const settings = { ...SETTINGS, 'caselens.server.command': [CASELENS], ...further };
  for (const owner of ['User', 'Machine']) {
    await mkdir(join(data, owner), { recursive: true });
    await writeFile(join(data, owner, 'settings.json'), JSON.stringify(settings));
  }
}

/** Ends this process, and with it what it started, when it is told to. */
function leave(): void {
  process.exit(1);
}

/** What was kept there by runs is no part of the example. */
function isSource(file: string): boolean {
  return !file.endsWith('.caselens');
}
