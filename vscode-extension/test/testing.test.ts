import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Result } from '../src/protocol';
import { beside, line, outcome } from '../src/testing/outcome';
import { casesOf, filesOf, type Item, question, within } from '../src/testing/selection';

const RESULT: Result = {
  id: 'lost-phone',
  depth: 5,
  required: ['two-step'],
  grades: { 'sign-out': 2, 'new-phone': 3 },
  hits: [{ key: 'sign-out' }, { key: 'two-step' }],
  places: { 'two-step': { rank: 2 }, 'new-phone': { rank: 17 } },
  absent: {},
  missing: [],
  recall: 1,
  reciprocal_rank: 0.5,
  ndcg: null,
  milliseconds: 12.4,
  incomplete: '',
};

describe('what became of a case', () => {
  test('it passed where nothing required is missing', () => {
    assert.deepEqual(outcome(RESULT), { kind: 'passed' });
  });

  test('it failed where something is, and says where that is instead', () => {
    const missed = outcome({
      ...RESULT,
      missing: ['new-phone', 'gone', 'odd', 'new-phone'],
      absent: { gone: 'another generation has it' },
    });
    assert.equal(missed.kind, 'failed');
    assert.equal(
      missed.kind === 'failed' && missed.said,
      'not in the top 5: new-phone (rank 17), gone (another generation has it), odd (it has no row)',
    );
  });

  test('what is expected is what is required, then by grade; what came is by rank', () => {
    const missed = outcome({ ...RESULT, missing: ['two-step'] });
    assert.ok(missed.kind === 'failed');
    assert.equal(missed.expected, 'two-step\nnew-phone\nsign-out');
    assert.equal(missed.actual, 'sign-out\ntwo-step');
    assert.equal(
      beside('"two-step" is missed', missed),
      '"two-step" is missed\n\nExpected:\n  two-step\n  new-phone\n  sign-out\n\nReturned:\n  sign-out\n  two-step',
    );
  });

  test('an endless grade comes before those that end', () => {
    const grades = { 'new-phone': 3, 'sign-out': 'Infinity' };
    const missed = outcome({ ...RESULT, required: [], grades, missing: ['new-phone'] });
    assert.ok(missed.kind === 'failed');
    assert.equal(missed.expected, 'sign-out\nnew-phone');
  });

  test('it is an error where it was not asked, whatever is missing', () => {
    const found = outcome({
      ...RESULT,
      incomplete: 'the query is too long',
      missing: ['two-step'],
    });
    assert.deepEqual(found, { kind: 'errored', said: 'not asked: the query is too long' });
  });

  test('one line tells all of it', () => {
    assert.equal(line(RESULT), '✓ lost-phone: recall 1.00  RR 0.50  NDCG –  12 ms');
    assert.match(
      line({ ...RESULT, missing: ['gone'] }),
      /^✗ lost-phone: not in the top 5: gone .* ms$/,
    );
    assert.equal(line({ ...RESULT, incomplete: 'no' }), '! lost-phone: not asked: no');
  });
});

class Node implements Item<Node> {
  readonly children: [string, Node][] = [];
  constructor(
    readonly id: string,
    readonly parent: Node | undefined = undefined,
  ) {
    parent?.children.push([id, this]);
  }
}

describe('what is selected', () => {
  const one = new Node('one');
  const two = new Node('two');
  const [a, b, c] = [new Node('a', one), new Node('b', one), new Node('c', one)];
  const d = new Node('d', two);

  test('is everything where nothing is', () => {
    assert.deepEqual(filesOf([one, two], {}), [one, two]);
    assert.deepEqual(casesOf(one, {}), [a, b, c]);
  });

  test('is each file once, whichever of its cases are', () => {
    assert.deepEqual(filesOf([one, two], { include: [b, a, one] }), [one]);
  });

  test('is in the order of the file', () => {
    assert.deepEqual(casesOf(one, { include: [c, d, a] }), [a, c]);
  });

  test('is never what is excluded, be it a case or a file', () => {
    assert.deepEqual(casesOf(one, { include: [one], exclude: [b] }), [a, c]);
    assert.deepEqual(casesOf(one, { include: [a], exclude: [one] }), []);
    assert.deepEqual(filesOf([one, two], { exclude: [one] }), [two]);
  });

  test('of one file is what concerns it; with nothing included, the file', () => {
    assert.deepEqual(within(one, { include: [a, d], exclude: [d] }), { include: [a], exclude: [] });
    assert.deepEqual(within(one, {}), { include: [one], exclude: undefined });
  });

  test('is one request, which names cases only where they are not all', () => {
    assert.deepEqual(question('file:///x', ['a', 'b'], false), {
      command: 'caselens.runCases',
      args: ['file:///x', ['a', 'b']],
    });
    assert.deepEqual(question('file:///x', ['a'], true), {
      command: 'caselens.runAll',
      args: ['file:///x'],
    });
  });
});
