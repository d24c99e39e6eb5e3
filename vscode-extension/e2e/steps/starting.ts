/** The first steps in a folder. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { eventually } from '../editor';
import type { Step } from '../suite';

const ROWS = [
  { id: 'shed', title: 'The shed', body: 'Where the key is, and who may use the mower.' },
  { id: 'water', title: 'Water', body: 'When the taps are turned on, and off again.' },
];

export function starting(step: Step): void {
  step('a configuration is made from the answers to some questions', async (editor, workbench) => {
    const rows = ROWS.map((row) => JSON.stringify(row)).join('\n');
    await workbench.write('fresh/plots.jsonl', `${rows}\n`);
    const input = editor.page.locator('.quick-input-widget');
    const asked = (question: string | RegExp) =>
      eventually(async () => {
        const texts = [
          await input.innerText(),
          await input.locator('input.input').getAttribute('placeholder'),
        ];
        assert.match(texts.join('\n'), new RegExp(question));
      });
    const take = (label: string) => input.locator('.monaco-list-row', { hasText: label }).click();

    await editor.command('Caselens: Create Configuration');
    await asked('The folder above the corpora');
    await take('Another Folder…');
    // Its place is taken by a list of folders, which gets rows once they have been read.
    await input.getByRole('button', { name: 'Choose' }).waitFor();
    await input.locator('.monaco-list-row', { hasText: '..' }).waitFor();
    await input.locator('input.input').fill(join(workbench.folder, 'fresh/'));
    await eventually(async () => {
      assert.equal(await input.locator('.monaco-list-row').count(), 1);
    });
    await editor.picture('folder');
    await editor.press('Enter');
    await asked('What do the corpora ask for');
    await editor.picture('rows');
    await take('plots.jsonl');
    await asked('make up the key');
    await editor.picture('key');
    await editor.press('Enter');
    await asked('are embedded');
    await editor.picture('inputs');
    await editor.press('Enter');
    await asked('The model');
    await take('MiniLM-L6');

    await eventually(async () => {
      const text = (await editor.screen()).lines.map((line) => line.text).join('\n');
      assert.match(text, /rows: plots\.jsonl/);
      assert.match(text, /key_fields: \[id\]/);
      assert.match(text, /input_fields: \[title, body\]/);
      assert.match(text, /model: minilm/);
    });
    await editor.page
      .locator('.tab.active:not(.dirty)[data-resource-name="caselens.yaml"]')
      .waitFor();
    assert.deepEqual(await editor.notifications(), []);
  });

  step('a walkthrough leads through it', async (editor) => {
    await editor.command('Welcome: Open Walkthrough...');
    await editor.page.getByText('Get Started with Caselens').first().click();
    const page = editor.page.locator('.gettingStartedContainer');
    await eventually(async () => {
      const text = await page.innerText();
      for (const title of ['Install the server', 'Say which rows', 'Write a case', 'Run it']) {
        assert.ok(text.includes(title), `${title} is not in ${text}`);
      }
    });
    // With room for it, there is a text beside each step.
    await editor.press('Control+b');
    await eventually(async () => assert.match(await editor.report().innerText(), /pipx install/));
  });
}
