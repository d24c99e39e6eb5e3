/** The questions whose answers make a configuration. */

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Connection } from '../connection';
import type { Columns } from '../protocol';
import { type Choice, pickMany, pickOne, separator, write } from './inputs';
import { EXCLUDED, isDatabase, isSpecification, PATTERN, ROWS, wrongReference } from './sources';
import { BACK, type Step } from './steps';

export interface Answers {
  readonly folder: vscode.Uri;
  /** A file of rows, or a specification. */
  readonly source: vscode.Uri;
  /** Where the file is a database. */
  readonly table: string;
  readonly columns: Columns;
  readonly keyFields: readonly string[];
  readonly inputFields: readonly string[];
  readonly model: string;
  readonly database: string;
}

type Question = Step<Partial<Answers>>;

const TITLE = 'Create Caselens Configuration';
const OF_ROWS = 5;
const OF_SPECIFICATION = 3;
const MOST_FOUND = 200;

/** What is still to be asked; nothing where all is known. */
export function nextQuestion(server: Connection, known: Partial<Answers>): Question | undefined {
  if (!known.folder) return pickFolder;
  if (!known.source) return pickSource;
  if (isSpecification(known.source.path)) return known.database ? undefined : writeDatabase;
  if (isDatabase(known.source.path) && !known.table) return pickTable(server);
  if (!known.keyFields) return pickKeys(server);
  if (!known.inputFields) return pickInputs;
  return known.model ? undefined : pickModel;
}

const pickFolder: Question = async (_, step) => {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
    label: name,
    description: uri.fsPath,
    value: uri,
  }));
  const other = { label: 'Another Folder…', value: undefined };
  const placeholder = 'The folder above the corpora: caselens.yaml will stand in it';
  const picked = await pickOne({ title: TITLE, step, placeholder }, [...folders, other]);
  if (picked === undefined || picked === BACK) return picked;
  const folder = picked.value ?? (await browse({ canSelectFolders: true, canSelectFiles: false }));
  if (!folder) return BACK;
  if (await exists(vscode.Uri.joinPath(folder, 'caselens.yaml'))) {
    throw new Error(`there is a caselens.yaml in ${folder.fsPath} already`);
  }
  return { folder };
};

const pickSource: Question = async ({ folder }, step) => {
  if (!folder) return BACK;
  const pattern = new vscode.RelativePattern(folder, PATTERN);
  const found = await vscode.workspace.findFiles(pattern, EXCLUDED, MOST_FOUND);
  const listed = (specifications: boolean): Choice<vscode.Uri | undefined>[] =>
    found
      .filter((uri) => isSpecification(uri.path) === specifications)
      .map((value) => ({ label: path.posix.relative(folder.path, value.path), value }))
      .sort((one, other) => one.label.localeCompare(other.label));
  const choices = [
    separator('Rows in a file'),
    ...listed(false),
    separator('Rows in PostgreSQL, as a specification says'),
    ...listed(true),
    separator(''),
    { label: 'Another File…', value: undefined },
  ];
  const placeholder = 'What do the corpora ask for?';
  const picked = await pickOne({ title: TITLE, step, placeholder }, choices);
  if (picked === undefined || picked === BACK) return picked;
  const files = { 'Rows or a specification': [...ROWS, 'yaml', 'yml'] };
  const source = picked.value ?? (await browse({ defaultUri: folder, filters: files }));
  return source ? { source } : BACK;
};

const writeDatabase: Question = async (_, step) => {
  const database = await write(
    { title: TITLE, step, of: OF_SPECIFICATION, placeholder: 'env:DATABASE_URL' },
    'Where the connection string of the database is kept: env:NAME or file:/path',
    wrongReference,
  );
  return typeof database === 'string' ? { database } : database;
};

const pickTable =
  (server: Connection): Question =>
  async ({ source }, step) => {
    const { tables } = await server.ask<Columns>('caselens.columns', [source?.toString()]);
    const choices = tables.map((value) => ({ label: value, value }));
    const placeholder = 'The table or view that the rows are in';
    const picked = await pickOne(
      { title: TITLE, step, of: questionsOf(true), placeholder },
      choices,
    );
    return picked === undefined || picked === BACK ? picked : { table: picked.value };
  };

const pickKeys =
  (server: Connection): Question =>
  async ({ source, table = '' }, step) => {
    const columns = await server.ask<Columns>('caselens.columns', [source?.toString(), table]);
    const choices = columns.fields.map((value) => {
      const description = columns.keys.includes(value) ? 'tells all rows apart' : '';
      return { label: value, description, value, picked: value === columns.keys[0] };
    });
    const placeholder = 'The fields that make up the key of a row';
    const of = questionsOf(table);
    const keyFields = await pickMany({ title: TITLE, step, of, placeholder }, choices);
    return Array.isArray(keyFields) ? { columns, keyFields } : keyFields;
  };

const pickInputs: Question = async ({ columns, table, keyFields = [] }, step) => {
  const choices = (columns?.fields ?? []).map((value) => {
    return { label: value, value, picked: !keyFields.includes(value) };
  });
  const placeholder = 'The fields that are embedded, in this order';
  const of = questionsOf(table);
  const inputFields = await pickMany({ title: TITLE, step, of, placeholder }, choices);
  return Array.isArray(inputFields) ? { inputFields } : inputFields;
};

const pickModel: Question = async ({ table }, step) => {
  const of = questionsOf(table);
  const picked = await pickOne(
    { title: TITLE, step, of, placeholder: 'The model that embeds rows and questions' },
    [
      { label: 'MiniLM-L6', description: 'comes with caselens[offline]', value: 'minilm' },
      { label: 'Hashing', description: 'a stand-in for tests, no model', value: 'hashing' },
    ],
  );
  return picked === undefined || picked === BACK ? picked : { model: picked.value };
};

/** How many questions there are about rows; about a database one more. */
function questionsOf(table: unknown): number {
  return table ? OF_ROWS + 1 : OF_ROWS;
}

async function browse(options: vscode.OpenDialogOptions): Promise<vscode.Uri | undefined> {
  return (
    await vscode.window.showOpenDialog({ title: TITLE, openLabel: 'Choose', ...options })
  )?.[0];
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
