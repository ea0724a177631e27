/** What is typed of a drawer's count, as the core is asked. */
import { CASH_ID } from '#shared/selling/payment/payment-method.ts'
import { PIECES_CLP } from '#shared/shifts/shift-count.ts'
import type { ShiftView } from '#shared/shifts/views.ts'

/** `pieces`: by notes and coins; `sum`: only what they add up to. */
export type CountWay = 'pieces' | 'sum'

interface Typed {
  readonly view: ShiftView | null
  readonly way: CountWay
  /** By field: `piece-1000`, `count-EF`, `count-TC*`. */
  readonly typed: Readonly<Record<string, string>>
}

interface TypedCount {
  pieces: { valueClp: number; count: number }[] | null
  amounts: { key: string; amountClp: number }[]
}

/** What is typed, as the core is asked; null while nothing is open. */
export function typedCount({ view, way, typed }: Typed): TypedCount | null {
  const shift = view?.open
  if (shift === undefined || shift === null) return null
  const pieces =
    way === 'sum'
      ? null
      : PIECES_CLP.map((valueClp) => ({
          valueClp,
          count:
            (typed[`piece-${valueClp}`] ?? '') === '' ? 0 : numberIn(typed[`piece-${valueClp}`]),
        }))
  const amounts = shift.countable
    .filter(({ key }) => key !== CASH_ID || way === 'sum')
    .filter(({ key }) => (typed[`count-${key}`] ?? '').trim() !== '')
    .map(({ key }) => ({ key, amountClp: numberIn(typed[`count-${key}`]) }))
  return { pieces, amounts }
}

/**
 * An empty drawer is counted by typing a 0: nothing typed would be a count of nothing, and a blind
 * one is counted once.
 */
export function isUncounted({ way, typed }: Omit<Typed, 'view'>): boolean {
  const fields =
    way === 'sum' ? [`count-${CASH_ID}`] : PIECES_CLP.map((valueClp) => `piece-${valueClp}`)
  return fields.every((field) => (typed[field] ?? '').trim() === '')
}

/** Nothing typed is no amount. */
export function numberIn(text: string | undefined): number {
  const digits = (text ?? '').replace(/[\s.$]/g, '')
  return digits === '' ? Number.NaN : Number(digits)
}
