/** Versions of the program: three numbers, as `package.json` has them. */

export const VERSION_TEXT = /^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/

/** Negative when the first is older. What is no version is older than any. */
export function compareVersions(first: string, second: string): number {
  const [ones, others] = [partsOf(first), partsOf(second)]
  const at = ones.findIndex((part, index) => part !== others[index])
  return at === -1 ? 0 : (ones[at] ?? 0) - (others[at] ?? 0)
}

const partsOf = (version: string): readonly number[] =>
  (VERSION_TEXT.exec(version)?.slice(1) ?? ['-1', '0', '0']).map(Number)
