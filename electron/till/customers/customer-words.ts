/** Words as a statement among customers asks for them: a comparison for each, prepared by count. */

/** SQL: every one of so many words stands in `text`. */
export const hasWords = (text: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `instr(${text}, @word${at}) > 0`)

/** What such a statement is given. */
export const boundWords = (words: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(words.map((word, at) => [`word${at}`, word]))

/** Prepares each count of words once. */
export function preparedByCount<Statement>(
  prepare: (count: number) => Statement,
): (count: number) => Statement {
  const prepared = new Map<number, Statement>()
  return (count) => {
    const statement = prepared.get(count) ?? prepare(count)
    prepared.set(count, statement)
    return statement
  }
}
