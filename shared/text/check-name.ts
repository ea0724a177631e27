/** What a line, a person or a promotion may be called. */
import { refuse, type Result } from '../core/result.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { foldToLatin1 } from './latin1.ts'
import { requireLatin1 } from './require-latin1.ts'

export const NAME_CHARS_MAX = 80

/** A name as it may stand on a tax document: respelled to Latin-1, trimmed, 1 to 80 characters. */
export function checkName(text: string, field = 'name'): Result<string, Refusal> {
  const name = foldToLatin1(text).trim()
  if (name === '') return refuse(refusal('NAME_REQUIRED', field))
  if (name.length > NAME_CHARS_MAX) return refuse(refusal('NAME_TOO_LONG', field))
  return requireLatin1(name, field)
}
