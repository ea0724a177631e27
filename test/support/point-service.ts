/**
 * The orders service of Mercado Pago with one Point terminal, played over real HTTP: it keeps the
 * keys of requests, shows one order at a time, and counts what cards have paid.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { asBearer, createNodeHttp } from '#till/adapters/node-http.ts'
import type { AccountHttp } from '#till/card/card-account.ts'
import type { HttpOutcome, HttpPort, HttpRequest } from '#till/kernel/ports.ts'
import type { ManualClock } from './manual-clock.ts'

/** `lost`: done, and nobody hears of it; `cut`: cut off before it is done. */
export type Fault = 'lost' | 'cut' | 'busy' | 'odd'

export interface PlayedRefund {
  readonly id: string
  readonly key: string
  readonly amountClp: number
  /** As the bank says it: it may take its time, or fail. */
  status: 'processing' | 'processed' | 'failed'
}

export interface PlayedOrder {
  readonly id: string
  readonly reference: string
  readonly amount: string
  status: string
  /** What went back to the card, each under the key of its request. */
  readonly refunds: PlayedRefund[]
  /** By the test's clock. */
  readonly untilMs: number
}

const created = z.object({
  type: z.literal('point'),
  external_reference: z.string().regex(/^[\w-]{1,64}$/),
  expiration_time: z.literal('PT2M30S'),
  transactions: z.object({ payments: z.array(z.object({ amount: z.string() })).length(1) }),
  config: z.object({ point: z.object({ terminal_id: z.string(), print_on_terminal: z.string() }) }),
})

export const POINT_TERMINAL = 'NEWLAND_N950__N950NCB801293324'
export const POINT_TOKEN = 'APP_USR-1234567890-112820-abcdef-42'
const LASTS_MS = 150_000
const LIVE = ['created', 'at_terminal', 'action_required']

interface Played {
  readonly nowMs: () => number
}

/** The service itself, however it is reached. */
export function playedPoint({ nowMs }: Played) {
  const orders = new Map<string, PlayedOrder>()
  const world = {
    orders: () => [...orders.values()],
    /** What was asked of it, in order. */
    asked: [] as string[],
    mode: 'PDV',
    token: POINT_TOKEN,
    terminal: POINT_TERMINAL,
    /** How many terminals the account has beside it. */
    others: 0,
    /** They are of another account. */
    hidesOrders: false,
    /** What becomes of the next refund. */
    refundsAs: 'processed' as PlayedRefund['status'],
    /** Of each reference, how often a card has paid. */
    paid: new Map<string, number>(),
    newest: () => [...orders.values()].at(-1),
    /** What waits at the terminal now. */
    live: () => live(orders, nowMs()),
    /** The customer holds a card to it, or the cashier presses a key. */
    end(status: 'processed' | 'failed' | 'canceled' | 'action_required') {
      const order = live(orders, nowMs())
      if (order === undefined) throw new Error('no order waits at the terminal')
      if (status === 'processed')
        world.paid.set(order.reference, (world.paid.get(order.reference) ?? 0) + 1)
      order.status = status
    },
    show() {
      const order = live(orders, nowMs())
      if (order?.status === 'created') order.status = 'at_terminal'
    },
  }
  const answer = routes({ world, orders, keys: new Map(), nowMs })
  return Object.assign(world, {
    answer(asked: Asked): Answer {
      world.asked.push(`${asked.method} ${asked.path}`)
      return answer(asked)
    },
  })
}

