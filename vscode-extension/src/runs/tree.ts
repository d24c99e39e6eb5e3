/** The runs of a corpus that are kept, as rows of a tree view. */

import * as vscode from 'vscode';
import { reason } from '../attempt';
import type { Connection } from '../connection';
import type { KeptRun } from '../protocol';
import { latestOf, line } from './line';
import type { ShownCorpus } from './shown';

/** A run, and the corpus that it is of. */
export interface Entry {
  readonly uri: string;
  readonly run: KeptRun;
}

/** What the view has nothing to show for; package.json has the words. */
type Lack = '' | 'corpus' | 'runs' | 'answer';

const SCHEME = 'caselens-run';

export class RunTree implements vscode.TreeDataProvider<Entry>, vscode.FileDecorationProvider {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;
  /** Why the runs are not known; empty where they are. */
  failure = '';

  private latest: string | undefined;

  constructor(
    private readonly corpus: ShownCorpus,
    private readonly server: Connection,
  ) {}

  refresh(): void {
    this.changes.fire();
  }

  async getChildren(parent?: Entry): Promise<Entry[]> {
    if (parent) return [];
    const uri = this.corpus.current;
    const runs = await this.runs(uri);
    this.latest = latestOf(runs);
    const lack: Lack = !uri ? 'corpus' : this.failure ? 'answer' : runs.length === 0 ? 'runs' : '';
    await vscode.commands.executeCommand('setContext', 'caselens.lack', lack);
    return uri ? runs.map((run) => ({ uri, run })) : [];
  }

  getTreeItem({ uri, run }: Entry): vscode.TreeItem {
    const { label, description, tooltip, kind } = line(run, this.latest);
    return {
      id: run.run,
      label,
      description,
      tooltip,
      contextValue: kind,
      iconPath: new vscode.ThemeIcon(run.isBaseline ? 'bookmark' : 'history'),
      // What is not comparable is drawn in another colour, which goes by the address of a row.
      resourceUri: run.comparable
        ? undefined
        : vscode.Uri.from({ scheme: SCHEME, path: `/${run.run}` }),
      command: { command: 'caselens.openRun', title: 'Show Run', arguments: [{ uri, run }] },
    };
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== SCHEME) return undefined;
    return { color: new vscode.ThemeColor('disabledForeground') };
  }

  private async runs(uri: string | undefined): Promise<KeptRun[]> {
    this.failure = '';
    if (!uri) return [];
    try {
      return await this.server.ask<KeptRun[]>('caselens.runs', [uri]);
    } catch (error) {
      this.failure = reason(error);
      return [];
    }
  }
}
