/** The server as the rest of the extension sees it: something to ask, that says how files stand. */

import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { LanguageClient, State } from 'vscode-languageclient/node';
import { Interpreter } from './interpreter';
import type { Status } from './protocol';
import { type CommandLine, findServer, NOT_FOUND, thisMachine } from './server';
import { asSet, showAsSet } from './settings';

/** The files of which the server is told, whatever language the editor takes the first three for. */
const DOCUMENTS = [
  { scheme: 'file', pattern: '**/*.corpus.{yaml,yml}' },
  { scheme: 'file', pattern: '**/*.spec.{yaml,yml}' },
  { scheme: 'file', pattern: '**/caselens.yaml' },
  { scheme: 'untitled', language: 'yaml' },
];

export const COMMAND = 'caselens.server.command';

export class Connection implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('Caselens', { log: true });
  private readonly changed = new vscode.EventEmitter<Status>();
  private readonly started = new vscode.EventEmitter<boolean>();
  /** A file is another, or was run, or a run of it goes on. */
  readonly onStatus = this.changed.event;
  /** True when a server begins to answer, false when it does no more. */
  readonly onRunning = this.started.event;

  /** What is done here instead, where a lens or an action names a command of the server. */
  readonly own = new Map<string, (...args: string[]) => Promise<unknown>>();

  private readonly interpreter = new Interpreter(this.log);
  private readonly changes = [
    this.interpreter.onChange(() => this.reconsider()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(COMMAND)) void this.restart();
      else if (this.client && this.isRunning) showAsSet(this.client, change);
    }),
  ];

  private found: CommandLine | undefined;
  private client: LanguageClient | undefined;
  private starting: Promise<void> = Promise.resolve();
  private last: Promise<void> = Promise.resolve();

  get isRunning(): boolean {
    return this.client?.state === State.Running;
  }

  /** What the server says of itself; undefined while it does not answer. */
  get about(): { name: string; version?: string } | undefined {
    return this.isRunning ? this.client?.initializeResult?.serverInfo : undefined;
  }

  /** What was started; undefined where there is nothing to start. */
  get commandLine(): readonly string[] | undefined {
    return this.found;
  }

  /**
   * What the server answers to one of its commands (docs/commands.md). Cancelling `token` cancels the work.
   * Rejects with the server's own message, or one that says that there is no server.
   */
  async ask<T>(command: string, args: unknown[], token?: vscode.CancellationToken): Promise<T> {
    await this.starting;
    if (!this.client || !this.isRunning) {
      throw new Error('the Caselens server is not running; "Caselens: Restart Server" starts it');
    }
    // A token that is not there would be sent as one more argument.
    const cancellable = token ? [token] : [];
    const params = { command, arguments: args };
    return this.client.sendRequest<T>('workspace/executeCommand', params, ...cancellable);
  }

  restart(): Promise<void> {
    return this.inTurn(async () => {
      await this.stop();
      await this.start(await this.find());
    });
  }

  end(): Promise<void> {
    return this.inTurn(() => this.stop());
  }

  dispose(): void {
    for (const each of this.changes) each.dispose();
    this.interpreter.dispose();
    this.log.dispose();
    this.changed.dispose();
    this.started.dispose();
  }

  /** Starts another server where there is another to start now; what runs is not disturbed otherwise. */
  private reconsider(): Promise<void> {
    return this.inTurn(async () => {
      const found = await this.find();
      if (JSON.stringify(found) === JSON.stringify(this.found)) return;
      await this.stop();
      await this.start(found);
    });
  }

  private async find(): Promise<CommandLine | undefined> {
    // A lone string is wrong there, but plain in what it means.
    const setting = vscode.workspace.getConfiguration().get<string | string[]>(COMMAND, []);
    const configured = [setting].flat();
    // The other extension is not started for what is not asked of it.
    const interpreter = configured.length > 0 ? undefined : await this.interpreter.find();
    return findServer({ configured, interpreter }, thisMachine());
  }

  /** Does not wait for the server's first answer: one that never gives it could not be restarted. */
  private async start(found: CommandLine | undefined): Promise<void> {
    this.found = found;
    if (!found) {
      this.log.error(NOT_FOUND);
      void offerSetting();
      return;
    }

    const [command, ...args] = found;
    this.log.info(`Starting ${found.join(' ')}`);
    const client = new LanguageClient(
      'caselens',
      'Caselens',
      { command, args },
      {
        documentSelector: DOCUMENTS,
        outputChannel: this.log,
        initializationOptions: {
          trusted: vscode.workspace.isTrusted,
          status: true,
          showsReports: true,
        },
        middleware: {
          ...asSet,
          executeCommand: (command, args, next) => {
            const own = this.own.get(command);
            return own ? own(...args) : next(command, args);
          },
        },
      },
    );
    client.onNotification('caselens/status', (status: Status) => this.changed.fire(status));
    client.onDidChangeState(({ newState }) => {
      if (client === this.client) this.started.fire(newState === State.Running);
    });
    this.client = client;
    // A failure is logged and shown by the client.
    this.starting = client.start().catch(() => {});
  }

  private async stop(): Promise<void> {
    const stopping = this.client;
    if (!stopping) return;
    this.client = undefined;
    this.started.fire(false);
    // A server that is still starting cannot be asked to stop, only be ended. Mostly it soon can.
    await Promise.race([this.starting, wait(2000)]);
    // One that does not stop when asked is ended by the client all the same.
    await stopping.dispose().catch((error) => this.log.warn(error));
  }

  /** Runs `step` after the ones before it, so that two restarts do not leave two servers. */
  private inTurn(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step).catch((error) => this.log.error(error));
    return this.last;
  }
}

async function offerSetting(): Promise<void> {
  const label = 'Open Settings';
  if ((await vscode.window.showErrorMessage(NOT_FOUND, label)) !== label) return;
  // The command belongs to a machine; in a remote window that is the remote one.
  const settings = vscode.env.remoteName ? 'openRemoteSettings' : 'openSettings';
  await vscode.commands.executeCommand(`workbench.action.${settings}`, { query: COMMAND });
}
