/** The view "Caselens Runs": the runs of the corpus in the editor, and what can be done with them. */

import * as path from 'node:path';
import * as vscode from 'vscode';
import { attempt } from '../attempt';
import type { Connection } from '../connection';
import type { Reports } from '../report/reports';
import { ShownCorpus } from './corpus';
import { inOrder, time } from './line';
import { type Entry, RunTree } from './tree';

export function showRuns(server: Connection, reports: Reports): vscode.Disposable {
  const corpus = new ShownCorpus(server);
  const tree = new RunTree(corpus, server);
  const view = vscode.window.createTreeView('caselens.runsView', {
    treeDataProvider: tree,
    canSelectMany: true,
  });
  const refresh = () => {
    const uri = corpus.current;
    view.description = uri && path.posix.basename(vscode.Uri.parse(uri).path);
    tree.refresh();
  };

  const base = (uri: string, run: string) =>
    server.ask('caselens.setBaseline', [uri, run]).then(refresh);
  // A command of a row has the row and, where several are selected, all of these; one by key has neither.
  const chosen = (entry?: Entry, all?: Entry[]) => all ?? (entry ? [entry] : [...view.selection]);
  const on = (name: string, act: (entries: Entry[]) => Promise<unknown>) =>
    vscode.commands.registerCommand(`caselens.${name}`, (entry?: Entry, all?: Entry[]) =>
      attempt(() => act(chosen(entry, all))),
    );
  const onOne = (name: string, act: (entry: Entry) => Promise<unknown>) =>
    on(name, async ([entry]) => entry && act(entry));

  return vscode.Disposable.from(
    corpus,
    tree,
    view,
    vscode.window.registerFileDecorationProvider(tree),
    corpus.onChange(refresh),
    vscode.commands.registerCommand('caselens.refreshRuns', refresh),
    onOne('openRun', ({ uri, run }) => reports.run(uri, run.run)),
    onOne('compareWithLast', ({ uri, run }) => reports.comparison(uri, '', run.run)),
    onOne('compareWithBaseline', ({ uri, run }) => reports.comparison(uri, run.run)),
    on('compareRuns', async ([one, other, ...more]) => {
      if (!one || !other || more.length > 0) throw new Error('select the two runs to compare');
      const [earlier, later] = inOrder(one.run, other.run);
      await reports.comparison(one.uri, later.run, earlier.run);
    }),
    onOne('markBaseline', ({ uri, run }) => base(uri, run.run)),
    onOne('removeBaseline', ({ uri }) => base(uri, '')),
    on('removeRun', async (entries) => {
      if (entries.length === 0 || !(await confirmed(entries))) return;
      try {
        for (const { uri, run } of entries) await server.ask('caselens.deleteRun', [uri, run.run]);
      } finally {
        refresh();
      }
    }),
  );
}

async function confirmed(entries: Entry[]): Promise<boolean> {
  const [first] = entries;
  const what =
    entries.length === 1 && first ? `the run of ${time(first.run)}` : `${entries.length} runs`;
  const named = entries.map(({ run }) => `${run.run}${run.isBaseline ? ', the baseline' : ''}`);
  const answer = await vscode.window.showWarningMessage(
    `Delete ${what}?`,
    {
      modal: true,
      detail: `${named.join('\n')}\n\nWhat is deleted cannot be compared with any more.`,
    },
    'Delete',
  );
  return answer === 'Delete';
}
