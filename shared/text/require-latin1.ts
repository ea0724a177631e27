/** What a document or a paper cannot carry is refused where it is typed, with the character. */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { firstOutsideLatin1 } from './latin1.ts'

/**
 * The text itself, or NAME_NOT_LATIN1 at `field`. Fold it first: typographic spellings pass then.
 */
export function requireLatin1(text: string, field: string): Result<string, Refusal> {
  const character = firstOutsideLatin1(text)
  return character === null ? ok(text) : refuse(refusal('NAME_NOT_LATIN1', field, { character }))
}
