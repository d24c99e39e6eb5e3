/** Which cases are asked, and in which request. Knows nothing of VS Code, so that it is tested without it. */

/** An item of the tree: a file, or a case in one. */
export interface Item<T> {
  readonly parent: T | undefined;
  readonly children: Iterable<readonly [string, T]>;
}

/** What is to be run: all there is where `include` is absent, but never what is excluded. */
export interface Selection<T> {
  readonly include?: readonly T[];
  readonly exclude?: readonly T[];
}

/** The files of which something is to be run, each once. */
export function filesOf<T extends Item<T>>(
  all: Iterable<T>,
  { include, exclude }: Selection<T>,
): T[] {
  const files = new Set([...(include ?? all)].map((item) => item.parent ?? item));
  return [...files].filter((file) => !exclude?.includes(file));
}

/** The cases of a file that are to be run, in the order of the file. */
export function casesOf<T extends Item<T>>(file: T, { include, exclude }: Selection<T>): T[] {
  if (exclude?.includes(file)) return [];
  const whole = !include || include.includes(file);
  const [included, excluded] = [new Set(include), new Set(exclude)];
  return [...file.children]
    .map(([, item]) => item)
    .filter((item) => (whole || included.has(item)) && !excluded.has(item));
}

/** The part of a selection that concerns one file. */
export function within<T extends Item<T>>(
  file: T,
  { include, exclude }: Selection<T>,
): Selection<T> {
  const concerns = (item: T) => (item.parent ?? item) === file;
  return { include: include?.filter(concerns) ?? [file], exclude: exclude?.filter(concerns) };
}

/** The one request that runs these cases of a file. */
export function question(
  uri: string,
  ids: readonly string[],
  all: boolean,
): { command: string; args: unknown[] } {
  return all
    ? { command: 'caselens.runAll', args: [uri] }
    : { command: 'caselens.runCases', args: [uri, ids] };
}
