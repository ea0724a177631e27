/**
 * Goods whose row has no code: known again by their name, or given a code of their own that nobody
 * else has, in the catalogue or in the list.
 */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { foldToLatin1 } from '../../text/latin1.ts'

interface Known {
  readonly code: string
  readonly moreCodes: readonly string[]
  readonly name: string
}

/** Says that a code is the till's own, and is short enough to be typed. */
const PREFIX = 'P'
/** Some of them are named where they are told. */
const NAMED_MAX = 3
/** The last row of a list is often a sum. */
const SUM = /^(?:sub ?)?total(?:es)?\b/

export function createCodesByName(known: Iterable<Known>, listed: Iterable<string>) {
  const taken = new Set(listed)
  const byName = new Map<string, string[]>()
  for (const { code, moreCodes, name } of known) {
    for (const each of [code, ...moreCodes]) taken.add(each)
    const same = byName.get(nameKey(name))
    if (same === undefined) byName.set(nameKey(name), [code])
    else same.push(code)
  }
  const made: string[] = []
  let last = 0
  const next = () => {
    do last += 1
    while (taken.has(`${PREFIX}${last}`))
    return `${PREFIX}${last}`
  }
  return {
    codeOf(name: string): Result<string, Refusal> {
      const key = nameKey(name)
      if (SUM.test(key)) return refuse(refusal('CODE_REQUIRED', 'code'))
      const codes = byName.get(key) ?? []
      if (codes.length > 1)
        return refuse(refusal('IMPORT_NAME_TWICE', 'name', { codes: shortened(codes) }))
      const [code = next()] = codes
      // Of the next row of that name, which is the same product.
      if (codes.length === 0) byName.set(key, [code])
      return ok(code)
    },
    /** One that was made came into the catalogue with its row. */
    use(code: string) {
      if (!taken.has(code)) made.push(code)
    },
    /** What was made of it; null where nothing was. */
    told: (): Refusal | null =>
      made.length === 0
        ? null
        : refusal('IMPORT_CODES_MADE', 'code', {
            count: String(made.length),
            codes: shortened(made),
          }),
  }
}

const shortened = (codes: readonly string[]): string =>
  codes.length <= NAMED_MAX ? codes.join(', ') : `${codes[0]} … ${codes.at(-1)}`

/** As the catalogue writes it; case, accents and blanks make no other product. */
export function nameKey(name: string): string {
  return foldToLatin1(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')
}
