/** Judging what a run returned. */

import assert from 'node:assert/strict';
import { eventually } from '../editor';
import type { Step } from '../suite';

/** The first case of the handbook: where it begins and what it says below its question. */
const LINE = 20;
const BEFORE = ['    required: [reset-password]', ''];

export function judging(step: Step): void {
  step('returned rows are judged by a key each, in one edit', async (editor) => {
    const below = async () => {
      const { lines } = await editor.screen();
      const text = (number: number) => lines.find((one) => one.number === number)?.text ?? '';
      return [2, 3, 4].map((further) => text(LINE + further).replaceAll(/ ?rank \d+/g, ''));
    };
    await editor.show('handbook.corpus.yaml');
    await editor.goTo(LINE);
    await eventually(async () => assert.deepEqual((await below()).slice(0, 2), BEFORE));

    await editor.command('Caselens: Judge Returned Rows');
    const list = editor.page.locator('.quick-input-widget');
    const rows = list.locator('.monaco-list-row');
    await eventually(async () => {
      assert.match(await list.innerText(), /Judge Returned Rows: wrong-password/);
      assert.match(await rows.nth(1).innerText(), /reset-password\s*rank 1 · 0\.\d{3} · required/);
      assert.match(await rows.nth(2).innerText(), /rank 2 · 0\.\d{3} · not judged/);
    });
    const second = (await rows.nth(2).locator('.label-name').first().innerText()).trim();
    await editor.type('31');
    await eventually(async () => {
      assert.match(await rows.nth(1).innerText(), /reset-password\s*rank 1 .* required · grade 3/);
      assert.match(await rows.nth(2).innerText(), /rank 2 .* grade 1/);
    });
    await editor.picture('list');
    await editor.figure('judging', { x: 344, y: 0, width: 614, height: 396 });
    await editor.press('Control+Enter');
    await eventually(async () => {
      assert.deepEqual((await below()).slice(0, 3), [
        BEFORE[0],
        `    relevant: {reset-password: 3, ${second}: 1}`,
        '',
      ]);
    });
    await editor.picture('written');

    await editor.goTo(LINE);
    await editor.press('Control+z');
    await eventually(async () => assert.deepEqual((await below()).slice(0, 2), BEFORE));
  });
}
