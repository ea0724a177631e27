/** NUL is a character of JSON and of no text that PostgreSQL keeps: refused over either storage. */
import { fieldPath } from '../rules/candidate.ts'

const NUL = '\u0000'
/** The only way to write one into JSON; a text may hold these letters all the same. */
const ESCAPED = '\\u0000'
/** Who nests deeper than any document is told as much of the path. */
const PATH_STEPS_MAX = 20

interface Place {
  readonly value: unknown
  readonly step: PropertyKey
  readonly inside: Place | null
}

/** The field of a parsed body whose text or name has a NUL; null when there is none. */
export function fieldWithNul(text: string, body: unknown): string | null {
  if (!text.includes(ESCAPED)) return null
  // Not by calls: a body may be nested deeper than those.
  const open: Place[] = [{ value: body, step: '', inside: null }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place
    if (typeof value === 'string' && value.includes(NUL)) return fieldPath(stepsTo(place))
    if (typeof value !== 'object' || value === null) continue
    if (Object.keys(value).some((key) => key.includes(NUL))) return fieldPath(stepsTo(place))
    for (const [key, inner] of Object.entries(value).toReversed())
      open.push({ value: inner, step: Array.isArray(value) ? Number(key) : key, inside: place })
  }
  return null
}

function stepsTo(place: Place): PropertyKey[] {
  const steps: PropertyKey[] = []
  for (let at = place; at.inside !== null; at = at.inside) steps.push(at.step)
  return steps.toReversed().slice(0, PATH_STEPS_MAX)
}
