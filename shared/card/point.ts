/**
 * What till and Mercado Pago say to each other of a Point terminal (Orders API, public reference of
 * mercadopago.cl/developers). An order has the attempt's own id as its key: asked for again it is
 * the same order, never a second one. It ends by the service's word alone.
 */
import { z } from 'zod'
import { clp } from '../money/clp.ts'
import { APPROVED_CODE, type CardFacts } from './messages.ts'
import type { CardOrder } from './proof.ts'

export const POINT_URL = 'https://api.mercadopago.com'
export const ORDERS_PATH = '/v1/orders'
/** The reference's own limit of a page. */
export const TERMINALS_A_PAGE = 50
/** More than any account has; a service that never ends is not followed. */
export const TERMINALS_MAX = 1_000
export const terminalsPath = (offset: number) =>
  `/terminals/v1/list?limit=${TERMINALS_A_PAGE}&offset=${offset}`
export const SETUP_PATH = '/terminals/v1/setup'

/** How long an order waits for its card; the reference takes 30 s to 3 h. */
export const ORDER_MS = 150_000
const ORDER_TIME = 'PT2M30S'

/** Codes of the terminals on a wire, which screens have words for. */
const DECLINED: Readonly<Record<string, string>> = {
  failed: '01',
  canceled: '07',
  expired: '22',
  refunded: '07',
}
const CARD_STEP = '78'
const BANK_STEP = '82'

export function orderOf({ attemptId, amountClp }: CardOrder, terminalId: string) {
  return {
    type: 'point',
    external_reference: attemptId,
    expiration_time: ORDER_TIME,
    transactions: { payments: [{ amount: String(amountClp) }] },
    config: { point: { terminal_id: terminalId, print_on_terminal: 'seller_ticket' } },
  }
}

/** Pesos have no cents; a service of many countries may say them. */
const pesos = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) =>
    /^\d{1,9}(?:\.0{1,2})?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN,
  )
const word = z.union([z.string(), z.number().transform(String)]).catch('')
const paymentSchema = z.object({
  id: word,
  amount: pesos.catch(Number.NaN),
  tip_amount: pesos.catch(0),
  reference_id: word,
  payment_method: z
    .object({ type: word, installments: z.number().int().catch(0) })
    .catch({ type: '', installments: 0 }),
})
const refundSchema = z.object({
  id: z.union([z.string().min(1).max(80), z.number().transform(String)]),
  amount: pesos.refine((amount) => !Number.isNaN(amount)),
  status: z.string().min(1),
})
const orderSchema = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  external_reference: z.string(),
  status: z.string(),
  transactions: z.object({
    payments: z.array(paymentSchema).length(1),
    /** None is said by leaving it out; null: not wholly readable, which says nothing. */
    refunds: z.array(refundSchema).default([]).nullable().catch(null),
  }),
})
export type PointOrder = z.output<typeof orderSchema>

/** Null for what is no order. */
export function readOrder(bodyText: string): PointOrder | null {
  return readAs(orderSchema, bodyText)
}

type PointFinding =
  | { readonly kind: 'ended'; readonly code: string; readonly facts: CardFacts }
  | { readonly kind: 'running'; readonly step: string | null }
  /** The service says that only the terminal itself knows, or speaks of another order. */
  | { readonly kind: 'person' }

/** What the service's word proves of the order of this attempt. */
export function findingOf(order: CardOrder, said: PointOrder): PointFinding {
  const [payment] = said.transactions.payments
  const isOwn = said.external_reference === order.attemptId && payment?.amount === order.amountClp
  if (!isOwn || payment === undefined || said.status === 'action_required')
    return { kind: 'person' }
  const code = said.status === 'processed' ? APPROVED_CODE : DECLINED[said.status]
  if (code !== undefined) return { kind: 'ended', code, facts: factsOf(order, said, payment) }
  if (said.status === 'created') return { kind: 'running', step: null }
  return { kind: 'running', step: said.status === 'at_terminal' ? CARD_STEP : BANK_STEP }
}

const KINDS: Readonly<Record<string, string>> = { credit_card: 'CR', debit_card: 'DB' }

function factsOf(
  { ticket, amountClp }: CardOrder,
  { id }: PointOrder,
  {
    reference_id: reference,
    tip_amount: tip,
    payment_method: paid,
  }: z.output<typeof paymentSchema>,
): CardFacts {
  return {
    ticket,
    amountClp: clp(amountClp),
    commerce: '',
    terminal: '',
    authorization: '',
    operation: /^\d{1,12}$/.test(reference) ? reference : '',
    last4: '',
    kind: KINDS[paid.type] ?? '',
    brand: '',
    installments: paid.installments >= 0 && paid.installments <= 99 ? paid.installments : 0,
    terminalTime: '',
    tipClp: clp(Number.isNaN(tip) ? 0 : tip),
    orderId: id,
  }
}

const terminalsSchema = z.object({
  data: z.object({
    terminals: z.array(z.object({ id: z.string().min(1).max(80), operating_mode: word })),
  }),
})

export interface PointTerminal {
  readonly id: string
  /** Amounts reach it only in the mode of a point of sale. */
  readonly takesOrders: boolean
}

/** Null for what is no list of terminals. */
export function readTerminals(bodyText: string): readonly PointTerminal[] | null {
  const read = readAs(terminalsSchema, bodyText)
  return (
    read?.data.terminals.map(({ id, operating_mode: mode }) => ({
      id,
      takesOrders: mode === 'PDV',
    })) ?? null
  )
}

export const setupOf = (terminalId: string) => ({
  terminals: [{ id: terminalId, operating_mode: 'PDV' }],
})

const errorsSchema = z.object({ errors: z.array(z.object({ code: z.string() })) })

/** Why a request was refused, in the service's words; none where it says none. */
export const errorCodesIn = (bodyText: string): readonly string[] =>
  readAs(errorsSchema, bodyText)?.errors.map(({ code }) => code) ?? []

/**
 * Answers after which no order has been made, and none will be by that request. Another order in
 * front of it at the terminal is one; a conflict about the key is none.
 */
const NOT_MADE: readonly number[] = [400, 401, 403, 404, 422, 429]
const QUEUED = 'already_queued_order_on_terminal'

export function isNotMade(status: number, bodyText: string): boolean {
  if (NOT_MADE.includes(status)) return true
  return status === 409 && errorCodesIn(bodyText).includes(QUEUED)
}

function readAs<T extends z.ZodType>(schema: T, text: string): z.output<T> | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
