/** The Python that is selected in the editor, where the Python extension is installed, which need not be. */

import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';

const EXTENSION = 'ms-python.python';

/** Milliseconds that the other extension may take to answer before something else is looked for. */
const PATIENCE = 10_000;

/** What is used of its interface. */
interface Python {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(environment: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

export class Interpreter implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** Another is selected, it is known at last, or the extension by which one is has come or gone. */
  readonly onChange = this.changed.event;

  private heard: { readonly python: Python; readonly end: vscode.Disposable } | undefined;
  private readonly installed = vscode.extensions.onDidChange(() => {
    if ((this.extension === undefined) !== (this.heard === undefined)) this.changed.fire();
  });

  constructor(private readonly log: vscode.LogOutputChannel) {}

  /** Its executable; undefined where none is selected, or none may be: a workspace can bring its own. */
  async find(): Promise<string | undefined> {
    if (!vscode.workspace.isTrusted) return undefined;
    const known = this.selected().catch((error) => {
      this.log.warn(`The selected Python is not known: ${error}`);
      return undefined;
    });
    const answer = known.then((python) => ({ python }));
    const first = await Promise.race([answer, wait(PATIENCE, undefined, { ref: false })]);
    if (!first) void known.then(() => this.changed.fire());
    return first?.python;
  }

  dispose(): void {
    this.heard?.end.dispose();
    this.installed.dispose();
    this.changed.dispose();
  }

  private async selected(): Promise<string | undefined> {
    const python = await this.extension?.activate();
    this.hear(python);
    if (!python) return undefined;
    const { environments } = python;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const environment = await environments.resolveEnvironment(
      environments.getActiveEnvironmentPath(folder),
    );
    return environment?.executable.uri?.fsPath;
  }

  private get extension(): vscode.Extension<Python> | undefined {
    return vscode.extensions.getExtension<Python>(EXTENSION);
  }

  private hear(python: Python | undefined): void {
    if (python === this.heard?.python) return;
    this.heard?.end.dispose();
    this.heard = python && {
      python,
      end: python.environments.onDidChangeActiveEnvironmentPath(() => this.changed.fire()),
    };
  }
}
