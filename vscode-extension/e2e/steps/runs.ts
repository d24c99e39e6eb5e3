/** Runs that were kept. */

import assert from 'node:assert/strict';
import { eventually } from '../editor';
import type { Step } from '../suite';
import { Tree } from '../tree';

const QUERY = { line: 177, column: 12 };

export function runs(step: Step): void {
  step('the runs of the corpus in the editor are listed, the latest first', async (editor) => {
    await editor.hidePanel();
    await editor.goTo(QUERY.line, QUERY.column);
    await editor.press('Shift+End');
    await editor.type('is what I deleted on the compost heap?');
    await editor.goTo(1);
    await eventually(async () => {
      assert.match((await editor.lenses(1))[0] ?? '', /^digest \w+ · 24 cases · 23 with a result$/);
    });
    await editor.clickLens(1, 'run all');
    const kept = Tree.titled(editor, 'Caselens Runs');
    await eventually(async () => {
      const [latest = '', before = ''] = await kept.texts();
      assert.match(latest, /^recall 0\.93 · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \| \w{12} · /);
      assert.match(before, /^recall 0\.89 · [\d: -]+ \| \w{12} · /);
    });
  });

  step('two runs are compared beside the editor', async (editor) => {
    const kept = Tree.titled(editor, 'Caselens Runs');
    await kept.row('recall 0.93').click();
    const report = editor.report();
    await eventually(async () => assert.match(await report.innerText(), /handbook: passed/));
    await editor.picture('run');
    await kept.row('recall 0.89').click({ modifiers: ['Control'] });
    await kept.menu(kept.row('recall 0.89'), 'Compare Selected Runs');
    await eventually(async () => {
      const said = await report.innerText();
      assert.match(said, /the corpus was edited between them/);
      assert.match(said, /1 edited, 23 same/);
      assert.match(said, /edited deleted-by-mistake\s+compost-heap \(10\) → 1\b/);
    });
    await report.getByRole('link', { name: 'Change' }).click();
    await editor.figure('comparison', { x: 824, y: 68, width: 472, height: 690 });
  });

  step('a run becomes the baseline, and is it no more', async (editor) => {
    const kept = Tree.titled(editor, 'Caselens Runs');
    await kept.row('recall 0.89').click();
    await kept.menu(kept.row('recall 0.89'), 'Set as Baseline');
    await eventually(async () => {
      assert.match((await kept.texts())[1] ?? '', /^recall 0\.89 · [\d: -]+ \| baseline · /);
    });
    await editor.picture('set');
    await kept.menu(kept.row('recall 0.89'), 'Remove Baseline');
    await eventually(async () => {
      assert.doesNotMatch((await kept.texts()).join('\n'), /baseline/);
    });
  });

  step('a run is deleted after a question that names it', async (editor) => {
    const kept = Tree.titled(editor, 'Caselens Runs');
    const before = await kept.texts();
    await kept.row('recall 0.93').click();
    await editor.press('Delete');
    const dialog = editor.page.locator('.monaco-dialog-box');
    assert.match(
      await dialog.innerText(),
      /Delete the run of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\?\s+\d{8}T\w+-\w{12}\s/,
    );
    await editor.picture('question');
    await dialog.getByText('Delete', { exact: true }).click();
    await eventually(async () => {
      assert.deepEqual(await kept.texts(), before.slice(1));
    });
    await editor.closeBeside();
  });
}
