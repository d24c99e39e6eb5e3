/** Figures as they are written everywhere. Knows nothing of VS Code, so that it is tested without it. */

/** Characters of a digest that tell it from any other in practice; the command line shows as many. */
const SHORT = 12;

export function short(digest: string): string {
  return digest.slice(0, SHORT);
}

/** A measure; null is one of nothing. */
export function decimals(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}
