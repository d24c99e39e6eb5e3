/** The settings that say what of the server's is shown. */

import * as vscode from 'vscode';
import {
  CodeLensRequest,
  InlayHintRequest,
  type LanguageClient,
  type Middleware,
} from 'vscode-languageclient/node';

const LENSES = 'caselens.lenses';
const RANKS = 'caselens.ranks';

function isOn(setting: string, { uri }: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration(undefined, uri).get(setting, true);
}

/** Where a setting is off, the server is not asked. */
export const asSet: Middleware = {
  provideCodeLenses: (document, token, next) =>
    isOn(LENSES, document) ? next(document, token) : [],
  provideInlayHints: (document, range, token, next) =>
    isOn(RANKS, document) ? next(document, range, token) : [],
};

/** Shows what a change of the settings shows or hides. */
export function showAsSet(client: LanguageClient, change: vscode.ConfigurationChangeEvent): void {
  const emitters = new Set<vscode.EventEmitter<void> | undefined>();
  const lenses = client.getFeature(CodeLensRequest.method);
  const hints = client.getFeature(InlayHintRequest.method);
  for (const document of vscode.workspace.textDocuments) {
    if (change.affectsConfiguration(LENSES, document)) {
      emitters.add(lenses.getProvider(document)?.onDidChangeCodeLensEmitter);
    }
    if (change.affectsConfiguration(RANKS, document)) {
      emitters.add(hints.getProvider(document)?.onDidChangeInlayHints);
    }
  }
  for (const emitter of emitters) emitter?.fire();
}
