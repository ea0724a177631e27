/**
 * How a receipt of another till was paid, in so far as that says how it comes back. Its document
 * says so in words, as every till writes them (selling/sale/decide-payment.ts).
 */
import type { DocumentRequest } from '../issuing/document-request.ts'
import { clp, sumClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import {
  CREDIT_METHOD,
  VALE_METHOD,
  type PaymentMethod,
} from '../selling/payment/payment-method.ts'
import { OTHERS, WORDS_CHARS_MAX } from '../selling/sale/decide-payment.ts'
import { withElsewhere, type CashBack, type WaysBack } from './hand-over.ts'

export type PaidAs = NonNullable<DocumentRequest['payment_method']>

export interface OutsidePaid {
  readonly valeClp: Clp
  /** Neither by card nor by vale; null where no card has paid. */
  readonly moneyClp: Clp | null
}

export const PAID_ANYHOW: OutsidePaid = { valeClp: ZERO_CLP, moneyClp: null }
const CARD = 'TC'

/** Words that do not come to its total are nobody's of this shop, and say nothing. */
export function readPaidAs(
  { code = '', description = '' }: PaidAs,
  totalClp: Clp,
  methods: readonly Pick<PaymentMethod, 'name' | 'siiCode'>[],
): OutsidePaid {
  if (description.length > WORDS_CHARS_MAX) return PAID_ANYHOW
  const parts = partsIn(description, totalClp)
  if (sumClp(parts.map((part) => part.clp)) !== totalClp) return PAID_ANYHOW
  const isListed = (name: string, isCard: boolean) =>
    methods.some((method) => method.name === name && (method.siiCode === CARD) === isCard)
  const isOfVale = ({ name }: Part) => name === VALE_METHOD.name
  const isElse = (part: Part) =>
    isOfVale(part) || part.name === OTHERS || isListed(part.name, false)
  const mayBeCard = parts.every(isElse) ? parts : parts.filter((part) => !isElse(part))
  const most = Math.max(...mayBeCard.map((part) => part.clp))
  const isOfCard = (part: Part): boolean =>
    (code === CARD && part.clp === most && mayBeCard.includes(part)) ||
    // The note may be of what a card has paid.
    part.name.startsWith(CREDIT_METHOD.name) ||
    isListed(part.name, true)
  const sumOf = (is: (part: Part) => boolean) => sumClp(parts.filter(is).map((part) => part.clp))
  return {
    valeClp: sumOf(isOfVale),
    moneyClp: parts.some(isOfCard) ? sumOf((part) => !isOfCard(part) && !isOfVale(part)) : null,
  }
}

interface Part {
  readonly name: string
  readonly clp: Clp
}

/** One alone is its name, whatever signs stand in that; several have each its amount. */
function partsIn(description: string, totalClp: Clp): readonly Part[] {
  const parts = [...description.matchAll(/(.+?) \$([\d.]+)(?: \+ |$)/g)]
  if (parts.length === 0 || !description.includes(' + '))
    return [{ name: description, clp: totalClp }]
  return parts.map(([, name = '', amount = '']) => {
    return { name, clp: clp(Number(amount.replaceAll('.', ''))) }
  })
}

interface OutsideBack {
  readonly cashBack: CashBack
  /** By this till, and by others. */
  readonly hereClp: Clp
  readonly elsewhereClp: Clp
}

/** How what is left of it goes back, after what came back of it. */
export function waysBack(
  { valeClp, moneyClp }: OutsidePaid,
  { cashBack, hereClp, elsewhereClp }: OutsideBack,
): WaysBack & { readonly cashClp?: Clp } {
  const valeDueClp = clp(Math.max(0, valeClp - hereClp))
  const ways = withElsewhere({ valeDueClp, cashBack }, elsewhereClp)
  const backClp = Math.max(0, hereClp + elsewhereClp - valeClp)
  return {
    ...{ valeDueClp: ways.valeDueClp, cashBack: ways.cashBack },
    ...(moneyClp !== null && { cashClp: clp(Math.max(0, moneyClp - backClp)) }),
  }
}
