import assert from 'node:assert/strict';
import { test } from 'node:test';
import { about } from '../src/about';

const RUNNING = {
  extension: '0.1.0',
  started: ['/a b/caselens', 'serve', '--stdio'],
  server: { name: 'caselens', version: '0.3.0' },
};

test('what is running is told with both versions and the command', () => {
  assert.equal(
    about(RUNNING),
    'Caselens extension 0.1.0, server caselens 0.3.0, started by: "/a b/caselens" serve --stdio',
  );
});

test('what is not is told apart: nothing found, and nothing that answers', () => {
  assert.equal(
    about({ ...RUNNING, started: undefined, server: undefined }),
    'Caselens extension 0.1.0. No server was found.',
  );
  assert.match(
    about({ ...RUNNING, server: undefined }),
    /does not answer.*: "\/a b\/caselens" serve/,
  );
});

test('a server need not tell its version', () => {
  assert.match(
    about({ ...RUNNING, server: { name: 'other' } }),
    /server other of no known version/,
  );
});
