import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Status } from '../src/protocol';
import { details, words } from '../src/status/words';

const DIGEST = 'a68e13dc1fd3'.padEnd(64, '0');

const STATUS: Status = {
  uri: 'file:///handbook.corpus.yaml',
  version: 3,
  digest: DIGEST,
  refusals: 0,
  cases: 24,
  answered: 24,
  recall: 0.886,
  mrr: 0.9,
  ndcg: null,
  isModel: true,
  outdated: false,
  running: '',
  run: '20261201T0512',
  base: 'the baseline of 2026-11-30',
};
const UNASKED = { ...STATUS, answered: 0, recall: null, mrr: null, run: '', base: '' };
const REFUSED = { ...UNASKED, digest: '', refusals: 2 };

describe('the status item says', () => {
  test('the short digest, how many cases, and how well they did', () => {
    assert.equal(words(STATUS), '$(beaker) a68e13dc1fd3 · 24 cases · recall 0.89');
  });

  test('nothing of results where there are none', () => {
    assert.equal(words({ ...UNASKED, cases: 1 }), '$(beaker) a68e13dc1fd3 · 1 case');
  });

  test('of how many cases the recall is, where it is not of all', () => {
    assert.match(words({ ...STATUS, answered: 5 }), /recall 0\.89 \(5 of 24\)$/);
  });

  test('that a number is no model’s, or no longer true', () => {
    assert.match(words({ ...STATUS, isModel: false }), / · not a model$/);
    assert.match(words({ ...STATUS, outdated: true }), / · outdated$/);
  });

  test('how far a run is, and nothing else meanwhile', () => {
    assert.equal(words({ ...STATUS, running: 'asking 3 of 24' }), '$(sync~spin) asking 3 of 24');
  });

  test('how much is refused, and of what is still being read that it is', () => {
    assert.equal(words(REFUSED), '$(error) 2 refusals · 24 cases');
    assert.equal(words({ ...REFUSED, refusals: 0 }), '$(loading~spin) reading · 24 cases');
  });
});

describe('its tooltip says', () => {
  test('the whole digest and all means', () => {
    const said = details('handbook.corpus.yaml', STATUS);
    assert.ok(said.includes(`\`${DIGEST}\``));
    assert.ok(said.includes('24 cases, all with a result\n\nrecall 0.89 · MRR 0.90 · NDCG –'));
    assert.ok(said.includes('`20261201T0512`'));
    assert.ok(said.includes('the baseline of 2026\\-11\\-30'));
    assert.ok(said.includes('copies the digest'));
  });

  test('what a number is worth', () => {
    assert.match(details('x', { ...STATUS, isModel: false }), /stands in for a model/);
    assert.match(details('x', { ...STATUS, outdated: true }), /changed since/);
    assert.match(details('x', { ...STATUS, answered: 5 }), /24 cases, 5 with a result/);
  });

  test('why there is no digest, and what a click does instead', () => {
    const said = details('x', REFUSED);
    assert.match(said, /No digest: 2 findings/);
    assert.match(said, /24 cases, none asked/);
    assert.match(said, /shows what is refused/);
    assert.match(details('x', { ...REFUSED, refusals: 0 }), /being read/);
  });

  test('the name of a file as text, whatever is in it', () => {
    assert.ok(
      details('[a](command:x) $(bug) *', STATUS).startsWith(
        '**\\[a\\]\\(command:x\\) \\$\\(bug\\) \\***',
      ),
    );
  });
});
