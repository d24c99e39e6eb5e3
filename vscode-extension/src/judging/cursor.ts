/** The case that the cursor is in. Knows nothing of VS Code, so that it is tested without it. */

import type { Case } from '../protocol';

/** Ranges end at the beginning of the next line, where another case may begin, or none. */
export function caseAt(cases: readonly Case[], line: number): Case | undefined {
  const last = cases.filter(({ range }) => range.start.line <= line).at(-1);
  return last && line <= last.range.end.line ? last : undefined;
}
