/** What a change of settings changed, field by field, as the log of the shop says it. */

export type ChangedField = {
  /** The field, `shop.rut` for one inside another. */
  readonly what: string
  readonly from: string
  readonly to: string
}

const NOTHING = '—'
/** A log is read by people; a logo or a long list is named, not kept. */
const TEXT_CHARS_MAX = 200

type Fields = Readonly<Record<string, unknown>>

/** Fields of `change` that are other than in `before`. What is undefined there is no change. */
export function changedFields(before: Fields, change: Fields, inside = ''): ChangedField[] {
  return Object.entries(change).flatMap(([field, to]): ChangedField[] => {
    const [what, from] = [`${inside}${field}`, before[field]]
    if (to === undefined || same(from, to)) return []
    if (isFields(to) && isFields(from)) return changedFields(from, to, `${what}.`)
    if (isFields(to)) return changedFields({}, to, `${what}.`)
    if (Array.isArray(to)) {
      const old: readonly unknown[] = Array.isArray(from) ? from : []
      return [{ what, from: textOf(without(old, to)), to: textOf(without(to, old)) }]
    }
    return [{ what, from: textOf(from), to: textOf(to) }]
  })
}

/** A field whose value nobody may read in a log. */
export function changedSecret(what: string, isThere: boolean, wasThere: boolean): ChangedField {
  const text = (is: boolean) => (is ? '(secreto)' : NOTHING)
  return { what, from: text(wasThere), to: text(isThere) }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function without(items: readonly unknown[], others: readonly unknown[]): unknown[] {
  return items.filter((item) => !others.some((other) => same(item, other)))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (Array.isArray(value) && value.length === 0) return NOTHING
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > TEXT_CHARS_MAX ? `${text.slice(0, TEXT_CHARS_MAX)}…` : text
}
