import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { page, themed } from '../src/report/page';

const POLICY = 'default-src &#x27;none&#x27;; style-src &#x27;sha256-own&#x27;; img-src data:';
const REPORT = `<html><head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="${POLICY}"/><style>a {}</style></head><body>$&amp;</body></html>`;

/** What the policy of a page allows, quotes spelt out. */
function policy(html: string): string {
  return (/Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll(
    '&#x27;',
    "'",
  );
}

function hash(style = ''): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

function styles(html: string): string[] {
  return [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style]) => style ?? '');
}

describe("the server's page", () => {
  test('gets one style more, which comes last and which its policy names by hash', () => {
    const html = themed(REPORT);
    const [own, theme, ...more] = styles(html);
    assert.equal(own, 'a {}');
    assert.match(theme ?? '', /--paper: var\(--vscode-editor-background\)/);
    // High contrast has no such background, and its readers look for the shade that the legend tells of.
    assert.match(theme ?? '', /--shade: var\(--vscode-[\w-]+, color-mix\(/);
    assert.deepEqual(more, []);
    assert.equal(
      policy(html),
      `default-src 'none'; style-src ${hash(theme)} 'sha256-own'; img-src data:`,
    );
  });

  test('is otherwise as it was', () => {
    assert.ok(themed(REPORT).endsWith('</head><body>$&amp;</body></html>'));
  });

  test('is not shown without a policy', () => {
    assert.throws(() => themed('<html><head></head></html>'), /no policy/);
  });
});

test('a page of our own allows its style and nothing else', () => {
  const html = page('<p>rank 2</p>');
  const [style] = styles(html);
  assert.equal(
    policy(html),
    `default-src 'none'; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`,
  );
  assert.match(html, /<body><p>rank 2<\/p><\/body>/);
});
