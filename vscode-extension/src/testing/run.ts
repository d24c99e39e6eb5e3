/** One run of the Testing view: what was selected is asked, file by file, and what became of it is told. */

import * as vscode from 'vscode';
import { LSPErrorCodes, ResponseError } from 'vscode-languageclient/node';
import { reason } from '../attempt';
import type { Connection } from '../connection';
import type { Ran, Result } from '../protocol';
import { beside, line, outcome } from './outcome';
import { casesOf, filesOf, question } from './selection';
import type { Tree } from './tree';

export class Running {
  /** `turns` has the last run of each file: the server takes one at a time. */
  constructor(
    private readonly turns: Map<string, Promise<void>>,
    private readonly run: vscode.TestRun,
    private readonly request: vscode.TestRunRequest,
    private readonly tree: Tree,
    private readonly server: Connection,
  ) {}

  async all(): Promise<void> {
    try {
      for (const file of filesOf(this.tree.files(), this.request)) {
        await this.inTurn(file);
      }
    } finally {
      this.run.end();
    }
  }

  private async inTurn(file: vscode.TestItem): Promise<void> {
    const before = this.turns.get(file.id) ?? Promise.resolve();
    const turn = before.then(() => {
      return this.run.token.isCancellationRequested ? undefined : this.file(file);
    });
    this.turns.set(file.id, turn);
    await turn;
    if (this.turns.get(file.id) === turn) this.turns.delete(file.id);
  }

  private async file(file: vscode.TestItem): Promise<void> {
    let asked = [file];
    try {
      // The server runs what is open, as it stands there.
      await vscode.workspace.openTextDocument(file.uri as vscode.Uri);
      await this.tree.read(file);
      const chosen = casesOf(file, this.request);
      const [refused, accepted] = split(chosen, (item) => this.tree.refusal(item) !== '');
      for (const item of refused) this.refuse(item, this.tree.refusal(item));
      if (chosen.length > 0) asked = accepted;
      if (asked.length === 0) return;

      for (const item of asked) this.run.started(item);
      const all = chosen.length === file.children.size;
      const ids = accepted.map(({ id }) => id);
      const { command, args } = question(file.id, ids, all);
      const { cases } = await this.server.ask<Ran>(command, args, this.run.token);
      this.tell(accepted, cases);
    } catch (error) {
      const cancelled = this.run.token.isCancellationRequested || isCancellation(error);
      for (const item of asked) {
        if (cancelled) this.run.skipped(item);
        else this.refuse(item, reason(error));
      }
    }
  }

  private tell(items: readonly vscode.TestItem[], results: readonly Result[]): void {
    const byId = new Map(results.map((result) => [result.id, result]));
    for (const item of items) {
      const result = byId.get(item.id);
      if (result) this.report(item, result);
      else this.refuse(item, 'the file was changed before the case could be asked');
    }
  }

  private report(item: vscode.TestItem, result: Result): void {
    const found = outcome(result);
    this.write(item, line(result));
    if (found.kind === 'passed') {
      this.run.passed(item, result.milliseconds);
    } else if (found.kind === 'errored') {
      this.run.errored(item, message(item, found.said), result.milliseconds);
    } else {
      const said = missed(item);
      if (said.length === 0) said.push({ said: found.said, range: item.range });
      // Not as expected and actual output: the editor would write "one list != the other" beside the key.
      const messages = said.map(({ said, range }) => message(item, beside(said, found), range));
      this.run.failed(item, messages, result.milliseconds);
    }
  }

  private refuse(item: vscode.TestItem, said: string): void {
    this.write(item, `! ${item.label}: ${said}`);
    this.run.errored(item, message(item, said));
  }

  private write(item: vscode.TestItem, text: string): void {
    // Without a place: beside the case it would only say again what the lens says.
    this.run.appendOutput(`${text.replace(/\r?\n/g, ' ')}\r\n`, undefined, item);
  }
}

/** A run can also be cancelled by a lens, or where its progress is shown. */
function isCancellation(error: unknown): boolean {
  return error instanceof ResponseError && error.code === LSPErrorCodes.RequestCancelled;
}

/** What the server says, on their keys, of the required rows that a case missed. */
function missed(item: vscode.TestItem): { said: string; range: vscode.Range | undefined }[] {
  return vscode.languages
    .getDiagnostics(item.uri as vscode.Uri)
    .filter(({ source, code, range }) => {
      const name = typeof code === 'object' ? code.value : code;
      return source === 'caselens run' && name === 'missed' && item.range?.contains(range);
    })
    .map(({ message, range }) => ({ said: message, range }));
}

function message(item: vscode.TestItem, said: string, range = item.range): vscode.TestMessage {
  const told = new vscode.TestMessage(said);
  if (item.uri && range) told.location = new vscode.Location(item.uri, range);
  return told;
}

function split<T>(items: readonly T[], chosen: (item: T) => boolean): [T[], T[]] {
  return [items.filter(chosen), items.filter((item) => !chosen(item))];
}
