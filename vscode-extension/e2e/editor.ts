/** Drives a workbench as somebody at its keyboard does, and reads what it shows. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { type Place, readScreen, type Screen, timeNextKey } from './screen';

/** A row of the Problems view. Lines and columns are counted from 1, columns in UTF-16. */
export interface Problem {
  readonly severity: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Of the page, in its pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const PATIENCE = 15_000;
/** After so many milliseconds a list is opened again. */
const AGAIN = 3000;

/** Waits until `check` holds; in the end, what it found wrong is the failure. */
export async function eventually(
  check: () => unknown | Promise<unknown>,
  patience = PATIENCE,
): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(50);
    }
  }
}

export class Editor {
  constructor(
    readonly page: Page,
    /** Keeps a picture of what is on screen by the way; a step has one at its end in any case. */
    readonly picture: (of: string) => Promise<unknown>,
    /** Keeps a part of the screen for the readme. */
    readonly figure: (name: string, part: Part) => Promise<unknown>,
  ) {}

  // -- doing ---------------------------------------------------------------------------------

  /** Shows a file of the workspace. */
  async show(name: string): Promise<void> {
    await this.choose('Control+p', name, name);
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.focus();
  }

  /** Runs a command by its title in the command palette. */
  command(title: string): Promise<void> {
    return this.choose('F1', `>${title}`, title);
  }

  /** Takes the panel below the editor away, so that it shows as many lines as it can. */
  async hidePanel(): Promise<void> {
    const panel = this.page.locator('.part.panel');
    if (!(await panel.isVisible())) return;
    await this.press('Control+j');
    await panel.waitFor({ state: 'hidden' });
  }

  /** Closes what is beside the editor. */
  async closeBeside(): Promise<void> {
    await this.press('Control+2');
    await this.command('View: Close All Editors in Group');
    await this.focus();
  }

  async goTo(line: number, column = 1): Promise<void> {
    await this.focus();
    // The bar at the bottom counts columns in another way than the input does.
    await this.press('Control+g');
    await this.input.fill(`:${line}:${column}`);
    await this.press('Enter');
    await this.page.locator('#status\\.editor\\.selection', { hasText: `Ln ${line}, ` }).waitFor();
  }

  /** Types key by key, at the cursor. */
  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  press(keys: string): Promise<void> {
    return this.page.keyboard.press(keys);
  }

  /** Clicks on a part of what stands above a line. */
  clickLens(line: number, text: string): Promise<void> {
    return this.click(`"${text}" above line ${line}`, ({ lenses }) =>
      lenses.find((one) => one.line === line && one.text === text),
    );
  }

  /** Clicks on the icon before a line by which it is run. */
  clickGlyph(line: number): Promise<void> {
    return this.click(`an icon before line ${line}`, ({ glyphs }) =>
      glyphs.find((one) => one.line === line),
    );
  }

  /** Applies a fix, or another action, that is offered at the cursor. */
  async applyAction(title: string): Promise<void> {
    const offered = this.page.locator('.action-widget .monaco-list-row.action');
    await eventually(async () => {
      // Whatever changes in the file meanwhile takes the list away.
      await this.press('Control+.');
      await offered.filter({ hasText: whole(title) }).click({ timeout: AGAIN });
    });
  }

  // -- reading -------------------------------------------------------------------------------

  screen(): Promise<Screen> {
    return this.page.evaluate(readScreen);
  }

  /** A line as it is drawn, with the hints in it. */
  async line(number: number): Promise<string | undefined> {
    const { lines } = await this.screen();
    return lines.find((one) => one.number === number)?.text;
  }

  /** What stands above a line. */
  async lenses(line: number): Promise<string[]> {
    const { lenses } = await this.screen();
    return lenses.filter((one) => one.line === line).map((one) => one.text);
  }

  /** What became of the case of a line, by the icon before it. */
  async glyph(line: number): Promise<string | undefined> {
    const { glyphs } = await this.screen();
    return glyphs.find((one) => one.line === line)?.shows;
  }

