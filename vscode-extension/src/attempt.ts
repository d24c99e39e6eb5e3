/** What the user asked for by a command, and what is said where it cannot be done. */

import * as vscode from 'vscode';
import { LSPErrorCodes, ResponseError } from 'vscode-languageclient/node';

/** Does `work`. A reason of the server's not to is shown by the server itself. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ResponseError && error.code === LSPErrorCodes.RequestFailed) return;
    void vscode.window.showErrorMessage(`Caselens: ${reason(error)}`);
  }
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
