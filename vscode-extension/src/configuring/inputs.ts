/** Questions as the editor asks them, each with its number and, but for the first, a way back. */

import * as vscode from 'vscode';
import { BACK } from './steps';

export interface Choice<V> extends vscode.QuickPickItem {
  readonly value: V;
}

export interface Heading {
  readonly title: string;
  readonly step: number;
  /** How many questions there are, as far as that is known. */
  readonly of?: number;
  readonly placeholder: string;
}

type Answer<V> = Promise<V | typeof BACK | undefined>;

export function separator(label: string): Choice<undefined> {
  return { label, kind: vscode.QuickPickItemKind.Separator, value: undefined };
}

export function pickOne<V>(heading: Heading, choices: Choice<V>[]): Answer<Choice<V>> {
  const pick = vscode.window.createQuickPick<Choice<V>>();
  pick.items = choices;
  return answered(pick, heading, () => pick.selectedItems[0]);
}

/** At least one of the choices, in their order. */
export async function pickMany<V>(
  heading: Heading,
  choices: (Choice<V> & { picked: boolean })[],
): Answer<V[]> {
  const pick = vscode.window.createQuickPick<Choice<V>>();
  pick.canSelectMany = true;
  pick.items = choices;
  pick.selectedItems = choices.filter(({ picked }) => picked);
  return answered(pick, heading, () => {
    const chosen = choices.filter((choice) => pick.selectedItems.includes(choice));
    return chosen.length > 0 ? chosen.map(({ value }) => value) : undefined;
  });
}

/** A text that nothing is wrong with. */
export function write(
  heading: Heading,
  prompt: string,
  wrong: (text: string) => string,
): Answer<string> {
  const input = vscode.window.createInputBox();
  input.prompt = prompt;
  input.onDidChangeValue(() => {
    input.validationMessage = '';
  });
  return answered(input, heading, () => {
    input.validationMessage = wrong(input.value);
    return input.validationMessage ? undefined : input.value;
  });
}

/** Shows an input until `read` has an answer, or the user goes back or away. */
async function answered<V>(
  input: vscode.QuickPick<Choice<unknown>> | vscode.InputBox,
  { title, step, of, placeholder }: Heading,
  read: () => V | undefined,
): Answer<V> {
  input.title = title;
  input.step = step;
  input.totalSteps = of;
  input.placeholder = placeholder;
  input.ignoreFocusOut = true;
  input.buttons = step > 1 ? [vscode.QuickInputButtons.Back] : [];
  try {
    return await new Promise((resolve) => {
      input.onDidTriggerButton(() => resolve(BACK));
      input.onDidHide(() => resolve(undefined));
      input.onDidAccept(() => {
        const answer = read();
        if (answer !== undefined) resolve(answer);
      });
      input.show();
    });
  } finally {
    input.dispose();
  }
}
