/** Among tiles. Pure. */

/** The place an arrow key leads to, at the edges the same one; null for another key. */
export function stepFor(key: string, at: number, count: number, columns: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (step === undefined) return null
  const to = at + step
  return to < 0 || to >= count ? at : to
}
