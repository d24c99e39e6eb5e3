/** The returned rows of a case in a list, judged by a key each. */

import * as vscode from 'vscode';
import type { Judgement, Returned } from '../protocol';
import { graded, gradeOf, type Judgements, KEYS, typed, verdict } from './judgements';

interface Row extends vscode.QuickPickItem {
  /** Absent from the line that writes what was judged. */
  readonly row?: Returned;
}

const OTHER: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('edit'),
  tooltip: 'Judge This Row',
};
const WRITE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('check'),
  tooltip: 'Write Into the File (Ctrl+Enter)',
};

/** Characters of a row's text that a line has room for. */
const LONGEST = 300;

/** Ends with true where what was judged is to be written. */
export class RowList {
  private readonly pick = vscode.window.createQuickPick<Row>();
  private before = '';
  /** Keys behind it that have judged, and that the editor has yet to take out. */
  private taken = '';
  private current: Returned | undefined;
  private isAside = false;

  constructor(
    title: string,
    private readonly judgements: Judgements,
  ) {
    const { pick } = this;
    pick.title = title;
    pick.placeholder =
      '3 2 1 = grade, 5 = 0.5 · 0 = not relevant · ! = required or not · letters search';
    pick.buttons = [WRITE];
    pick.ignoreFocusOut = true;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.keepScrollPosition = true;
    this.draw();
  }

  async show(): Promise<boolean> {
    const { pick } = this;
    pick.onDidChangeActive(([active]) => {
      // A key makes the first line the active one before it is told of here, and that is none of the rows.
      this.current = active?.row ?? this.current;
    });
    this.activate(this.judgements.rows[0]);
    await setJudging(true);
    const write = vscode.commands.registerCommand('caselens.writeJudgements', () => finish(true));
    let finish: (write: boolean) => void = () => {};
    const answer = new Promise<boolean>((resolve) => {
      finish = resolve;
    });
    pick.onDidChangeValue((value) => this.type(value));
    pick.onDidAccept(() => {
      const [active] = pick.activeItems;
      if (active?.row) void this.choose(active.row);
      else if (active) finish(true);
    });
    pick.onDidTriggerItemButton(({ item }) => item.row && this.choose(item.row));
    pick.onDidTriggerButton(() => finish(true));
    pick.onDidHide(() => this.isAside || finish(false));
    pick.show();
    try {
      return await answer;
    } finally {
      write.dispose();
      pick.dispose();
      await setJudging(false);
    }
  }

  /** A key that judges is taken out of the text again, and the next row is next. */
  private type(value: string): void {
    const key = typed(this.before + this.taken, value);
    const by = key === undefined ? undefined : KEYS[key];
    if (!key || !by || !this.current) {
      this.before = value;
      this.taken = '';
      return;
    }
    this.taken += key;
    this.pick.value = this.before;
    this.judge(this.current, by, key === '!' ? 0 : 1);
  }

  private judge(row: Returned, by: (judged: Judgement) => Judgement, further: number): void {
    this.judgements.change(row, by);
    this.draw();
    const { items } = this.pick;
    const shown = items.filter((item) => item.row && this.matches(item));
    const at = shown.findIndex((item) => item.row === row);
    this.activate(shown[Math.min(at + further, shown.length - 1)]?.row);
  }

  private activate(row: Returned | undefined): void {
    const item = row && this.pick.items.find((one) => one.row === row);
    if (!item) return;
    this.current = row;
    this.pick.activeItems = [item];
  }

  /** Whether a line is among those that were looked for, as far as that can be told from here. */
  private matches({ label, description = '', detail = '' }: Row): boolean {
    const text = [label, description, detail].join('\n').toLowerCase();
    return text.includes(this.before.toLowerCase());
  }

  private draw(): void {
    const count = this.judgements.changes.length;
    const write =
      count > 0
        ? { label: `$(check) Write ${count}`, description: 'Ctrl+Enter', alwaysShow: true }
        : { label: 'Nothing is judged anew yet', alwaysShow: true };
    this.pick.items = [write, ...this.judgements.rows.map((row) => this.line(row))];
  }

  private line(row: Returned): Row {
    const mark = this.judgements.isChanged(row) ? '$(circle-filled) ' : '';
    const rank = row.rank === null ? 'no such row' : `rank ${row.rank}`;
    const score = row.score === null ? [] : [row.score.toFixed(3)];
    return {
      row,
      label: `${mark}${row.key.replaceAll('$(', '$ (')}`,
      description: [rank, ...score, verdict(this.judgements.of(row))].join(' · '),
      detail: row.text.replace(/\s+/g, ' ').slice(0, LONGEST) || undefined,
      buttons: [OTHER],
    };
  }

  /** All that can be said of a row, in a list of its own. */
  private async choose(row: Returned): Promise<void> {
    this.isAside = true;
    const by = await pickVerdict(row, this.judgements.of(row));
    this.isAside = false;
    this.pick.show();
    if (by) this.judge(row, by, 1);
  }
}

async function pickVerdict(
  row: Returned,
  judged: Judgement,
): Promise<((judged: Judgement) => Judgement) | undefined> {
  const on = (key: string, label: string) => ({ label, description: key, by: KEYS[key] });
  const other = { label: 'Relevant, with Another Grade…', description: '', by: undefined };
  const picked = await vscode.window.showQuickPick(
    [
      on('!', judged.required ? 'Not Required' : 'Required'),
      on('3', 'Relevant, Grade 3'),
      on('2', 'Relevant, Grade 2'),
      on('1', 'Relevant, Grade 1'),
      on('5', 'Relevant, Grade 0.5'),
      other,
      on('0', 'Not Relevant'),
    ],
    { title: `Judge ${row.key}`, placeHolder: row.text.replace(/\s+/g, ' ').slice(0, LONGEST) },
  );
  if (picked !== other) return picked?.by;
  const text = await vscode.window.showInputBox({
    title: `Grade of ${row.key}`,
    prompt: 'A number above 0: the higher, the better an answer the row is.',
    validateInput: (value) => (gradeOf(value) ? undefined : 'A grade is a number above 0.'),
  });
  const grade = text === undefined ? undefined : gradeOf(text);
  return grade === undefined ? undefined : graded(grade);
}

function setJudging(on: boolean): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', 'caselens.judging', on);
}
