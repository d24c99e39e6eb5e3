/** Joins the server to what shows its answers. */

import * as vscode from 'vscode';
import { about } from './about';
import { offerConfiguration } from './configuring/configuring';
import { Connection } from './connection';
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
    vscode.commands.registerCommand('caselens.showVersion', () => showVersion(context, server)),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
  );
  void restart();
}

export function deactivate(): Promise<void> | undefined {
  return connection?.end();
}

async function showVersion(context: vscode.ExtensionContext, server: Connection): Promise<void> {
  const { version } = context.extension.packageJSON;
  const said = about({ extension: version, started: server.commandLine, server: server.about });
  const copy = 'Copy';
  if ((await vscode.window.showInformationMessage(said, copy)) !== copy) return;
  await vscode.env.clipboard.writeText(said);
}
