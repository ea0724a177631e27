/** Where a key leads in a list that is walked by keyboard. */

interface WalkPlace {
  /** The row one stands on. */
  readonly active: number
  readonly total: number
  /** Rows that are in sight at once. */
  readonly page: number
}

/** The row's place; null for a key that leads nowhere. */
export function walkTo(key: string, { active, total, page }: WalkPlace): number | null {
  // One row of the last page stays in sight.
  const far = Math.max(1, page - 1)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + far,
    PageUp: active - far,
    Home: 0,
    End: total - 1,
  }
  const to = steps[key]
  return to === undefined || total === 0 ? null : Math.min(Math.max(to, 0), total - 1)
}
