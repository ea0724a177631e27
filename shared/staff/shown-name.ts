/** Names of people and roles, by which a reader of the log tells one from another. */
import { checkName } from '../text/check-name.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { refuse, type Result } from '../core/result.ts'
import { foldToLatin1 } from '../text/latin1.ts'

const SOFT_HYPHEN = '\u00ad'

/** Without what nobody sees: one that looks like another is written like it, and found taken. */
export function checkShownName(text: string, charsMax: number): Result<string, Refusal> {
  const seen = foldToLatin1(text).replaceAll(SOFT_HYPHEN, '')
  const name = checkName(seen.replace(/[ \u00a0]+/g, ' '))
  return name.ok && name.value.length > charsMax ? refuse(refusal('NAME_TOO_LONG', 'name')) : name
}
