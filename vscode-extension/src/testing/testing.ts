/** The Testing view: corpora and their cases, run by themselves, together, or whenever their file is saved. */

import * as vscode from 'vscode';
import { attempt } from '../attempt';
import type { Connection } from '../connection';
import { runOnSave } from './continuous';
import { Running } from './run';
import type { Selection } from './selection';
import { Tree } from './tree';

/** What is made or removed outside the editor is looked for after so many milliseconds without more of it. */
const PAUSE = 500;

export class Testing implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('caselens', 'Caselens');
  /** What cases are run by; none until the workspace is trusted, so that nothing offers to. */
  private profile: vscode.TestRunProfile | undefined;
  private readonly tree: Tree;
  private readonly turns = new Map<string, Promise<void>>();
  private readonly disposables: vscode.Disposable[];
  private later: NodeJS.Timeout | undefined;

  constructor(private readonly server: Connection) {
    const { controller } = this;
    this.tree = new Tree(controller, server);
    controller.resolveHandler = (item) => (item ? this.tree.read(item) : this.look());
    controller.refreshHandler = () => this.tree.discover();
    if (vscode.workspace.isTrusted) this.offer();

    // A lens, an action and the view then tell of one and the same run.
    server.own.set('caselens.runAll', (uri = '') => attempt(() => this.file(uri)));
    server.own.set('caselens.runCase', (uri = '', id = '') => attempt(() => this.case(uri, id)));

    const files = vscode.workspace.createFileSystemWatcher('**/*.corpus.{yaml,yml}');
    this.disposables = [
      controller,
      this.tree,
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.offer()),
      files,
      files.onDidCreate(() => this.lookSoon()),
      files.onDidDelete(() => this.lookSoon()),
      files.onDidChange(() => this.lookSoon()),
      server.onRunning((running) => running && this.look()),
      server.onStatus((status) => this.tree.follow(status)),
      vscode.workspace.onDidCloseTextDocument((document) => this.tree.closed(document)),
    ];
  }

  dispose(): void {
    clearTimeout(this.later);
    this.profile?.dispose();
    for (const each of this.disposables) each.dispose();
  }

  private offer(): void {
    const { Run } = vscode.TestRunProfileKind;
    this.profile = this.controller.createRunProfile(
      'Run',
      Run,
      (request, token) => this.start(request, token),
      true,
      undefined,
      true,
    );
  }

  private file(uri: string): Promise<void> {
    return this.run({ include: [this.tree.file(vscode.Uri.parse(uri))] });
  }

  private async case(uri: string, id: string): Promise<void> {
    const item = await this.tree.case(vscode.Uri.parse(uri), id);
    if (!item) throw new Error(`there is no case "${id}" in the file`);
    await this.run({ include: [item] });
  }

  private async start(request: vscode.TestRunRequest, token: vscode.CancellationToken) {
    if (!request.continuous) return this.runAs(request);
    const again = (selection: Selection<vscode.TestItem>) =>
      this.run(selection, request.profile ?? this.profile, true);
    const idle = async ({ id }: vscode.TestItem) => this.turns.get(id);
    runOnSave(request, { files: () => this.tree.files(), idle, run: again }, token);
  }

  /** For a run that was not asked for in the Testing view, the view is not brought forward. */
  private run(
    { include, exclude }: Selection<vscode.TestItem>,
    profile = this.profile,
    continuous = false,
  ): Promise<void> {
    return this.runAs(new vscode.TestRunRequest(include, exclude, profile, continuous, true));
  }

  private runAs(request: vscode.TestRunRequest): Promise<void> {
    const run = this.controller.createTestRun(request);
    return new Running(this.turns, run, request, this.tree, this.server).all();
  }

  private lookSoon(): void {
    clearTimeout(this.later);
    this.later = setTimeout(() => void this.look(), PAUSE);
  }

  /** For what the user did not ask for: that there is no server is told elsewhere. */
  private async look(): Promise<void> {
    if (!this.server.isRunning) return;
    try {
      await this.tree.discover();
    } catch (error) {
      this.server.log.warn(`Corpora were not looked for: ${error}`);
    }
  }
}
