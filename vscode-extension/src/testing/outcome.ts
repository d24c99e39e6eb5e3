/** What became of a case, in the terms of a test. Knows nothing of VS Code, so that it is tested without it. */

import { decimals } from '../figures';
import type { Result } from '../protocol';

export interface Failure {
  readonly kind: 'failed';
  readonly said: string;
  /** The keys that were expected, and those that were returned, one a line, the best first. */
  readonly expected: string;
  readonly actual: string;
}

export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'errored'; readonly said: string }
  | Failure;

export function outcome(result: Result): Outcome {
  if (result.incomplete) return { kind: 'errored', said: `not asked: ${result.incomplete}` };
  if (result.missing.length === 0) return { kind: 'passed' };
  const missed = [...new Set(result.missing)].map((key) => `${key} (${place(result, key)})`);
  return {
    kind: 'failed',
    said: `not in the top ${result.depth}: ${missed.join(', ')}`,
    expected: expected(result).join('\n'),
    actual: result.hits.map(({ key }) => key).join('\n'),
  };
}

/** What is said of a failure, and below it what was expected and what came; beside a line there is room for the first. */
export function beside(said: string, { expected, actual }: Failure): string {
  const listed = (keys: string) => keys.replace(/^/gm, '  ');
  return [said, '', 'Expected:', listed(expected), '', 'Returned:', listed(actual)].join('\n');
}

/** What became of a case in one line, for the output of a run. */
export function line(result: Result): string {
  const found = outcome(result);
  if (found.kind === 'errored') return `! ${result.id}: ${found.said}`;
  const measures = [
    `recall ${decimals(result.recall)}`,
    `RR ${decimals(result.reciprocal_rank)}`,
    `NDCG ${decimals(result.ndcg)}`,
    `${result.milliseconds.toFixed(0)} ms`,
  ].join('  ');
  return found.kind === 'passed'
    ? `✓ ${result.id}: ${measures}`
    : `✗ ${result.id}: ${found.said}  ${measures}`;
}

/** By grade where there are grades; what is required without one comes first, for it may not be missed. */
function expected({ required, grades }: Result): string[] {
  // An endless grade is text.
  const grade = (key: string) => {
    const written = grades[key];
    return typeof written === 'number' ? written : Number.POSITIVE_INFINITY;
  };
  const keys = [...new Set([...required, ...Object.keys(grades)])];
  // Endless ones have no difference to sort by.
  return keys.sort((a, b) => (grade(a) === grade(b) ? 0 : grade(b) - grade(a)));
}

function place({ places, absent }: Result, key: string): string {
  const rank = places[key]?.rank;
  return rank === undefined ? (absent[key] ?? 'it has no row') : `rank ${rank}`;
}
