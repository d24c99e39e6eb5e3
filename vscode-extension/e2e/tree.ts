/** A view whose rows are a list or a tree. */

import type { Locator } from 'playwright-core';
import type { Editor } from './editor';

export class Tree {
  private constructor(
    private readonly editor: Editor,
    private readonly pane: Locator,
  ) {}

  /** The view of this title, in the bar at the side. */
  static titled(editor: Editor, title: string): Tree {
    const header = editor.page.locator(`.pane-header[aria-label^="${title}"]`);
    return new Tree(editor, editor.page.locator('.pane', { has: header }));
  }

  /** What its rows read, from the top: the parts of each with " | " between them. */
  texts(): Promise<string[]> {
    return this.pane.locator('.monaco-list-row').evaluateAll((rows) => {
      const top = (row: Element) => row.getBoundingClientRect().top;
      const parts = (row: Element) => {
        const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        while (walker.nextNode()) found.push(walker.currentNode.textContent?.trim() ?? '');
        return found.filter((part) => part !== '');
      };
      return rows
        .toSorted((one, other) => top(one) - top(other))
        .map((row) => parts(row).join(' | '));
    });
  }

  /** The first row with this text in it. */
  row(text: string): Locator {
    return this.pane.locator('.monaco-list-row', { hasText: text }).first();
  }

  /** Takes a line of the menu of a row. */
  async menu(row: Locator, title: string): Promise<void> {
    await row.click({ button: 'right' });
    // By key: a menu that has just been opened does not take a click yet.
    await this.editor.page.locator('.monaco-menu .action-item', { hasText: title }).hover();
    await this.editor.press('Enter');
  }

  /** Presses a button on a row, which is there while the mouse is. */
  async button(row: Locator, title: string): Promise<void> {
    await row.hover();
    await row.locator(`.action-label[aria-label^="${title}"]`).click();
  }

  text(): Promise<string> {
    return this.pane.innerText();
  }
}
