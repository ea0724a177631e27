/** One change to many products at once, decided for each of them. */
import type { GoodsRow } from './goods.ts'
import { priceProblem } from '../money/unit-price.ts'
import type { Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { isPriceAsked } from './product.ts'
import { clp } from '../money/clp.ts'

/** As many as one short transaction takes, with a row in the log for each. */
export const BULK_ROWS_MAX = 1_000
/** Steps prices are rounded to, in pesos. */
export const BULK_ROUNDINGS = [1, 10, 50, 100] as const

export type BulkChange =
  | {
      readonly kind: 'percent'
      /** Tenths of a percent, negative to lower. */
      readonly tenths: number
      readonly roundToClp: (typeof BULK_ROUNDINGS)[number]
    }
  | { readonly kind: 'price'; readonly unitGrossClp: number }
  | { readonly kind: 'exempt'; readonly isExempt: boolean }
  | { readonly kind: 'category'; readonly categoryId: string }
  | { readonly kind: 'archive'; readonly isArchived: boolean }

/** The product after it, the same one where nothing changes. Refuses a price that is none. */
export function afterBulk(row: GoodsRow, change: BulkChange): Result<GoodsRow, Refusal> {
  switch (change.kind) {
    case 'category':
      return ok(
        row.categoryId === change.categoryId ? row : { ...row, categoryId: change.categoryId },
      )
    case 'exempt':
      return ok(row.isExempt === change.isExempt ? row : { ...row, isExempt: change.isExempt })
    case 'archive':
      // What is out of sale keeps no place on the grid.
      return ok(
        row.isArchived === change.isArchived
          ? row
          : { ...row, isArchived: change.isArchived, fixedPlace: null },
      )
    case 'percent':
      // Five per cent more of a price nobody has said is none either.
      if (isPriceAsked(row)) return ok(row)
      return priced(row, changedPrice(row.unitGrossClp, change.tenths, change.roundToClp))
    case 'price':
      return priced(row, change.unitGrossClp)
  }
}

function priced(row: GoodsRow, unitGrossClp: number): Result<GoodsRow, Refusal> {
  const problem = priceProblem(unitGrossClp)
  if (problem !== null) return refuse(problem)
  return ok(unitGrossClp === row.unitGrossClp ? row : { ...row, unitGrossClp: clp(unitGrossClp) })
}

/** To the nearest step, half of one upwards; whole numbers all the way. */
export function changedPrice(priceClp: number, tenths: number, roundToClp: number): number {
  const thousandths = BigInt(priceClp) * BigInt(1_000 + tenths)
  const step = BigInt(roundToClp) * 1_000n
  const steps = (2n * thousandths + step) / (2n * step)
  return Number(steps * BigInt(roundToClp))
}
