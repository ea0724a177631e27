/**
 * What JSON can say and no database keeps as it was said, refused over either storage: NUL, and
 * half of a pair of UTF-16, which is stored as another character, the same for each of them.
 */
import { failure, type ApiFailure } from '../core/errors.ts'
import { fieldPath } from '../rules/candidate.ts'

const NUL = '\u0000'
/** The only way to write them into JSON; a text may hold these letters all the same. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i
/** Who nests deeper than any document is told as much of the path. */
const PATH_STEPS_MAX = 20

interface Place {
  readonly value: unknown
  readonly step: PropertyKey
  readonly inside: Place | null
}

/** Names the first field of a parsed body with such a text or name; null when there is none. */
export function unkeptText(text: string, body: unknown): ApiFailure | null {
  if (!ESCAPED.test(text)) return null
  // Not by calls: a body may be nested deeper than those.
  const open: Place[] = [{ value: body, step: '', inside: null }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place
    for (const said of textsOf(value)) {
      const code = unkept(said)
      if (code !== null) return failure(code, fieldPath(stepsTo(place)))
    }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value).toReversed())
      open.push({ value: inner, step: Array.isArray(value) ? Number(key) : key, inside: place })
  }
  return null
}

/** A text itself, or the names of an object. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

function unkept(text: string): 'CHARACTER_NUL' | 'CHARACTER_HALF' | null {
  if (text.includes(NUL)) return 'CHARACTER_NUL'
  return text.isWellFormed() ? null : 'CHARACTER_HALF'
}

function stepsTo(place: Place): PropertyKey[] {
  const steps: PropertyKey[] = []
  for (let at = place; at.inside !== null; at = at.inside) steps.push(at.step)
  return steps.toReversed().slice(0, PATH_STEPS_MAX)
}
