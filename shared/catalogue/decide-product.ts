/** What a shop may write into its catalogue, decided without it. */
import { checkName } from '../text/check-name.ts'
import { priceProblem } from '../money/unit-price.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { clp, ZERO_CLP, type Clp } from '../money/clp.ts'
import { firstOutsideLatin1 } from '../text/latin1.ts'
import { isPriceAsked } from './product.ts'
import { eanCheckDigit, normalizeScan } from './barcode.ts'

/** Above it the lists of a screen and of a spreadsheet are no help any more. */
export const PRODUCTS_MAX = 100_000

/** A product as it was typed. */
export interface TypedProduct {
  readonly code: string
  readonly name: string
  readonly unitGrossClp: number
  /** Its price is said when it is sold; the one above says nothing then. */
  readonly asksPrice?: boolean | undefined
  readonly isExempt: boolean
  readonly unit: string | null
  readonly categoryId: string
  readonly isFavourite: boolean
}

/** A product as it may be kept. */
export interface CheckedProduct extends TypedProduct {
  /** 0 where it is asked for. */
  readonly unitGrossClp: Clp
}

/** What a product is compared with. */
export interface AroundProduct {
  /** Whoever else has its code. */
  readonly taken: { readonly code: string; readonly name: string } | undefined
  readonly categories: readonly { readonly id: string }[]
}

/** Refuses with the field that is wrong: `code`, `name`, `unitGrossClp`, `categoryId`, `unit`. */
export function decideProduct(
  typed: TypedProduct,
  { taken, categories }: AroundProduct,
): Result<CheckedProduct, Refusal> {
  const code = normalizeScan(typed.code)
  if (code === '') return refuse(refusal('CODE_REQUIRED', 'code'))
  if (!isCode(code)) return refuse(refusal('CODE_NOT_VALID', 'code'))
  if (taken) return refuse(refusal('CODE_TAKEN', 'code', { code: taken.code, name: taken.name }))
  const name = checkName(typed.name)
  if (!name.ok) return name
  const isAsked = typed.asksPrice === true
  const problem = isAsked ? null : priceProblem(typed.unitGrossClp)
  if (problem !== null) return refuse(problem)
  if (!categories.some(({ id }) => id === typed.categoryId))
    return refuse(refusal('CATEGORY_UNKNOWN', 'categoryId'))
  const character = firstOutsideLatin1(typed.unit ?? '')
  if (character !== null) return refuse(refusal('NAME_NOT_LATIN1', 'unit', { character }))
  const unitGrossClp = isAsked ? ZERO_CLP : clp(typed.unitGrossClp)
  return ok({ ...typed, code, name: name.value, unitGrossClp })
}

/** As the document's field for it takes it; `normalizeScan` has been through it. */
export function isCode(code: string): boolean {
  return /^[A-Za-z0-9._\-/]{1,35}$/.test(code)
}

/** One changed field of a product, as the log of the shop says it, in the language of the log. */
export type ProductChange =
  | { readonly what: string; readonly from: string; readonly to: string }
  | { readonly what: string; readonly fromClp: Clp; readonly toClp: Clp }

export type LoggedProduct = Omit<CheckedProduct, 'categoryId'> & { readonly category: string }

/** Field by field, the price as an amount; nothing where nothing changed. */
export function changesOfProduct(before: LoggedProduct, after: LoggedProduct): ProductChange[] {
  const at = (field: string) => `${before.name}, ${field}:`
  const yes = (is: boolean) => (is ? 'sí' : 'no')
  const texts = [
    ['nombre', before.name, after.name],
    ['código', before.code, after.code],
    ['unidad', before.unit ?? '—', after.unit ?? '—'],
    ['precio al vender', yes(isPriceAsked(before)), yes(isPriceAsked(after))],
    ['exento', yes(before.isExempt), yes(after.isExempt)],
    ['favorito', yes(before.isFavourite), yes(after.isFavourite)],
    ['categoría', before.category, after.category],
  ] as const
  return [
    ...(before.unitGrossClp === after.unitGrossClp
      ? []
      : [{ what: at('precio'), fromClp: before.unitGrossClp, toClp: after.unitGrossClp }]),
    ...texts
      .filter(([, from, to]) => from !== to)
      .map(([field, from, to]) => ({ what: at(field), from, to })),
  ]
}

/**
 * Whether a typed code ends in its check digit; null where it has none: a code of the shop's own,
 * or one that is not EAN-8, UPC-A or EAN-13 long. `expected` is what its last digit should be.
 */
export function checkDigitOf(
  typed: string,
): { readonly isRight: boolean; readonly expected: string } | null {
  const code = normalizeScan(typed)
  if (!/^(\d{8}|\d{12}|\d{13})$/.test(code)) return null
  const expected = String(eanCheckDigit(code.slice(0, -1)))
  return { isRight: code.endsWith(expected), expected }
}
