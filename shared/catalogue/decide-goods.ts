/** A product as its owner keeps it: besides what is sold, its further barcodes and its cost. */
import { UNIT_GROSS_CLP_MAX } from '../money/unit-price.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { clp, type Clp } from '../money/clp.ts'
import { normalizeScan } from './barcode.ts'
import { PLACES_MAX } from './fixed-places.ts'
import {
  changesOfProduct,
  decideProduct,
  isCode,
  type AroundProduct,
  type CheckedProduct,
  type LoggedProduct,
  type ProductChange,
  type TypedProduct,
} from './decide-product.ts'

/** Packages, makers and years of one product; whoever needs more has two products. */
export const MORE_CODES_MAX = 20

interface TypedGoods extends TypedProduct {
  /** Besides its first code, which stands on the documents. */
  readonly moreCodes: readonly string[]
  /** Of one unit, in pesos without IVA; null where it is not known. */
  readonly costNetClp: number | null
  readonly fixedPlace: number | null
}

export interface CheckedGoods extends CheckedProduct {
  readonly moreCodes: readonly string[]
  readonly costNetClp: Clp | null
  readonly fixedPlace: number | null
}

interface AroundGoods extends Pick<AroundProduct, 'categories'> {
  /** Whoever else has a code, as its first or as a further one. */
  readonly holderOf: (code: string) => { readonly name: string } | undefined
  /** Whoever else stands at a place, and is not to give it up. */
  readonly atPlace: (place: number) => { readonly name: string; readonly code: string } | undefined
}

/** Refuses with the field: those of `decideProduct`, `moreCodes`, `costNetClp`, `fixedPlace`. */
export function decideGoods(
  typed: TypedGoods,
  { categories, holderOf, atPlace }: AroundGoods,
): Result<CheckedGoods, Refusal> {
  const first = normalizeScan(typed.code)
  const holder = holderOf(first)
  const taken = holder && { code: first, name: holder.name }
  const unit = decideUnit(typed.unit)
  if (!unit.ok) return unit
  const product = decideProduct({ ...typed, unit: unit.value }, { taken, categories })
  if (!product.ok) return product
  const moreCodes = decideMoreCodes(typed.moreCodes, first, holderOf)
  if (!moreCodes.ok) return moreCodes
  const cost = typed.costNetClp
  const isCost = cost === null || (Number.isInteger(cost) && cost >= 0)
  if (!isCost || (cost ?? 0) > UNIT_GROSS_CLP_MAX)
    return refuse(refusal('COST_NOT_VALID', 'costNetClp'))
  const place = decidePlace(typed.fixedPlace, atPlace)
  if (!place.ok) return place
  return ok({
    ...product.value,
    moreCodes: moreCodes.value,
    costNetClp: cost === null ? null : clp(cost),
    fixedPlace: place.value,
  })
}

function decidePlace(
  place: number | null,
  atPlace: AroundGoods['atPlace'],
): Result<number | null, Refusal> {
  const field = 'fixedPlace'
  if (place === null) return ok(null)
  if (!Number.isInteger(place) || place < 1 || place > PLACES_MAX)
    return refuse(refusal('PLACE_NOT_VALID', field, { most: String(PLACES_MAX) }))
  const holder = atPlace(place)
  if (holder === undefined) return ok(place)
  const { name, code } = holder
  return refuse(refusal('PLACE_TAKEN', field, { place: String(place), name, code }))
}

const UNIT_CHARS_MAX = 4

/** Whole things have no unit, however a list calls them. */
function decideUnit(typed: string | null): Result<string | null, Refusal> {
  const unit = typed?.trim() ?? ''
  if (/^(?:u|un|und|uni|unid|unidad|unidades|pza|pieza|units?|each|ea)?\.?$/i.test(unit))
    return ok(null)
  return unit.length > UNIT_CHARS_MAX
    ? refuse(refusal('UNIT_TOO_LONG', 'unit', { most: String(UNIT_CHARS_MAX) }))
    : ok(unit)
}

/** What was typed twice is one code; empty ones are none. */
function decideMoreCodes(
  typed: readonly string[],
  first: string,
  holderOf: AroundGoods['holderOf'],
): Result<readonly string[], Refusal> {
  const field = 'moreCodes'
  const codes = [...new Set(typed.map(normalizeScan))].filter(
    (code) => code !== '' && code !== first,
  )
  if (codes.length > MORE_CODES_MAX)
    return refuse(refusal('CODES_TOO_MANY', field, { most: String(MORE_CODES_MAX) }))
  for (const code of codes) {
    if (!isCode(code)) return refuse(refusal('CODE_NOT_VALID', field))
    const holder = holderOf(code)
    if (holder) return refuse(refusal('CODE_TAKEN', field, { code, name: holder.name }))
  }
  return ok(codes)
}

type LoggedGoods = LoggedProduct & Pick<CheckedGoods, 'moreCodes' | 'costNetClp' | 'fixedPlace'>

/** Field by field, as the log of the shop says it. */
export function changesOfGoods(before: LoggedGoods, after: LoggedGoods): ProductChange[] {
  const cost = ({ costNetClp }: LoggedGoods) => (costNetClp === null ? '—' : String(costNetClp))
  const place = ({ fixedPlace }: LoggedGoods) => String(fixedPlace ?? '—')
  const codes = ({ moreCodes }: LoggedGoods) => moreCodes.join(', ') || '—'
  const fields = [
    ['otros códigos', codes(before), codes(after)],
    ['costo neto', cost(before), cost(after)],
    ['lugar en la pantalla', place(before), place(after)],
  ] as const
  return [
    ...changesOfProduct(before, after),
    ...fields
      .filter(([, from, to]) => from !== to)
      .map(([field, from, to]) => ({ what: `${before.name}, ${field}:`, from, to })),
  ]
}

/**
 * What is left of a price without IVA after its cost, in tenths of a percent of that price; null
 * while the cost is not known. `ivaPercent` 0 for what is exempt.
 */
export function marginTenths(
  unitGrossClp: number,
  costNetClp: number | null,
  ivaPercent: number,
): number | null {
  if (costNetClp === null || unitGrossClp <= 0) return null
  const netClp = unitGrossClp / (1 + ivaPercent / 100)
  return Math.round(((netClp - costNetClp) / netClp) * 1_000)
}
