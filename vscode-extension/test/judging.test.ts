import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { caseAt } from '../src/judging/cursor';
import { graded, gradeOf, Judgements, KEYS, typed, verdict } from '../src/judging/judgements';
import type { Case, Returned } from '../src/protocol';

const PAY: Returned = {
  key: 'pay-rent',
  rank: 1,
  score: 0.5,
  text: 'Paying rent',
  required: true,
  grade: 3,
};
const GATE: Returned = { ...PAY, key: 'gate', rank: 2, required: false, grade: null };

function press(judgements: Judgements, row: Returned, ...keys: string[]): void {
  for (const key of keys) judgements.change(row, KEYS[key] ?? assert.fail(`no key ${key}`));
}

describe('of what is said of rows', () => {
  test('that is written which is another than it was', () => {
    const judgements = new Judgements([PAY, GATE]);
    press(judgements, PAY, '3');
    press(judgements, GATE, '5', '!');
    assert.deepEqual(judgements.changes, [{ key: 'gate', required: true, grade: 0.5 }]);
  });

  test('the last counts', () => {
    const judgements = new Judgements([PAY, GATE]);
    press(judgements, GATE, '3', '1');
    assert.deepEqual(judgements.changes, [{ key: 'gate', required: false, grade: 1 }]);
    press(judgements, GATE, '0');
    assert.deepEqual(judgements.changes, []);
  });

  test('a row that is not relevant is not required either', () => {
    const judgements = new Judgements([PAY]);
    press(judgements, PAY, '0');
    assert.deepEqual(judgements.changes, [{ key: 'pay-rent', required: false, grade: null }]);
  });

  test('a grade leaves it required', () => {
    const judgements = new Judgements([PAY]);
    judgements.change(PAY, graded(2.5));
    assert.equal(verdict(judgements.of(PAY)), 'required · grade 2.5');
  });
});

test('a key judges where it was typed behind what was looked for', () => {
  assert.equal(typed('', '3'), '3');
  assert.equal(typed('water', 'water!'), '!');
  assert.equal(typed('', 'w'), undefined);
  assert.equal(typed('water', 'wate'), undefined);
  assert.equal(typed('', '33'), undefined);
  assert.equal(typed('3a', '3'), undefined);
});

test('a grade is a number above 0, with a point or a comma', () => {
  assert.equal(gradeOf(' 2,5 '), 2.5);
  assert.equal(gradeOf('.5'), 0.5);
  for (const text of ['', '0', '-1', 'x', '1e9', 'Infinity', '1.2.3']) {
    assert.equal(gradeOf(text), undefined, text);
  }
});

test('the cursor is in the case that begins on its line, not in the one that ends before it', () => {
  const at = (id: string, start: number, end: number): Case => ({
    id,
    query: '',
    refused: '',
    range: { start: { line: start, character: 0 }, end: { line: end, character: 0 } },
  });
  const cases = [at('one', 2, 5), at('two', 5, 8), at('three', 9, 12)];
  const found = Array.from({ length: 14 }, (_, line) => caseAt(cases, line)?.id);
  assert.deepEqual(found.slice(0, 5), [undefined, undefined, 'one', 'one', 'one']);
  assert.deepEqual(found.slice(5, 9), ['two', 'two', 'two', 'two']);
  assert.deepEqual(found.slice(9), ['three', 'three', 'three', 'three', undefined]);
});
