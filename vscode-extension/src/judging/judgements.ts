/** What is said of returned rows until it is written. Knows nothing of VS Code, so that it is tested without it. */

import type { Judgement, Returned } from '../protocol';

/** What one key on a row says of it. The digits are where the grade is; 5 is short for a half. */
export const KEYS: Readonly<Record<string, (judged: Judgement) => Judgement>> = {
  '3': graded(3),
  '2': graded(2),
  '1': graded(1),
  '5': graded(0.5),
  '0': (judged) => ({ ...judged, required: false, grade: null }),
  '!': (judged) => ({ ...judged, required: !judged.required }),
};

export function graded(grade: number): (judged: Judgement) => Judgement {
  return (judged) => ({ ...judged, grade });
}

/** The number that a text says; undefined where it is no grade, which is a number above 0. */
export function gradeOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  const value = /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : 0;
  return value > 0 && Number.isFinite(value) ? value : undefined;
}

export class Judgements {
  private readonly said = new Map<string, Judgement>();

  constructor(readonly rows: readonly Returned[]) {}

  /** How a row is judged, with what has been said of it here. */
  of(row: Returned): Judgement {
    const { key, required, grade } = row;
    return this.said.get(key) ?? { key, required, grade };
  }

  change(row: Returned, by: (judged: Judgement) => Judgement): void {
    const judged = by(this.of(row));
    if (judged.required === row.required && judged.grade === row.grade) this.said.delete(row.key);
    else this.said.set(row.key, judged);
  }

  isChanged(row: Returned): boolean {
    return this.said.has(row.key);
  }

  /** What is to be written: all that is another than it was. */
  get changes(): Judgement[] {
    return [...this.said.values()];
  }
}

/** The key that was typed behind what was there; undefined where something else was done. */
export function typed(before: string, now: string): string | undefined {
  const key = now.slice(-1);
  return now.slice(0, -1) === before && key in KEYS ? key : undefined;
}

export function verdict({ required, grade }: Judgement): string {
  const said = [...(required ? ['required'] : []), ...(grade === null ? [] : [`grade ${grade}`])];
  return said.join(' · ') || 'not judged';
}
