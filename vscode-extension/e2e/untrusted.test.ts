import assert from 'node:assert/strict';
import { eventually } from './editor';
import { inWorkbench } from './suite';
import { Tree } from './tree';

const settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

/** One field that there is not, and one key without a row. */
const CORPUS = `version: 1
name: doubtful
default_k: 5
cases:
  - id: locked-out
    query: I can't get in
    required: [reset-pasword]
    relevnt: {reset-password: 1}
`;

inWorkbench('In a workspace that is not trusted', { settings, asksForTrust: true }, (step) => {
  step('corpora are checked, but their keys are not looked up', async (editor, workbench) => {
    await workbench.write('doubtful.corpus.yaml', CORPUS);
    await editor.show('doubtful.corpus.yaml');
    await eventually(async () => {
      assert.deepEqual(await editor.underlined(), [{ line: 8, text: 'relevnt' }]);
    });
    const problems = (await editor.problems()).map(({ severity, line }) => ({ severity, line }));
    assert.deepEqual(problems, [{ severity: 'Error', line: 8 }]);
  });

  step('a corpus has its digest, and nothing offers to run it', async (editor) => {
    await editor.hidePanel();
    await editor.command('Testing: Focus on Test Explorer View');
    const tests = Tree.titled(editor, 'Test Explorer');
    await tests.row('handbook.corpus.yaml').click();
    await editor.press('ArrowRight');
    await eventually(async () => assert.match((await tests.texts()).join(), /wrong-password/));

    await editor.show('handbook.corpus.yaml');
    await eventually(async () => {
      const { lenses, glyphs } = await editor.screen();
      assert.deepEqual(
        lenses.map(({ line, text }) => [line, text.replace(/digest \w+/, 'digest')]),
        [[1, 'digest · 24 cases']],
      );
      assert.deepEqual(glyphs, []);
    });
    const kept = Tree.titled(editor, 'Caselens Runs');
    assert.match(await kept.text(), /not looked at until the workspace is trusted/);
  });

  step('once it is trusted, cases can be run', async (editor) => {
    await editor.command('Workspaces: Manage Workspace Trust');
    await editor.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await editor.show('handbook.corpus.yaml');
    await eventually(async () => {
      assert.equal(await editor.glyph(20), 'run');
      assert.deepEqual(await editor.lenses(20), ['run']);
    });
    await editor.clickGlyph(20);
    await eventually(async () => assert.equal(await editor.glyph(20), 'passed'), 45_000);
  });
});
