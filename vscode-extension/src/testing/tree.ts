/** The corpora and their cases as items of the Testing view. */

import * as path from 'node:path';
import * as vscode from 'vscode';
import { reason } from '../attempt';
import type { Connection } from '../connection';
import type { Case, Status } from '../protocol';

/** Milliseconds without a change after which the cases of an open file are read again. */
const PAUSE = 200;

export class Tree implements vscode.Disposable {
  private readonly refusals = new WeakMap<vscode.TestItem, string>();
  private readonly versions = new Map<string, number>();
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly controller: vscode.TestController,
    private readonly server: Connection,
  ) {}

  /** Why a case cannot be run; empty where it can. */
  refusal(item: vscode.TestItem): string {
    return this.refusals.get(item) ?? '';
  }

  *files(): Iterable<vscode.TestItem> {
    for (const [, file] of this.controller.items) yield file;
  }

  /** The item of a file, which need not be known yet. */
  file(uri: vscode.Uri): vscode.TestItem {
    const known = this.controller.items.get(uri.toString());
    if (known) return known;
    const item = this.controller.createTestItem(uri.toString(), path.posix.basename(uri.path), uri);
    const folder = path.posix.dirname(vscode.workspace.asRelativePath(uri));
    if (folder !== '.') item.description = folder;
    item.canResolveChildren = true;
    this.controller.items.add(item);
    return item;
  }

  /** The item of a case; undefined where its file has no such case. */
  async case(uri: vscode.Uri, id: string): Promise<vscode.TestItem | undefined> {
    const file = this.file(uri);
    await this.read(file);
    return file.children.get(id);
  }

  /** Asks which corpora there are, and again for the cases of those that have been looked into. */
  async discover(): Promise<void> {
    const uris = await this.server.ask<string[]>('caselens.corpora', []);
    const files = uris.map((uri) => this.file(vscode.Uri.parse(uri)));
    this.controller.items.replace(files);
    await Promise.all(
      files.filter(({ children }) => children.size > 0).map((file) => this.read(file)),
    );
  }

  /** Asks for the cases of a file. An item is kept as long as there is a case of its id. */
  async read(file: vscode.TestItem): Promise<void> {
    try {
      const cases = await this.server.ask<Case[]>('caselens.cases', [file.id]);
      file.error = undefined;
      const seen = new Set<string>();
      file.children.replace(cases.map((found) => this.item(file, found, seen)));
    } catch (error) {
      file.error = reason(error);
    }
  }

  /** Keeps the item of an open file in step with it. */
  follow({ uri, version, outdated }: Status): void {
    const file = this.file(vscode.Uri.parse(uri));
    if (outdated) this.controller.invalidateTestResults(file);
    if (this.versions.get(file.id) === version) return;
    this.versions.set(file.id, version);
    clearTimeout(this.waiting.get(file.id));
    this.waiting.set(
      file.id,
      setTimeout(() => {
        this.waiting.delete(file.id);
        void this.read(file);
      }, PAUSE),
    );
  }

  /** What was never saved is gone with its tab. */
  closed({ uri }: vscode.TextDocument): void {
    this.versions.delete(uri.toString());
    if (uri.scheme === 'untitled') this.controller.items.delete(uri.toString());
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
  }

  private item(file: vscode.TestItem, found: Case, seen: Set<string>): vscode.TestItem {
    // An id that is given twice is refused, but shown wherever it stands.
    let id = found.id;
    while (seen.has(id)) id += '\0';
    seen.add(id);

    const item = file.children.get(id) ?? this.controller.createTestItem(id, found.id, file.uri);
    const { start, end } = found.range;
    item.description = found.query;
    // Where a case has a place, the editor draws what runs it, whether or not it can be run.
    item.range = vscode.workspace.isTrusted
      ? new vscode.Range(start.line, start.character, end.line, end.character)
      : undefined;
    // In any case they come in the order of the file.
    item.sortText = String(start.line).padStart(7, '0');
    this.refusals.set(item, found.refused);
    return item;
  }
}
