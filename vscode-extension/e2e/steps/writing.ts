/** A corpus while it is written. */

import assert from 'node:assert/strict';
import { eventually } from '../editor';
import type { Step } from '../suite';

/** Milliseconds that should pass at most until an edit shows, and how far beyond that a busy machine may go. */
const BAR = 150;
const BUSY = 4;

/** On line 5, each of the faces takes two places of UTF-16; the key begins after them. */
const EMOJI = `version: 1
name: emoji
default_k: 5
cases:
  - {id: faces, query: "😀😎 locked out", required: [reset-pasword], k: "3"}
  - id: plain
    query: locked out
    required: [reset-password]
    relevnt: {reset-password: 1}
`;

export function writing(step: Step): void {
  step(
    'what is refused is underlined, at the right characters after an emoji',
    async (editor, workbench) => {
      await workbench.write('emoji.corpus.yaml', EMOJI);
      await editor.show('emoji.corpus.yaml');
      await eventually(async () => {
        assert.deepEqual(await editor.underlined(), [
          { line: 5, text: 'reset-pasword' },
          { line: 5, text: '"3"' },
          { line: 9, text: 'relevnt' },
        ]);
      });
      await eventually(async () => {
        const places = (await editor.problems()).map(({ line, column }) => [line, column]);
        assert.deepEqual(places, [
          [5, 54],
          [5, 73],
          [9, 5],
        ]);
      });
      await editor.figure('findings', { x: 352, y: 92, width: 948, height: 550 });
    },
  );

  step('a fix is applied', async (editor) => {
    await editor.goTo(5, 57);
    await editor.applyAction('Replace "reset-pasword" by "reset-password"');
    await eventually(async () => {
      assert.match((await editor.line(5)) ?? '', /required: \[reset-password\]/);
      assert.deepEqual(await editor.underlined(), [
        { line: 5, text: '"3"' },
        { line: 9, text: 'relevnt' },
      ]);
    });
  });

  step('a refused corpus has no digest', async (editor, workbench) => {
    await eventually(async () => {
      assert.deepEqual(await editor.lenses(1), ['no digest: 2 refusals']);
      assert.equal(await editor.status(), '2 refusals · 2 cases');
    });
    await editor.picture('refused');
    await editor.command('View: Revert and Close Editor');
    await workbench.remove('emoji.corpus.yaml');
  });

  step('the digest changes with an edit, and is there again when it is undone', async (editor) => {
    await editor.hidePanel();
    await editor.show('handbook.corpus.yaml');
    const digest = async () => /^(\w{12}) · 24 cases$/.exec(await editor.status())?.[1];
    await eventually(async () => assert.ok(await digest()));
    const before = await digest();
    await eventually(async () => {
      assert.deepEqual(await editor.lenses(1), [`digest ${before} · 24 cases`, 'run all']);
    });

    await editor.goTo(15, 13);
    await editor.type('0');
    await eventually(async () => {
      const after = await digest();
      assert.ok(after);
      assert.notEqual(after, before);
      assert.equal((await editor.lenses(1))[0], `digest ${after} · 24 cases`);
    });
    await editor.press('Control+z');
    await eventually(async () => assert.equal(await digest(), before));
  });

  step('an edit shows at once', async (editor) => {
    await editor.goTo(15, 13);
    const times: number[] = [];
    for (let edit = 0; edit < 6; edit += 1) {
      times.push(await editor.timeKey('x', true), await editor.timeKey('Backspace', false));
    }
    times.sort((one, other) => one - other);
    const median = times[times.length / 2] ?? Number.NaN;
    console.log(
      `From a key to the underline: median ${Math.round(median)} ms of ${times.map(Math.round).join(', ')}; the bar is ${BAR} ms`,
    );
    assert.ok(median <= BUSY * BAR, `${median} ms`);
  });
}