  /** What has a wavy line of that severity below it. */
  async underlined(severity = 'error'): Promise<{ line: number; text: string }[]> {
    const { underlined } = await this.screen();
    return underlined
      .filter((one) => one.severity === severity)
      .map(({ line, text }) => ({ line, text }));
  }

  /** The rows of the Problems view, which is brought up for it. */
  async problems(): Promise<Problem[]> {
    const rows = this.page.locator('.markers-panel .monaco-list-row');
    if (!(await this.page.locator('.markers-panel').isVisible())) {
      await this.command('Problems: Focus on Problems View');
      await this.page.locator('.markers-panel').waitFor();
    }
    const labels = await rows.evaluateAll((all) =>
      all.map((row) => row.getAttribute('aria-label')),
    );
    return labels.flatMap((label) => {
      const parts = PROBLEM.exec(label ?? '');
      if (!parts) return [];
      const [, severity = '', message = '', line, column] = parts;
      return [{ severity, message, line: Number(line), column: Number(column) }];
    });
  }

  /** The status item, without its icon; empty while there is none. */
  async status(): Promise<string> {
    const item = this.page.locator('[id="caselens.caselens.caselens.status"]');
    return (await item.allInnerTexts()).join().replaceAll('\u00a0', ' ').trim();
  }

  /** The page of an extension that is in view: a report, or the text beside a walkthrough. */
  report(): Locator {
    // A page that is behind another is still there, unseen.
    const outer = this.page.locator('iframe.webview.ready:visible').contentFrame();
    return outer.locator('iframe#active-frame').contentFrame().locator('body');
  }

  /** The messages in the corner of the window. */
  async notifications(): Promise<string[]> {
    return this.page
      .locator('.notifications-toasts .notification-list-item-message')
      .allTextContents();
  }

  /** Milliseconds from a key until something is underlined as an error, or nothing is. */
  async timeKey(key: string, underlines: boolean): Promise<number> {
    const timed = await this.page.evaluateHandle(timeNextKey, underlines);
    await this.press(key);
    return timed.evaluate(({ milliseconds }) => milliseconds);
  }

  // -- within --------------------------------------------------------------------------------

  private get input(): Locator {
    return this.page.locator('.quick-input-widget input.input');
  }

  /** Puts the cursor into the editor, where it was. */
  private focus(): Promise<void> {
    return this.page.keyboard.press('Control+1');
  }

  /** Clicks on something in the editor, once it stands still. */
  private async click(what: string, find: (screen: Screen) => Place | undefined): Promise<void> {
    let before: Place | undefined;
    await eventually(async () => {
      const found = find(await this.screen());
      if (!found) throw new Error(`not in view: ${what}`);
      const { x, y } = found;
      const stands = before?.x === x && before.y === y;
      before = found;
      if (!stands) throw new Error(`does not stand still: ${what}`);
      await this.page.mouse.click(x, y);
    });
  }

  /** Takes the row that is called `label` from the list that `keys` open. */
  private choose(keys: string, typed: string, label: string): Promise<void> {
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    // By the whole name: what was typed is marked in it, by an element of its own.
    const name = this.page.locator('.label-name', { hasText: whole(label) });
    // Where a page in the page had the keys, the list may be gone again; a file that was just written is found
    // when it is looked for once more.
    return eventually(async () => {
      await this.press('Escape');
      await this.press(keys);
      await this.input.fill(typed, { timeout: AGAIN });
      await rows.filter({ has: name }).first().click({ timeout: AGAIN });
    });
  }
}

/** Matches nothing but this text. */
function whole(text: string): RegExp {
  return new RegExp(`^\\s*${text.replaceAll(/[^\w\s]/g, '\\$&')}\\s*$`);
}

const PROBLEM = /^(\w+): (.*) at line (\d+) and character (\d+)\. /s;
