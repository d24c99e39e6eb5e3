/** Joins the server to what shows its answers. */

import * as vscode from 'vscode';
import { COMMAND, Connection } from './connection';

let connection: Connection | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const server = new Connection();
  connection = server;
  const restart = () => server.restart();
  context.subscriptions.push(
    server,
    vscode.commands.registerCommand('caselens.restart', restart),
    vscode.commands.registerCommand('caselens.showLog', () => server.log.show()),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(COMMAND)) void restart();
    }),
  );
  void restart();
}

export function deactivate(): Promise<void> | undefined {
  return connection?.end();
}
