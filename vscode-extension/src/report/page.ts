/** Pages for a webview: no script, nothing from elsewhere. Knows nothing of VS Code, so that it is tested without it. */

import { createHash } from 'node:crypto';

/** The colours of the server's page, by those of the theme; where the theme has none, the page's own are left. */
const COLOURS = `
:root {
  --paper: var(--vscode-editor-background);
  --ink: var(--vscode-editor-foreground);
  --quiet: var(--vscode-descriptionForeground);
  --line: var(--vscode-panel-border);
  --edge: var(--vscode-descriptionForeground);
  --shade: var(--vscode-list-inactiveSelectionBackground, color-mix(in srgb, var(--ink) 25%, transparent));
  --good: var(--vscode-gitDecoration-addedResourceForeground, var(--vscode-editor-foreground));
  --bad: var(--vscode-errorForeground);
  --mark: var(--vscode-charts-blue);
  --link: var(--vscode-textLink-foreground);
}
:root:has(.vscode-light, .vscode-high-contrast-light) { color-scheme: light; }
:root:has(.vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light)) { color-scheme: dark; }
html { font: var(--vscode-font-size)/1.5 var(--vscode-font-family); }
`;

/** What Markdown becomes has few elements, and no page around it. */
const TEXT = `${COLOURS}
html { background: var(--paper); color: var(--ink); }
body { padding: 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .15rem .8rem .15rem 0; border-bottom: 1px solid var(--line); }
`;

/** The server's page in the colours of the theme. Its own policy is kept, and lets in this one style more. */
export function themed(html: string): string {
  const policy = /(<meta http-equiv="Content-Security-Policy" content="[^"]*?style-src )/;
  if (!policy.test(html)) throw new Error('the report has no policy for its content');
  return html
    .replace(policy, (found) => `${found}${allowed(COLOURS)} `)
    .replace('</head>', () => `<style>${COLOURS}</style></head>`);
}

/** A page of its own for a few elements. */
export function page(body: string): string {
  const policy = `default-src 'none'; style-src ${allowed(TEXT)}; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${TEXT}</style></head><body>${body}</body></html>
`;
}

function allowed(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
