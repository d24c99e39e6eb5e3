/** What the server's commands answer; docs/commands.md says what each means. */

import type { Range } from 'vscode-languageclient/node';

export interface Means {
  readonly recall: number | null;
  readonly mrr: number | null;
  readonly ndcg: number | null;
}

export interface Status extends Means {
  readonly uri: string;
  readonly version: number;
  readonly digest: string;
  readonly refusals: number;
  readonly cases: number;
  readonly answered: number;
  readonly isModel: boolean;
  readonly outdated: boolean;
  readonly running: string;
  readonly run: string;
  readonly base: string;
}

export interface Case {
  readonly id: string;
  readonly query: string;
  readonly range: Range;
  /** Why the case cannot be run; empty where it can. */
  readonly refused: string;
}

/** What came of one case, as schema/run.schema.json has it; the fields that are looked at here. */
export interface Result {
  readonly id: string;
  readonly depth: number;
  readonly required: readonly string[];
  readonly grades: Readonly<Record<string, number | string>>;
  readonly hits: readonly { readonly key: string }[];
  readonly places: Readonly<Record<string, { readonly rank: number }>>;
  readonly absent: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
  readonly recall: number | null;
  readonly reciprocal_rank: number | null;
  readonly ndcg: number | null;
  readonly milliseconds: number;
  /** Why the case could not be asked; empty where it was. */
  readonly incomplete: string;
}

/** What came of a run; of it, the cases are looked at here. */
export interface Ran {
  readonly cases: readonly Result[];
}

export interface KeptRun {
  readonly run: string;
  readonly completed: string;
  readonly digest: string;
  readonly model: string;
  readonly isModel: boolean;
  readonly asked: number;
  readonly cases: number;
  readonly means: Means;
  readonly isBaseline: boolean;
  readonly comparable: boolean;
}

export interface Report {
  readonly title: string;
  readonly html: string;
}

/** A row that a case's last run returned, or one that it expects; `rank` is null where there is no such row. */
export interface Returned {
  readonly key: string;
  readonly rank: number | null;
  readonly score: number | null;
  readonly text: string;
  readonly required: boolean;
  readonly grade: Grade;
}

/** What a row counts; an endless one is text, and null where it counts nothing. */
export type Grade = number | string | null;

export interface Judgement {
  readonly key: string;
  readonly required: boolean;
  readonly grade: Grade;
}

/** The columns of a file of rows; `keys` are those that tell all rows apart. A database has `tables` first. */
export interface Columns {
  readonly tables: readonly string[];
  readonly fields: readonly string[];
  readonly keys: readonly string[];
}
