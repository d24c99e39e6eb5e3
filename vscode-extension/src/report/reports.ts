/** Runs, comparisons and histories in panels beside the editor, one of each kind. */

import * as vscode from 'vscode';
import { attempt } from '../attempt';
import type { Connection } from '../connection';
import type { Report } from '../protocol';
import { page, themed } from './page';

type Kind = 'run' | 'comparison' | 'history';

export class Reports implements vscode.Disposable {
  private readonly panels = new Map<Kind, vscode.WebviewPanel>();

  constructor(private readonly server: Connection) {
    // Lenses and actions name the commands of the server.
    const { own } = server;
    own.set('caselens.compare', (uri = '', ...runs) =>
      attempt(() => this.comparison(uri, ...runs)),
    );
    own.set('caselens.history', (uri = '', id = '') => attempt(() => this.history(uri, id)));
  }

  async run(uri: string, run: string): Promise<void> {
    this.report('run', await this.server.ask<Report>('caselens.showRun', [uri, run]));
  }

  /** A run beside another. An empty name, or none, leaves the choice to the server. */
  async comparison(uri: string, ...runs: string[]): Promise<void> {
    this.report('comparison', await this.server.ask<Report>('caselens.compare', [uri, ...runs]));
  }

  async history(uri: string, id: string): Promise<void> {
    const { markdown } = await this.server.ask<{ markdown: string }>('caselens.history', [uri, id]);
    const body = await vscode.commands.executeCommand<string>('markdown.api.render', markdown);
    this.show('history', `${id} · last runs`, page(body));
  }

  dispose(): void {
    for (const panel of this.panels.values()) panel.dispose();
  }

  private report(kind: Kind, { title, html }: Report): void {
    this.show(kind, title, themed(html));
  }

  private show(kind: Kind, title: string, html: string): void {
    const panel = this.panels.get(kind) ?? this.open(kind);
    panel.title = title;
    panel.webview.html = html;
    panel.reveal(undefined, true);
  }

  private open(kind: Kind): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      `caselens.${kind}`,
      'Caselens',
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: false, localResourceRoots: [], enableFindWidget: true },
    );
    panel.onDidDispose(() => this.panels.delete(kind));
    this.panels.set(kind, panel);
    return panel;
  }
}
