/** A product that two people have open: what each of them changed is kept. */
import { isPriceAsked, type ProductView } from './product.ts'

/** What a person may change of it, as it is typed. */
export interface GoodsFields {
  readonly code: string
  readonly name: string
  /** Pesos with IVA; 0 where its price is said when it is sold. */
  readonly unitGrossClp: number
  readonly asksPrice?: boolean | undefined
  readonly isExempt: boolean
  readonly unit: string | null
  readonly categoryId: string
  readonly isFavourite: boolean
  readonly moreCodes: readonly string[]
  readonly costNetClp: number | null
  readonly fixedPlace?: number | null | undefined
}

type Row = ProductView &
  Pick<GoodsFields, 'moreCodes' | 'costNetClp'> & { readonly fixedPlace: number | null }

/** A stored product as somebody would type it. */
export function asTyped(row: Row): GoodsFields {
  const { code, name, isExempt, unit, categoryId, isFavourite, costNetClp, fixedPlace } = row
  return {
    ...{ code, name, isExempt, unit, categoryId, isFavourite, costNetClp, fixedPlace },
    moreCodes: [...row.moreCodes],
    unitGrossClp: row.unitGrossClp,
    asksPrice: isPriceAsked(row),
  }
}

/** Price and whether it is asked for are one thing. */
const PARTS = [
  ['code'],
  ['name'],
  ['unitGrossClp', 'asksPrice'],
  ['isExempt'],
  ['unit'],
  ['categoryId'],
  ['isFavourite'],
  ['moreCodes'],
  ['costNetClp'],
  ['fixedPlace'],
] as const satisfies readonly (readonly (keyof GoodsFields)[])[]

/**
 * What was typed over what was `seen`, laid over what `stands` there by now: a field nobody touched
 * is as somebody else has left it; of one that both changed the later is kept, and both are in the
 * log.
 */
export function mergedGoods<Typed extends GoodsFields>(
  stands: GoodsFields,
  seen: GoodsFields,
  typed: Typed,
): Typed {
  const untouched = PARTS.filter((part) => part.every((field) => isSame(typed[field], seen[field])))
  return {
    ...typed,
    ...Object.fromEntries(untouched.flat().map((field) => [field, stands[field]])),
  }
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
