/** Questions one after the other, with a way back. Knows nothing of VS Code, so that it is tested without it. */

/** The user wants the question before. */
export const BACK = Symbol('back');

/** Asks one question, the `number`th; undefined where the user gives up. */
export type Step<T> = (answers: T, number: number) => Promise<Partial<T> | typeof BACK | undefined>;

/** The answers to all that `next` asks for; undefined where the user gave up. */
export async function ask<T extends object>(
  next: (answers: Partial<T>) => Step<Partial<T>> | undefined,
): Promise<Partial<T> | undefined> {
  const before: Partial<T>[] = [];
  let answers: Partial<T> = {};
  for (;;) {
    const step = next(answers);
    if (!step) return answers;
    const answer = await step(answers, before.length + 1);
    if (answer === undefined) return undefined;
    if (answer === BACK) {
      answers = before.pop() ?? {};
    } else {
      before.push(answers);
      answers = { ...answers, ...answer };
    }
  }
}