/** Over HTTP. */
export async function playPointService(played: Played) {
  const point = playedPoint(played)
  const faults: (Fault | null)[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url: path = '', headers } = request
      const fault = faults.shift() ?? null
      if (fault === 'cut') return void request.socket.destroy()
      if (fault === 'busy') return say(response, 503, { message: 'unavailable' })
      if (fault === 'odd') return say(response, 200, { id: 'ORD-ODD', status: 'what' })
      const { authorization, 'x-idempotency-key': key } = headers
      const [status, answer] = point.answer({
        ...{ method, path, body, authorization },
        key: key?.toString(),
      })
      if (fault === 'lost') return void request.socket.destroy()
      say(response, status, answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(point, {
    /** What becomes of the next requests, one by one; then all is well. */
    faults,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
export type PlayedPoint = Awaited<ReturnType<typeof playPointService>>

/** Where the terminal is on a wire. */
export const NO_POINT: HttpPort = { exchange: async () => ({ kind: 'unsent', detail: 'none' }) }

/** The service without a wire. */
export function askPlayed(
  point: Pick<ReturnType<typeof playedPoint>, 'answer'>,
  token: string | null,
  { method, path, body, headers }: Omit<HttpRequest, 'timeoutMs'>,
): HttpOutcome {
  const [status, answer] = point.answer({
    ...{ method, path, authorization: `Bearer ${token}` },
    body: body === null ? '' : new TextDecoder().decode(body),
    key: headers?.['X-Idempotency-Key'],
  })
  return { kind: 'answered', status, bodyText: JSON.stringify(answer), headers: {} }
}

/** Without a wire; its customer is there at once. */
export function paidAtOnce(nowMs: () => number): AccountHttp {
  const point = playedPoint({ nowMs })
  return (tokenOf) => ({
    async exchange(request) {
      const answer = askPlayed(point, tokenOf(), request)
      if (request.method === 'POST' && request.path === '/v1/orders') point.end('processed')
      return answer
    },
  })
}

/** Till time stands still while a request is under way. */
export function httpToPoint(clock: ManualClock, { url }: PlayedPoint): AccountHttp {
  return (tokenOf) => {
    const http = createNodeHttp(() => ({ baseUrl: url, apiKey: tokenOf() }), asBearer)
    return { exchange: (request, signal) => clock.waitFor(http.exchange(request, signal)) }
  }
}

/** What waits at the terminal now; what nobody paid in time is over. */
function live(orders: ReadonlyMap<string, PlayedOrder>, nowMs: number): PlayedOrder | undefined {
  for (const order of orders.values()) {
    const isLate = nowMs >= order.untilMs && order.status !== 'action_required'
    if (LIVE.includes(order.status) && isLate) order.status = 'expired'
  }
  return [...orders.values()].find(({ status }) => LIVE.includes(status))
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly authorization: string | undefined
  readonly key: string | undefined
}
type Answer = readonly [status: number, body: object]

interface Routes {
  readonly world: {
    mode: string
    token: string
    terminal: string
    others: number
    hidesOrders: boolean
    refundsAs: PlayedRefund['status']
  }
  readonly orders: Map<string, PlayedOrder>
  readonly keys: Map<string, { readonly body: string; readonly order: PlayedOrder }>
  readonly nowMs: () => number
}

const refused = (status: number, code: string): Answer => [status, { errors: [{ code }] }]

function routes({ world, orders, keys, nowMs }: Routes) {
  const create = (key: string | undefined, body: string): Answer => {
    if (key === undefined) return refused(400, 'empty_required_header')
    const before = keys.get(key)
    if (before !== undefined)
      return before.body === body
        ? [201, viewOf(before.order)]
        : refused(409, 'idempotency_key_already_used')
    const wanted = created.safeParse(JSON.parse(body))
    if (!wanted.success) return refused(400, 'property_value')
    if (wanted.data.config.point.terminal_id !== POINT_TERMINAL)
      return refused(403, 'forbidden_checking_terminal_owner')
    if (live(orders, nowMs()) !== undefined) return refused(409, 'already_queued_order_on_terminal')
    const order: PlayedOrder = {
      id: `ORD${String(orders.size + 1).padStart(6, '0')}`,
      reference: wanted.data.external_reference,
      amount: wanted.data.transactions.payments[0]?.amount ?? '',
      status: 'created',
      refunds: [],
      untilMs: nowMs() + LASTS_MS,
    }
    orders.set(order.id, order)
    keys.set(key, { body, order })
    return [201, viewOf(order)]
  }
  return ({ method, path, body, authorization, key }: Asked): Answer => {
    if (authorization !== `Bearer ${world.token}`) return refused(401, 'unauthorized')
    if (path.startsWith('/terminals/v1/list'))
      return [200, { data: { terminals: pageOf(world, path) } }]
    if (method === 'PATCH' && path === '/terminals/v1/setup') {
      world.mode = 'PDV'
      return [200, JSON.parse(body) as object]
    }
    if (method === 'POST' && path === '/v1/orders') return create(key, body)
    const [, id = '', cancel] = /^\/v1\/orders\/(\w+)(\/cancel|\/refund)?$/.exec(path) ?? []
    live(orders, nowMs())
    const order = orders.get(id)
    if (order === undefined || world.hidesOrders) return refused(404, 'order_not_found')
    if (cancel === undefined) return [200, viewOf(order)]
    if (cancel === '/refund') return refundOrder(order, world.refundsAs, key, body)
    if (order.status !== 'created') return refused(409, 'cannot_cancel_order')
    order.status = 'canceled'
    return [200, viewOf(order)]
  }
}

const part = z.object({
  transactions: z.array(z.object({ id: z.string(), amount: z.string() })).length(1),
})
const isBack = ({ status }: PlayedRefund) => status !== 'failed'

/** All that is left without a body; a key that was used gives the refund that is there. */
function refundOrder(
  order: PlayedOrder,
  status: PlayedRefund['status'],
  key: string | undefined,
  body: string,
): Answer {
  if (key === undefined) return refused(400, 'empty_required_header')
  if (order.refunds.some((one) => one.key === key)) return [201, viewOf(order)]
  if (order.status === 'refunded') return refused(409, 'order_already_refunded')
  if (order.status !== 'processed') return refused(409, 'invalid_order_status')
  const backClp = order.refunds.filter(isBack).reduce((sum, { amountClp }) => sum + amountClp, 0)
  const leftClp = Number(order.amount) - backClp
  const wanted = body === '' ? null : part.parse(JSON.parse(body)).transactions[0]
  if (wanted !== null && wanted?.id !== `PAY${order.id}`)
    return refused(404, 'transaction_not_found')
  const amountClp = wanted === null ? leftClp : Number(wanted.amount)
  if (amountClp > leftClp) return refused(400, 'refund_amount_exceeds')
  order.refunds.push({ id: `REF${order.id}-${order.refunds.length}`, key, amountClp, status })
  if (amountClp === leftClp && status !== 'failed') order.status = 'refunded'
  return [201, viewOf(order)]
}

function pageOf({ terminal, mode, others }: Routes['world'], path: string): object[] {
  const { searchParams } = new URL(path, 'http://point')
  const [offset, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name)))
  const all = Array.from({ length: others + 1 }, (_, index) => ({
    id: index === 0 ? terminal : `OTHER__${index}`,
    operating_mode: mode,
  }))
  return all.slice(offset, (offset ?? 0) + Math.min(limit ?? 0, 50))
}

function viewOf({ id, reference, amount, status, refunds }: PlayedOrder) {
  return {
    ...{ id, type: 'point', external_reference: reference, status },
    transactions: {
      ...(refunds.length === 0
        ? {}
        : {
            refunds: refunds.map((refund) => ({
              ...{ id: refund.id, transaction_id: `PAY${id}`, status: refund.status },
              amount: `${refund.amountClp}.00`,
            })),
          }),
      payments: [
        {
          ...{ id: `PAY${id}`, amount: `${amount}.00`, reference_id: '123456789012' },
          payment_method: { id: 'debvisa', type: 'debit_card', installments: 1 },
        },
      ],
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function say(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
