/**
 * What words say of the tax: of a heading, which of the columns it is; of a cell, which of the two
 * a product is. Lists spell it in more ways than a table of words ever holds.
 */

/** What is yes below `taxed` is no below `exempt`; `taxStatus` names the two. */
export const TAX_FIELDS = ['exempt', 'taxed', 'taxStatus'] as const
export type TaxField = (typeof TAX_FIELDS)[number]

interface TaxWords {
  /** "Exento", "no afecto", "sin IVA". */
  readonly isExempt: boolean
  /** "Afecto", "no exento", "con IVA"; not of a tax alone, as in "IVA". */
  readonly isTaxed: boolean
  /** VAT by its name. */
  readonly isVat: boolean
  /** A tax of no name: "impuesto", "tributación". */
  readonly isTax: boolean
  /** A kind of it is asked for, as in "tipo de impuesto". */
  readonly isKind: boolean
  /** An amount with the tax or without it, as in "precio con IVA". */
  readonly isAmount: boolean
}

const NO = '(?:no |not |non )'
const EXEMPT = `(?:\\w*exc?en[tc]\\w*|\\w*exempt\\w*|ind ?exe)`
const TAXED = `(?:\\w*afect\\w*|\\w*gravad\\w*|taxable|taxed)`
const VAT = `(?:(?:tipo|tasa|porc|porcentaje|poriva|lleva|aplica|paga)?iva(?:19)?|19iva|vat)`
const TAX = `(?:(?:tipo)?impuestos?|impto?s?|trib\\w*|tax(?:es)?|tipotributario)`
const PAYS = '(?:paga|lleva|aplica|tiene)'
const WITHOUT = `(?:(?:sin|s|without) ?)`
const WITH = `(?:(?:con|c|with) ?)`

const has = (pattern: string) => {
  const regex = new RegExp(`(?<![a-z0-9])(?:${pattern})(?![a-z0-9])`)
  return (text: string) => regex.test(text)
}
const saysNotTaxed = has(
  `${NO}(?:(?:es )?${TAXED}|${PAYS} (?:${VAT}|${TAX}))|noafect\\w*|nogravad\\w*|${WITHOUT}(?:${VAT}|${TAX})`,
)
const saysExempt = has(EXEMPT)
const saysNotExempt = has(`${NO}(?:es )?${EXEMPT}|noexent\\w*`)
const saysTaxed = has(`${TAXED}|(?:${PAYS} |${WITH})(?:${VAT}|${TAX})`)
const saysVat = has(VAT)
const saysTax = has(TAX)
const saysKind = has(
  '(?:tipo|cond|clasif|tratam|cod|regimen|situacion|estado)\\w*|impuestos|tributacion|taxes|ae|ea|a e|e a',
)
const OTHER_TAX =
  'adic\\w*|ila|iaba|especific\\w*|otros?|ret(?:en|encion|enid[oa])s?|anticip\\w*|additional|other'
/** "Afecto a descuento", "exento de despacho": no tax, nor a letter or hint of the two. */
const OF = '(?:a|al|de|del|para|por) (?:l[ao]s? )?'
const OTHER_THING = `(?:${TAXED}|${EXEMPT}) ${OF}(?!(?:${VAT}|${TAX}|o|y|si?|no?|e|a)\\b)[a-z]+`
const saysOther = has(`${OTHER_TAX}|${OTHER_THING}`)
const saysAmount = has(
  'p|pr|prec\\w*|valor\\w*|montos?|cost\\w*|(?:sub)?total\\w*|netos?|bruto|ventas?|vta|pvp|price|amount|inc|incl\\w*|mas|plus',
)
/** The tax itself in pesos, of which what is exempt has none. */
const TAX_IN_PESOS = new RegExp(`^(?:valor|montos?|total|importe) (?:del? )?${VAT}$`)

function taxWordsOf(said: string): TaxWords {
  const text = plainWords(said)
  const isNotTaxed = saysNotTaxed(text)
  const isNotExempt = saysNotExempt(text)
  return {
    isExempt: isNotTaxed || (saysExempt(text) && !isNotExempt),
    isTaxed: isNotExempt || (saysTaxed(text) && !isNotTaxed),
    isVat: saysVat(text),
    isTax: saysTax(text),
    isKind: saysKind(text),
    isAmount: (saysAmount(text) || said.includes('+')) && !TAX_IN_PESOS.test(text),
  }
}

/** Words apart, also where only a capital or a sign parts them: "TipoIVA", "IVA_19". */
function plainWords(said: string): string {
  return said
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/i\.\s?v\.\s?a\b/g, 'iva')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

export const isOfAmounts = (heading: string): boolean => taxWordsOf(heading).isAmount

/** Whether what is below it may say who is exempt: of an amount, by a yes or no. */
export function speaksOfTax(heading: string, isYesOrNo: boolean): boolean {
  const { isExempt, isTaxed, isVat, isTax, isAmount } = taxWordsOf(heading)
  return (!isAmount || isYesOrNo) && (isExempt || isTaxed || isVat || isTax)
}

/** Whether the price has the tax in it, by a yes or no. */
export function asksOfPriceTax(heading: string): boolean {
  const { isAmount, isVat } = taxWordsOf(heading)
  return isAmount && isVat
}

/** Below one of another tax than VAT, or of what is no tax, no cell says it. */
export const isOfOther = (heading: string): boolean => saysOther(plainWords(heading))

/** Null where its name alone does not tell how its cells are to be understood. */
export function taxColumnOf(heading: string): TaxField | null {
  const words = taxWordsOf(heading)
  if (words.isAmount || isOfOther(heading)) return null
  if (words.isExempt !== words.isTaxed) return words.isExempt ? 'exempt' : 'taxed'
  if (words.isExempt) return 'taxStatus'
  if (words.isVat) return words.isKind ? 'taxStatus' : 'taxed'
  return words.isTax || isLettersOnly(heading) ? 'taxStatus' : null
}

const isLettersOnly = (heading: string) => /^\W*(?:a\s*\W?\s*e|e\s*\W?\s*a)\W*$/i.test(heading)

/** Null where it names neither of the two. */
export function taxStatusOf(cell: string): boolean | null {
  if (LETTERS_EXEMPT.test(cell) || NO_RATE.test(cell)) return true
  if (LETTERS_TAXED.test(cell) || RATE.test(cell)) return false
  const { isExempt, isTaxed, isVat } = taxWordsOf(cell)
  if (isExempt !== isTaxed) return isExempt
  return isVat && !isExempt ? false : null
}

const LETTERS_EXEMPT = /^\s*ex?\.?\s*$/i
const LETTERS_TAXED = /^\s*af?\.?\s*$/i
/** The rate in a cell of its own, `0,19` being what a spreadsheet keeps of `19 %`. */
const RATE = /^\s*(?:19(?:[.,]0+)?\s*%?|0[.,]19)\s*$/
const NO_RATE = /^\s*(?:iva\s*)?0(?:[.,]0+)?\s*%(?:\s*iva)?\s*$/i
