/** Joins the server to what shows its answers. */

import * as vscode from 'vscode';
import { offerConfiguration } from './configuring/configuring';
import { COMMAND, Connection } from './connection';
import { offerJudging } from './judging/judging';
import { Reports } from './report/reports';
import { showRuns } from './runs/view';
import { StatusItem } from './status/item';
import { Testing } from './testing/testing';

let connection: Connection | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const server = new Connection();
  connection = server;
  const restart = () => server.restart();
  const reports = new Reports(server);
  context.subscriptions.push(
    server,
    reports,
    showRuns(server, reports),
    offerJudging(server),
    offerConfiguration(server),
    new Testing(server),
    new StatusItem(server),
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
