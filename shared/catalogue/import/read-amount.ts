/** Amounts as they stand in lists: `$ 1.990`, `1,990.00`, `1990,5`. */

type AmountRead =
  | { readonly clp: number; readonly isRounded: boolean }
  | 'empty'
  /** Not an amount at all. */
  | 'unreadable'

/**
 * Whole pesos. A single separator before three digits parts thousands, as no peso has thousandths;
 * where both stand, the last one parts the decimals. Decimals are rounded, and that is said.
 */
export function readAmount(cell: string | number): AmountRead {
  if (typeof cell === 'number') return rounded(cell)
  const text = cell.replace(/[\s\u00a0\u202f]/g, '').replace(/^(?:CLP|\$)|(?:CLP|\$|\.-|,-)$/gi, '')
  if (text === '' || text === '-') return 'empty'
  const plain = withoutSeparators(text)
  return plain === null ? 'unreadable' : rounded(Number(plain))
}

function rounded(value: number): AmountRead {
  if (!Number.isFinite(value) || Math.abs(value) > 1e12) return 'unreadable'
  const clp = Math.round(value)
  return { clp: clp === 0 ? 0 : clp, isRounded: Math.abs(value - clp) > 1e-6 }
}

/** With a point before the decimals and nothing between thousands; null where that is unclear. */
function withoutSeparators(text: string): string | null {
  if (!/^-?\d[\d.,']*$/.test(text)) return null
  const bare = text.replaceAll("'", '')
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  if (last === -1) return bare
  const mark = bare[last] ?? ''
  const other = mark === '.' ? ',' : '.'
  const [whole, decimals] = [bare.slice(0, last), bare.slice(last + 1)]
  if (whole.includes(other)) {
    return isGrouped(whole, other) && !whole.includes(mark)
      ? `${whole.replaceAll(other, '')}.${decimals}`
      : null
  }
  if (isGrouped(bare, mark)) return bare.replaceAll(mark, '')
  return whole.includes(mark) ? null : `${whole}.${decimals}`
}

const isGrouped = (text: string, mark: string) =>
  new RegExp(`^-?\\d{1,3}(?:\\${mark}\\d{3})+$`).test(text)
