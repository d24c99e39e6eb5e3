/** What the user asked for by a command, and what is said where it cannot be done. */

import * as vscode from 'vscode';
import { ResponseError } from 'vscode-languageclient/node';

/** Does `work`, and says why where it fails, unless the server has said so itself (docs/commands.md). */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ResponseError && error.data?.shown) return;
    void vscode.window.showErrorMessage(`Caselens: ${reason(error)}`);
  }
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
