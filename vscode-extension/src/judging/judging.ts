/** Judging what a run returned for a case: all that is said of its rows is one edit. */

import * as vscode from 'vscode';
import { attempt } from '../attempt';
import type { Connection } from '../connection';
import type { Returned } from '../protocol';
import { type Chosen, chooseCase } from './case';
import { Judgements } from './judgements';
import { RowList } from './list';

export function offerJudging(server: Connection): vscode.Disposable {
  return vscode.commands.registerCommand('caselens.judgeCase', (...from: unknown[]) =>
    attempt(async () => {
      const chosen = await chooseCase(server, from);
      if (chosen) await judge(server, chosen);
    }),
  );
}

async function judge(server: Connection, { uri, id }: Chosen): Promise<void> {
  // The server edits what is open.
  await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const rows = await server.ask<Returned[]>('caselens.returned', [uri, id]);
  if (rows.length === 0) return offerRun(uri, id);

  const judgements = new Judgements(rows);
  const isWanted = await new RowList(`Judge Returned Rows: ${id}`, judgements).show();
  const { changes } = judgements;
  if (changes.length === 0 || !(isWanted || (await wantsAfterAll(changes.length)))) return;
  if (!(await server.ask<boolean>('caselens.judge', [uri, id, changes]))) {
    throw new Error('the file could not be edited');
  }
}

async function offerRun(uri: string, id: string): Promise<void> {
  const run = 'Run Case';
  const said = `Caselens: nothing was returned yet for the case ${id} as it stands.`;
  if ((await vscode.window.showInformationMessage(said, run)) !== run) return;
  await vscode.commands.executeCommand('caselens.runCase', uri, id);
}

/** Who leaves the list may have wanted to finish it. */
async function wantsAfterAll(count: number): Promise<boolean> {
  const write = 'Write';
  const said = `Caselens: ${count} ${count === 1 ? 'judgement is' : 'judgements are'} not written.`;
  return (await vscode.window.showWarningMessage(said, write, 'Discard')) === write;
}
