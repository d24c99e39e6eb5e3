/** Starts, stops and restarts the server, which does everything else. */

import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { findServer, NOT_FOUND, thisMachine } from './server';

/** The files of which the server is told, whatever language the editor takes the first three for. */
const DOCUMENTS = [
  { scheme: 'file', pattern: '**/*.corpus.{yaml,yml}' },
  { scheme: 'file', pattern: '**/*.spec.{yaml,yml}' },
  { scheme: 'file', pattern: '**/caselens.yaml' },
  { scheme: 'untitled', language: 'yaml' },
];

const COMMAND = 'caselens.server.command';

let log: vscode.LogOutputChannel;
let client: LanguageClient | undefined;
let started: Promise<void> = Promise.resolve();

export function activate(context: vscode.ExtensionContext): void {
  log = vscode.window.createOutputChannel('Caselens', { log: true });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand('caselens.restart', restart),
    vscode.commands.registerCommand('caselens.showLog', () => log.show()),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(COMMAND)) restart();
    }),
  );
  restart();
}

export function deactivate(): Promise<void> {
  return inTurn(stop);
}

function restart(): Promise<void> {
  return inTurn(async () => {
    await stop();
    await start();
  });
}

/** Does not wait for the server's first answer: one that never gives it could not be restarted. */
async function start(): Promise<void> {
  // A lone string is wrong there, but plain in what it means.
  const configured = vscode.workspace.getConfiguration().get<string | string[]>(COMMAND, []);
  const found = await findServer([configured].flat(), thisMachine());
  if (!found) {
    log.error(NOT_FOUND);
    void offerSetting();
    return;
  }

  const [command, ...args] = found;
  log.info(`Starting ${found.join(' ')}`);
  client = new LanguageClient(
    'caselens',
    'Caselens',
    { command, args },
    {
      documentSelector: DOCUMENTS,
      outputChannel: log,
      initializationOptions: { trusted: vscode.workspace.isTrusted },
    },
  );
  // A failure is logged and shown by the client.
  started = client.start().catch(() => {});
}

async function stop(): Promise<void> {
  const stopping = client;
  if (!stopping) return;
  client = undefined;
  // A server that is still starting cannot be asked to stop, only be ended. Mostly it soon can.
  await Promise.race([started, wait(2000)]);
  // One that does not stop when asked is ended by the client all the same.
  await stopping.dispose().catch((error) => log.warn(error));
}

async function offerSetting(): Promise<void> {
  const label = 'Open Settings';
  if ((await vscode.window.showErrorMessage(NOT_FOUND, label)) !== label) return;
  // The command belongs to a machine; in a remote window that is the remote one.
  const settings = vscode.env.remoteName ? 'openRemoteSettings' : 'openSettings';
  await vscode.commands.executeCommand(`workbench.action.${settings}`, { query: COMMAND });
}

let last: Promise<void> = Promise.resolve();

/** Runs `step` after the ones before it, so that two restarts do not leave two servers. */
function inTurn(step: () => Promise<void>): Promise<void> {
  last = last.then(step).catch((error) => log.error(error));
  return last;
}
