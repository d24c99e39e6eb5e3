/** The status item: how the corpus in the active editor stands. */

import * as path from 'node:path';
import * as vscode from 'vscode';
import { attempt } from '../attempt';
import type { Connection } from '../connection';
import type { Status } from '../protocol';
import { details, words } from './words';

const COPY = 'caselens.copyDigest';

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'caselens.status',
    vscode.StatusBarAlignment.Left,
  );
  /** By URI. The server tells of a corpus when it is opened, and whenever any of this is another. */
  private readonly known = new Map<string, Status>();
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly server: Connection) {
    this.item.name = 'Caselens';
    this.disposables = [
      this.item,
      server.onStatus((status) => {
        this.known.set(vscode.Uri.parse(status.uri).toString(), status);
        this.show();
      }),
      server.onRunning(() => {
        this.known.clear();
        this.show();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.known.delete(uri.toString())),
      vscode.commands.registerCommand(COPY, () => attempt(() => this.copy())),
    ];
    this.show();
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  private get shown(): Status | undefined {
    const active = vscode.window.activeTextEditor?.document.uri;
    return active && this.known.get(active.toString());
  }

  private show(): void {
    const status = this.shown;
    if (!status) {
      this.item.hide();
      return;
    }
    this.item.text = words(status);
    const { path: file } = vscode.Uri.parse(status.uri);
    this.item.tooltip = new vscode.MarkdownString(details(path.posix.basename(file), status), true);
    // What has no digest has findings that say why.
    this.item.command = status.digest ? COPY : 'workbench.actions.view.problems';
    this.item.show();
  }

  private async copy(): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    // Asked anew: the last key may have changed it.
    const status = uri && (await this.server.ask<Status | null>('caselens.status', [uri]));
    if (!status) throw new Error('the file in the editor is no corpus');
    if (!status.digest) throw new Error('the corpus has no digest while it is refused');
    await vscode.env.clipboard.writeText(status.digest);
    void vscode.window.showInformationMessage(`Copied the digest ${status.digest}.`);
  }
}
