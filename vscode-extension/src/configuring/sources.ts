/** Files that a configuration can name. Knows nothing of VS Code, so that it is tested without it. */

const DATABASES = ['sqlite', 'sqlite3', 'db'];
export const ROWS = ['jsonl', 'ndjson', 'csv', ...DATABASES];
export const SPECIFICATIONS = ['spec.yaml', 'spec.yml'];

export const PATTERN = `**/*.{${[...ROWS, ...SPECIFICATIONS].join(',')}}`;
/** Where nobody keeps rows. */
export const EXCLUDED = '**/{node_modules,.git,.caselens,.venv,venv,__pycache__}/**';

export function isSpecification(path: string): boolean {
  return endsWith(path, SPECIFICATIONS);
}

/** Whether the rows are in a table of several. */
export function isDatabase(path: string): boolean {
  return endsWith(path, DATABASES);
}

function endsWith(path: string, ends: readonly string[]): boolean {
  return ends.some((end) => path.toLowerCase().endsWith(`.${end}`));
}

/** What is wrong with a reference to a database; empty where nothing is. */
export function wrongReference(text: string): string {
  if (/^(env:[A-Za-z_][A-Za-z0-9_]*|file:\/.+)$/.test(text)) return '';
  return text.includes('://')
    ? 'Not the connection string itself, which is a secret: say where it is kept.'
    : 'Write env:NAME or file:/path.';
}
