/**
 * What somebody was shown when they allowed something, as one text: two things are the same where
 * their texts are. Made of the line or the sale the charge is decided from, field by field, so a
 * field that is added later counts by itself.
 */
export function shownText(thing: object): string {
  return JSON.stringify(thing, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

interface ShownLine {
  readonly offers?: unknown
  readonly categoryId?: unknown
}

/**
 * A line as it is charged. Promotions are counted by the core from the rest of the line: what they
 * change of a discount stands in its pesos.
 */
export function lineText({ offers: _, categoryId: _id, ...line }: ShownLine): string {
  return shownText(line)
}
