/**
 * What till and terminal say to each other in "POS Integrado" (Transbank, public reference): fields
 * split by `|`. The account number that some answers carry (field 13 of a sale, 11 of the list) is
 * dropped here and reaches neither memory nor disk nor log: also where the layout is another one,
 * for each field is kept only in its own form.
 */
import { clp, type Clp } from '../money/clp.ts'

/** What the terminal says of one sale. Texts as it says them: `0042` is not 42. */
export interface CardFacts {
  readonly ticket: string
  readonly amountClp: Clp
  readonly commerce: string
  readonly terminal: string
  readonly authorization: string
  readonly operation: string
  readonly last4: string
  /** `CR` or `DB`. */
  readonly kind: string
  readonly brand: string
  readonly installments: number
  /** By the terminal's clock, `DDMMYYYY HHMMSS`. */
  readonly terminalTime: string
  readonly tipClp: Clp
  /** What a service that is reached over the internet knows the charge by. */
  readonly orderId?: string
}

export type CardAnswer =
  /** What the terminal is doing: 78 card, 79 confirm, 80 instalments, 81 PIN, 82 sending. */
  | { readonly kind: 'step'; readonly code: string }
  | { readonly kind: 'sale'; readonly code: string; readonly facts: CardFacts }
  | { readonly kind: 'last'; readonly code: string; readonly facts: CardFacts }
  /** One sale of the list; without one it has ended. */
  | { readonly kind: 'listed'; readonly facts: CardFacts | null }
  | { readonly kind: 'totals'; readonly code: string; readonly count: number; readonly sumClp: Clp }
  | { readonly kind: 'closed'; readonly code: string }
  | { readonly kind: 'voided'; readonly code: string; readonly operation: string }
  | { readonly kind: 'other' }

/** The only code that means that money moves. */
export const APPROVED_CODE = '00'
/** The terminal remembers no sale. */
export const NO_SALE_CODE = '11'

/** The protocol's own limits. */
export const CARD_CLP_MIN = 50
export const CARD_CLP_MAX = 999_999_999

export const POLL = '0100'
export const LAST_SALE = '0250|'
export const SALES_LIST = '0260|1|'
export const TOTALS = '0700||'
export const CLOSE = '0500||'

/** With steps on the way. */
export function saleOf({ amountClp, ticket }: Pick<CardFacts, 'amountClp' | 'ticket'>): string {
  return `0200|${String(amountClp).padStart(9, '0')}|${ticket}|||1`
}

export function readAnswer(text: string): CardAnswer {
  const fields = text.split('|')
  const at = (index: number) => fields[index]?.trim() ?? ''
  const code = formed(at(1), FORMS.code)
  // Neither approved nor refused.
  if (code === '') return { kind: 'other' }
  switch (at(0)) {
    case '0900':
      return { kind: 'step', code }
    case '0210':
      return { kind: 'sale', code, facts: factsOf(at, SALE_FIELDS) }
    case '0260':
      return { kind: 'last', code, facts: factsOf(at, SALE_FIELDS) }
    case '0261':
      return { kind: 'listed', facts: at(5) === '' ? null : factsOf(at, LIST_FIELDS) }
    case '0710':
      return totalsOf(code, at(2), at(3))
    case '0510':
      return { kind: 'closed', code }
    case '1210':
      return { kind: 'voided', code, operation: operationOf(at(5)) }
    default:
      return { kind: 'other' }
  }
}

/** What is no number of pesos is no total of nothing. */
function totalsOf(code: string, count: string, sum: string): CardAnswer {
  const isSaid = code !== APPROVED_CODE || [count, sum].every((text) => NUMBER.test(text))
  return isSaid
    ? { kind: 'totals', code, count: numberOf(count), sumClp: clp(numberOf(sum)) }
    : { kind: 'other' }
}

const SALE_FIELDS = {
  ...{ installments: 7, last4: 9, operation: 10, kind: 11, brand: 14, day: 15, time: 16, tip: 18 },
}
const LIST_FIELDS = {
  ...{ installments: 18, last4: 7, operation: 8, kind: 9, brand: 12, day: 13, time: 14, tip: 16 },
}

const NUMBER = /^\d{1,12}$/

/** No number of a card, of 13 digits and more, fits any of them. */
const FORMS = {
  code: /^\d{2}$/,
  name: /^[A-Za-z0-9]{1,12}$/,
  last4: /^\d{4}$/,
  operation: /^\d{1,12}$/,
  kind: /^(?:CR|DB)$/,
  brand: /^[A-Za-z]{1,10}$/,
  installments: /^\d{1,2}$/,
  time: /^\d{8} \d{6}$/,
} as const

/** A field of another form is another field. */
function formed(text: string, form: RegExp): string {
  return form.test(text) ? text : ''
}

/** As the terminal says it, and a person who reads its paper. */
export function authorizationOf(text: string): string {
  return formed(text, FORMS.name)
}

const operationOf = (text: string) => formed(text.replace(/^0+(?=\d)/, ''), FORMS.operation)

function factsOf(at: (index: number) => string, places: typeof SALE_FIELDS): CardFacts {
  const of = (field: keyof typeof places, form: RegExp) => formed(at(places[field]), form)
  return {
    commerce: formed(at(2), FORMS.name),
    terminal: formed(at(3), FORMS.name),
    ticket: formed(at(4), FORMS.name),
    authorization: authorizationOf(at(5)),
    amountClp: clp(numberOf(at(6))),
    installments: numberOf(of('installments', FORMS.installments)),
    last4: of('last4', FORMS.last4),
    operation: operationOf(at(places.operation)),
    kind: of('kind', FORMS.kind),
    brand: of('brand', FORMS.brand),
    terminalTime: formed(`${at(places.day)} ${at(places.time)}`, FORMS.time),
    tipClp: clp(numberOf(at(places.tip))),
  }
}

/** What is no whole number of pesos is none: it matches no attempt. */
function numberOf(text: string): number {
  return NUMBER.test(text) ? Number(text) : 0
}
