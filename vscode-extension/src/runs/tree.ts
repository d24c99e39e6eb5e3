/** The runs of a corpus that are kept, as rows of a tree view. */

import * as vscode from 'vscode';
import { reason } from '../attempt';
import type { Connection } from '../connection';
import type { KeptRun } from '../protocol';
import type { ShownCorpus } from './corpus';
import { latestOf, line } from './line';

/** A run, and the corpus that it is of. */
export interface Entry {
  readonly uri: string;
  readonly run: KeptRun;
}

/** What the view has nothing to show for; package.json has the words. */
type Lack = 'corpus' | 'runs' | 'answer';

const SCHEME = 'caselens-run';

export class RunTree
  implements vscode.TreeDataProvider<Entry>, vscode.FileDecorationProvider, vscode.Disposable
{
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;

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
    if (!uri) return this.nothing('corpus');
    const runs = await this.runs(uri);
    if (!runs) return this.nothing('answer');
    if (runs.length === 0) return this.nothing('runs');
    this.latest = latestOf(runs);
    return runs.map((run) => ({ uri, run }));
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

  dispose(): void {
    this.changes.dispose();
  }

  /** The view shows its words only where it has no rows. */
  private async nothing(lack: Lack): Promise<Entry[]> {
    await vscode.commands.executeCommand('setContext', 'caselens.lack', lack);
    return [];
  }

  /** The runs that are kept; undefined where they are not known, which the view says, and the log why. */
  private async runs(uri: string): Promise<KeptRun[] | undefined> {
    try {
      return await this.server.ask<KeptRun[]>('caselens.runs', [uri]);
    } catch (error) {
      this.server.log.warn(`The runs are not known: ${reason(error)}`);
      return undefined;
    }
  }
}
