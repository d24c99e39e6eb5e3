import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { describing } from '../schemas.mjs';

interface Schema {
  readonly [word: string]: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** What a schema says, of whatever it is, without the names of fields. */
function* said(schema: Schema): Generator<string> {
  yield* Object.keys(schema);
  const parts = [schema.items ?? {}, ...Object.values({ ...schema.properties, ...schema.$defs })];
  for (const part of parts) if (Object.keys(part).length > 0) yield* said(part);
}

const WORDS = [
  '$defs',
  '$ref',
  'default',
  'description',
  'examples',
  'items',
  'properties',
  'title',
];

for (const name of ['corpus', 'caselens']) {
  describe(`what other tools get of the schema "${name}"`, () => {
    const whole: Schema = JSON.parse(readFileSync(`../schema/${name}.schema.json`, 'utf8'));
    const part = describing(whole) as Schema;

    test('has nothing that a file could break', () => {
      assert.ok([...said(whole)].includes('required'));
      const others = [...said(part)].filter((word) => !WORDS.includes(word));
      assert.deepEqual(others, []);
    });

    test('has every field, and what it is', () => {
      assert.deepEqual(Object.keys(part.properties ?? {}), Object.keys(whole.properties ?? {}));
      assert.deepEqual(Object.keys(part.$defs ?? {}), Object.keys(whole.$defs ?? {}));
      assert.equal(part.description, whole.description);
      for (const [field, one] of Object.entries(whole.properties ?? {})) {
        assert.equal(part.properties?.[field]?.description, one.description, field);
      }
    });
  });
}

test('a field that is called as a word of schemas stays a field', () => {
  const schema = { properties: { required: { type: 'array', description: 'keys', items: {} } } };
  assert.deepEqual(describing(schema), {
    properties: { required: { description: 'keys', items: {} } },
  });
});
