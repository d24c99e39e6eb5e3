/** Cases, asked from the margin of the editor and from the Testing view. */

import assert from 'node:assert/strict';
import { eventually } from '../editor';
import type { Step } from '../suite';
import { Tree } from '../tree';

export function testing(step: Step): void {
  step('a case is run by the icon before it', async (editor) => {
    await editor.hidePanel();
    await editor.show('handbook.corpus.yaml');
    await editor.goTo(20);
    await editor.clickGlyph(20);
    await eventually(async () => {
      assert.equal(await editor.glyph(20), 'passed');
      assert.match((await editor.line(22)) ?? '', /reset-password ?rank 1/);
    });
  });

  step('the Testing view has all corpora and their cases', async (editor) => {
    await editor.command('Testing: Focus on Test Explorer View');
    const tests = Tree.titled(editor, 'Test Explorer');
    await tests.row('handbook.corpus.yaml').click();
    await editor.press('ArrowRight');
    await eventually(async () => {
      const [file = '', first = '', second = ''] = await tests.texts();
      assert.match(file, /^handbook\.corpus\.yaml/);
      assert.match(first, /^wrong-password \| it says my password is wrong/);
      assert.match(second, /^phone-stolen \| my phone was stolen/);
    });
  });

  step(
    'a corpus is run from there, and what it misses is marked beside its case',
    async (editor) => {
      const tests = Tree.titled(editor, 'Test Explorer');
      await tests.button(tests.row('handbook.corpus.yaml'), 'Run Test');
      await eventually(async () => {
        assert.match(await tests.text(), /\b23\/24\b/);
        assert.match(await editor.status(), /^\w{12} · 24 cases · recall 0\.89$/);
      });
      await editor.show('handbook.corpus.yaml');
      await editor.goTo(176);
      await eventually(async () => {
        assert.equal(await editor.glyph(176), 'failed');
      });
      // Beside the key, and a click shows all that it says.
      await editor.page.getByText('"compost-heap" is not in the top 5').first().click();
      const said = editor.page.locator('.test-output-peek');
      await eventually(async () => {
        assert.match(
          await said.innerText(),
          /Expected:\s+compost-heap\s+Returned:\s+delete-account/,
        );
      });
      await editor.picture('peek');
      await editor.figure('missed', { x: 352, y: 375, width: 948, height: 360 });
      await editor.press('Escape');
    },
  );
}
