/** Which case a command is about: the one it names, the one at the cursor, or one that is picked. */

import * as vscode from 'vscode';
import type { Connection } from '../connection';
import type { Case } from '../protocol';
import { caseAt } from './cursor';

export interface Chosen {
  readonly uri: string;
  readonly id: string;
}

/** A case of the Testing view, of which the file is the parent. */
function ofTest(from: unknown): Chosen | undefined {
  const item = from as Partial<vscode.TestItem> | undefined;
  return item?.id && item.parent ? { uri: item.parent.id, id: item.id } : undefined;
}

/** `from` is what the command was given: an address and an id, a test, or what menus give. */
export async function chooseCase(
  server: Connection,
  from: readonly unknown[],
): Promise<Chosen | undefined> {
  const [uri, id] = from;
  if (typeof uri === 'string' && typeof id === 'string') return { uri, id };
  return ofTest(uri) ?? inEditor(server);
}

async function inEditor(server: Connection): Promise<Chosen | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) throw new Error('open a corpus, and put the cursor into a case');
  const uri = editor.document.uri.toString();
  const cases = await server.ask<Case[]>('caselens.cases', [uri]);
  const here = caseAt(cases, editor.selection.active.line);
  if (here) return { uri, id: here.id };
  const picked = await vscode.window.showQuickPick(
    cases.map(({ id, query }) => ({ label: id, detail: query })),
    { title: 'Judge Returned Rows of a Case', matchOnDetail: true },
  );
  return picked && { uri, id: picked.label };
}
