/** The server as the rest of the extension sees it: something to ask, that says how files stand. */

import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { LanguageClient, State } from 'vscode-languageclient/node';
import type { Status } from './protocol';
import { findServer, NOT_FOUND, thisMachine } from './server';

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

  private client: LanguageClient | undefined;
  private starting: Promise<void> = Promise.resolve();
  private last: Promise<void> = Promise.resolve();

  get isRunning(): boolean {
    return this.client?.state === State.Running;
  }

  /** What the server says of itself; undefined while there is none. */
  get about(): { name: string; version?: string } | undefined {
    return this.client?.initializeResult?.serverInfo;
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
      await this.start();
    });
  }

  end(): Promise<void> {
    return this.inTurn(() => this.stop());
  }

  dispose(): void {
    this.log.dispose();
    this.changed.dispose();
    this.started.dispose();
  }

  /** Does not wait for the server's first answer: one that never gives it could not be restarted. */
  private async start(): Promise<void> {
    // A lone string is wrong there, but plain in what it means.
    const configured = vscode.workspace.getConfiguration().get<string | string[]>(COMMAND, []);
    const found = await findServer([configured].flat(), thisMachine());
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
