/** Making a caselens.yaml: all is asked, then the server writes it. */

import * as vscode from 'vscode';
import { attempt } from '../attempt';
import type { Connection } from '../connection';
import { type Answers, nextQuestion } from './questions';
import { isSpecification } from './sources';
import { ask } from './steps';

export function offerConfiguration(server: Connection): vscode.Disposable {
  return vscode.commands.registerCommand('caselens.createConfiguration', () =>
    attempt(async () => {
      const answers = await ask<Answers>((known) => nextQuestion(server, known));
      if (answers) await create(server, answers);
    }),
  );
}

async function create(server: Connection, answers: Partial<Answers>): Promise<void> {
  const { folder, source, database, table, keyFields, inputFields, model } = answers;
  if (!folder || !source) return;
  const contents = isSpecification(source.path)
    ? { spec: source.toString(), database }
    : { rows: source.toString(), table, keyFields, inputFields, model };
  const uri = await server.ask<string>('caselens.configure', [folder.toString(), contents]);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  await vscode.window.showTextDocument(document);
  // The server and the command line read it from the disk.
  await document.save();
}
