/** What the active editor shows, read off the page it is drawn on. */

/** A line as it is drawn: with the hints between its words. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Characters with a wavy line below them. */
export interface Underlined {
  readonly line: number;
  readonly text: string;
  readonly severity: string;
}

/** Where on the page something can be clicked. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A part of what stands above a line. */
export interface Lens extends Place {
  readonly line: number;
  readonly text: string;
}

/** What stands before a line, by which it is run. */
export interface Glyph extends Place {
  readonly line: number;
  /** As "run", "passed" or "failed". */
  readonly shows: string;
}

export interface Screen {
  readonly lines: Line[];
  readonly underlined: Underlined[];
  readonly lenses: Lens[];
  readonly glyphs: Glyph[];
}

/** What is in view. Runs in the page, so it holds all that it needs. */
export function readScreen(): Screen {
  const editor = document.querySelector('.editor-group-container.active .editor-instance');
  const all = (selector: string) => [...(editor?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const drawn = all('.view-lines > .view-line');
  const numbers = new Map(
    all('.margin-view-overlays > div').map((row) => [
      row.style.top,
      Number(row.querySelector('.line-numbers')?.textContent),
    ]),
  );
  const numberOf = (line: HTMLElement) => numbers.get(line.style.top) ?? 0;
  const middle = (part: Element) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

  const lines = drawn
    .map((line) => ({ number: numberOf(line), text: plain(line.textContent) }))
    .sort((one, other) => one.number - other.number);

  const underlined = all('.view-overlays .cdr[class*="squiggly-"]').flatMap((mark) => {
    const { left, right, bottom } = mark.getBoundingClientRect();
    const line = drawn.find((one) => {
      const box = one.getBoundingClientRect();
      return box.top < bottom && bottom <= box.bottom + 1;
    });
    if (!line) return [];
    const severity = /squiggly-(\w+)/.exec(mark.className)?.[1] ?? '';
    return [{ line: numberOf(line), text: plain(between(line, left, right)), severity }];
  });

  const lenses = all('.codelens-decoration').flatMap((lens) => {
    // Those that are out of view are still there, unseen.
    if (!lens.checkVisibility({ visibilityProperty: true })) return [];
    const { bottom } = lens.getBoundingClientRect();
    const away = (line: HTMLElement) => Math.abs(line.getBoundingClientRect().top - bottom);
    const [below] = drawn.toSorted((one, other) => away(one) - away(other));
    if (!below || away(below) > 5) return [];
    return [...lens.children].flatMap((part) => {
      const text = plain(part.textContent);
      if (text === ' | ') return [];
      return [{ line: numberOf(below), text, ...middle(part) }];
    });
  });

  const glyphs = all('.testing-run-glyph').map((glyph) => {
    const shows = /codicon-testing-(\w+)-icon/.exec(glyph.className)?.[1] ?? '';
    return { line: numberOf(glyph), shows, ...middle(glyph) };
  });

  lenses.sort((one, other) => one.line - other.line);
  return { lines, underlined, lenses, glyphs };

  /** The characters of a line whose middle is between two places of the page. */
  function between(line: HTMLElement, from: number, to: number): string {
    const range = document.createRange();
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let found = '';
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let start = 0;
      // By characters, of which one that takes two places is neither of its halves.
      for (const character of node.textContent ?? '') {
        range.setStart(node, start);
        start += character.length;
        range.setEnd(node, start);
        const { left, right } = range.getBoundingClientRect();
        const centre = (left + right) / 2;
        if (from < centre && centre < to) found += character;
      }
    }
    return found;
  }
}

/** Milliseconds from the next key until something is underlined as an error, or nothing is. */
export interface Timed {
  readonly milliseconds: Promise<number>;
}

/** Begins to wait for the next key. Runs in the page. */
export function timeNextKey(underlines: boolean): Timed {
  const mark = '.editor-group-container.active .cdr[class*="squiggly-error"]';
  const isDone = () => (document.querySelector(mark) !== null) === underlines;
  const milliseconds = new Promise<number>((resolve) => {
    const timed = () => {
      const pressed = performance.now();
      const seen = new MutationObserver(() => {
        if (!isDone()) return;
        seen.disconnect();
        resolve(performance.now() - pressed);
      });
      seen.observe(document.body, { attributes: true, childList: true, subtree: true });
    };
    addEventListener('keydown', timed, { capture: true, once: true });
  });
  return { milliseconds };
}
