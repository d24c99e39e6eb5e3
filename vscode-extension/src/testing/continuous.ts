/** Selections that run again whenever a file of theirs is saved. */

import * as vscode from 'vscode';
import { filesOf, type Selection, within } from './selection';

/** What a selection is run by. */
export interface Runner {
  /** The files there are. */
  files(): Iterable<vscode.TestItem>;
  /** Ends when nothing of the file is being run. */
  idle(file: vscode.TestItem): Promise<void>;
  run(selection: Selection<vscode.TestItem>): Promise<void>;
}

/** Runs what of `selection` lies in a file that is saved, until `token` is cancelled. */
export function runOnSave(
  selection: Selection<vscode.TestItem>,
  runner: Runner,
  token: vscode.CancellationToken,
): void {
  const waiting = new Set<vscode.TestItem>();
  const saved = vscode.workspace.onDidSaveTextDocument(async ({ uri }) => {
    const file = filesOf(runner.files(), selection).find(({ id }) => id === uri.toString());
    // One that waits will run what has been saved meanwhile.
    if (!file || waiting.has(file)) return;
    waiting.add(file);
    await runner.idle(file);
    waiting.delete(file);
    if (!token.isCancellationRequested) await runner.run(within(file, selection));
  });
  token.onCancellationRequested(() => saved.dispose());
}
