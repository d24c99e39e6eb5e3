/** The corpus that the view of runs is about. */

import * as vscode from 'vscode';
import type { Connection } from '../connection';
import type { Status } from '../protocol';

/** The last corpus whose editor was active; none once it is closed. Only the server knows what is a corpus. */
export class ShownCorpus implements vscode.Disposable {
  private readonly known = new Map<string, string>();
  private readonly changes = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable[];
  /** Another corpus, or what is kept of its runs may be another. */
  readonly onChange = this.changes.event;

  private uri: string | undefined;

  constructor(server: Connection) {
    this.disposables = [
      this.changes,
      server.onStatus((status) => this.heard(status)),
      server.onRunning((running) => {
        this.known.clear();
        this.show(running ? this.uri : undefined);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.look(editor)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.closed(uri.toString())),
    ];
  }

  get current(): string | undefined {
    return this.uri;
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  private heard(status: Status): void {
    // While cases are being edited or asked, nothing is kept.
    const state = [status.digest, status.run, status.base, status.running === ''].join(' ');
    if (this.known.get(status.uri) === state) return;
    this.known.set(status.uri, state);
    const active = vscode.window.activeTextEditor?.document.uri.toString();
    if (status.uri === active || status.uri === this.uri) this.show(status.uri);
  }

  private look({ document }: vscode.TextEditor): void {
    const uri = document.uri.toString();
    if (uri !== this.uri && this.known.has(uri)) this.show(uri);
  }

  private closed(uri: string): void {
    this.known.delete(uri);
    if (uri === this.uri) this.show(undefined);
  }

  private show(uri: string | undefined): void {
    this.uri = uri;
    this.changes.fire();
  }
}
