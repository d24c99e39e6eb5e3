import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KeptRun } from '../src/protocol';
import { inOrder, latestOf, line } from '../src/runs/line';

const RUN: KeptRun = {
  run: '20261201T0512',
  completed: '2026-12-01T05:12:31Z',
  digest: 'a68e13dc1fd3ffff',
  model: 'all-MiniLM-L6-v2',
  isModel: true,
  asked: 25,
  cases: 25,
  means: { recall: 0.886, mrr: 0.9, ndcg: null },
  isBaseline: false,
  comparable: true,
};

describe('a run in the list', () => {
  test('says how well it did and when it was, then what answered', () => {
    const { label, description } = line(RUN, RUN.run);
    assert.equal(label, 'recall 0.89 · 2026-12-01 05:12:31');
    assert.equal(description, 'a68e13dc1fd3 · all-MiniLM-L6-v2');
  });

  test('says how many cases it asked where it did not ask all', () => {
    assert.match(line({ ...RUN, asked: 2 }, undefined).label, /^recall 0\.89 · 2 of 25 cases · /);
  });

  test('says that it is the baseline, and that no model answered', () => {
    const { description } = line({ ...RUN, isBaseline: true, isModel: false }, undefined);
    assert.equal(description, 'baseline · a68e13dc1fd3 · all-MiniLM-L6-v2 (not a model)');
  });

  test('warns of another digest in its tooltip alone', () => {
    assert.doesNotMatch(line(RUN, RUN.run).tooltip, /another digest/);
    assert.match(line({ ...RUN, comparable: false }, RUN.run).tooltip, /another digest/);
  });

  test('is offered what can be done with it', () => {
    assert.equal(line(RUN, RUN.run).kind, 'run ordinary latest');
    assert.equal(line({ ...RUN, isBaseline: true }, 'other').kind, 'run baseline earlier');
  });
});

test('comparisons start from the latest run of all cases', () => {
  assert.equal(latestOf([{ ...RUN, run: 'some', asked: 1 }, RUN]), RUN.run);
  assert.equal(latestOf([]), undefined);
});

test('of two selected runs the earlier is the base, in whichever order they were selected', () => {
  const later = { ...RUN, run: 'later', completed: '2026-12-02T00:00:00Z' };
  assert.deepEqual(inOrder(later, RUN), [RUN, later]);
  assert.deepEqual(inOrder(RUN, later), [RUN, later]);
});
