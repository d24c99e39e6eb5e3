/** Cases, asked from the editor. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../editor';
import { HANDBOOK } from '../repository';
import type { Step } from '../suite';

/** Long enough to be cancelled, on any machine. */
const MANY_ROWS = 20_000;

const ONE_RUN = 45_000;

export function running(step: Step): void {
  step(
    'a case is run by its lens, which then tells its rank, as hints do after its keys',
    async (editor) => {
      await editor.show('handbook.corpus.yaml');
      await editor.goTo(24);
      await editor.clickLens(24, 'run');
      await eventually(async () => {
        const [, became] = await editor.lenses(24);
        assert.match(became ?? '', /^rank 1 · recall 1\.00 {2}RR 1\.00 {2}NDCG \d\.\d\d · \d+ ms$/);
      }, ONE_RUN);
      await eventually(async () => {
        assert.match((await editor.line(26)) ?? '', /required: \[lost-two-step-device ?rank 1\]/);
        assert.match((await editor.line(29)) ?? '', /sign-out-everywhere ?rank \d+.*: 2/);
      });
    },
  );

  step('what a case misses is told on its key', async (editor) => {
    const corpus = await readFile(join(HANDBOOK, 'handbook.corpus.yaml'), 'utf8');
    const lines = corpus.split('\n');
    const line = lines.findIndex((text) => text.includes('[compost-heap]')) + 1;
    const id = line - 2;
    await editor.goTo(line);
    await editor.clickLens(id, 'run');
    await eventually(async () => {
      assert.match(
        (await editor.lenses(id)).at(-1) ?? '',
        /^missed 1 of 1 required · rank 10, beyond k 5/,
      );
    }, ONE_RUN);
    await eventually(async () => {
      const missed = (await editor.problems()).filter((problem) => problem.line === line);
      assert.deepEqual(
        missed.map(({ severity, column }) => ({ severity, column })),
        [{ severity: 'Warning', column: 16 }],
      );
      assert.match(missed[0]?.message ?? '', /compost-heap/);
    });
    assert.deepEqual(await editor.underlined('warning'), [{ line, text: 'compost-heap' }]);
  });

  step('a run that lasts is cancelled by its lens', async (editor, workbench) => {
    const rows = Array.from({ length: MANY_ROWS }, (_, number) =>
      JSON.stringify({
        id: `row-${number}`,
        title: `Plot ${number}`,
        body: `The ${number}th plot.`,
      }),
    );
    await workbench.write('long/long.jsonl', `${rows.join('\n')}\n`);
    await workbench.write('long/caselens.yaml', LONG);
    await workbench.write('long/long.corpus.yaml', LONG_CORPUS);
    await editor.show('long.corpus.yaml');
    await editor.clickLens(1, 'run all');

    const cancel = async () => (await editor.lenses(1)).find((text) => text.endsWith(' · cancel'));
    await eventually(async () => {
      assert.match(await editor.status(), /^embedding [\d,]+ of 20,000$/);
      assert.ok(await cancel());
    }, ONE_RUN);
    await editor.picture('running');
    await eventually(async () => editor.clickLens(1, (await cancel()) ?? ''));
    await eventually(async () => {
      assert.deepEqual((await editor.lenses(1)).slice(1), ['run all']);
      assert.deepEqual(await editor.lenses(6), ['run']);
    });
    await editor.picture('cancelled');
    await editor.command('View: Close Editor');
    await workbench.remove('long');
  });
}

const LONG = `version: 1
generations:
  - name: long
    corpora: ["*.corpus.yaml"]
    rows: long.jsonl
    key_fields: [id]
    input_fields: [title, body]
    model: minilm
`;

const LONG_CORPUS = `# Asked of many rows.
version: 1
name: long
default_k: 5
cases:
  - id: first
    query: which plot is the first?
    required: [row-1]
`;
