import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDatabase, isSpecification, wrongReference } from '../src/configuring/sources';
import { ask, BACK, type Step } from '../src/configuring/steps';

interface Answers {
  readonly folder: string;
  readonly rows: string;
}

/** Asks for a folder, then for rows, and is told these in turn; notes each question with its number. */
function answering(...told: (string | typeof BACK | undefined)[]) {
  const asked: string[] = [];
  const question =
    (field: keyof Answers): Step<Partial<Answers>> =>
    async (_, number) => {
      asked.push(`${number} ${field}`);
      const answer = told.shift();
      return typeof answer === 'string' ? { [field]: answer } : answer;
    };
  const next = ({ folder, rows }: Partial<Answers>) =>
    folder === undefined ? question('folder') : rows === undefined ? question('rows') : undefined;
  return { asked, answers: ask<Answers>(next) };
}

describe('questions', () => {
  test('are asked in turn, with their numbers', async () => {
    const { asked, answers } = answering('a', 'b');
    assert.deepEqual(await answers, { folder: 'a', rows: 'b' });
    assert.deepEqual(asked, ['1 folder', '2 rows']);
  });

  test('can be gone back to, and answered otherwise', async () => {
    const { asked, answers } = answering('a', BACK, 'c', 'd');
    assert.deepEqual(await answers, { folder: 'c', rows: 'd' });
    assert.deepEqual(asked, ['1 folder', '2 rows', '1 folder', '2 rows']);
  });

  test('can be left', async () => {
    assert.equal(await answering('a', undefined).answers, undefined);
  });

  test('stay at the first where there is none before it', async () => {
    assert.deepEqual(await answering(BACK, 'a', 'b').answers, { folder: 'a', rows: 'b' });
  });
});

test('a specification is known by the end of its name', () => {
  assert.ok(isSpecification('/a/handbook.spec.yaml'));
  assert.ok(isSpecification('/a/Handbook.SPEC.YML'));
  assert.ok(!isSpecification('/a/handbook.jsonl'));
});

test('what has tables is known by the end of its name', () => {
  for (const path of ['/a/rows.db', '/a/rows.SQLite', '/a.b/rows.sqlite3'])
    assert.ok(isDatabase(path));
  for (const path of ['/a/rows.jsonl', '/a/db', '/a.db/rows.csv']) assert.ok(!isDatabase(path));
});

test('a database is named by a reference, never by its connection string', () => {
  assert.equal(wrongReference('env:DATABASE_URL'), '');
  assert.equal(wrongReference('file:/run/secrets/db'), '');
  assert.match(wrongReference('postgresql://me:secret@localhost/db'), /secret/);
  assert.match(wrongReference('DATABASE_URL'), /env:NAME/);
});
