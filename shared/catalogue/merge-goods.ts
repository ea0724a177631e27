/** A product that two people have open: what each of them changed is kept. */
import type { GoodsRow, TypedGoods } from './goods.ts'
import { isPriceAsked } from './product.ts'

/** A stored product as somebody would type it. */
export function asTyped(row: GoodsRow): TypedGoods {
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
] as const satisfies readonly (readonly (keyof TypedGoods)[])[]

/**
 * What was typed over what was `seen`, laid over what `stands` there by now: a field nobody touched
 * is as somebody else has left it; of one that both changed the later is kept, and both are in the
 * log.
 */
export function mergedGoods<Typed extends TypedGoods>(
  stands: TypedGoods,
  seen: TypedGoods,
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
