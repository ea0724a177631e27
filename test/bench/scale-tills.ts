/**
 * Tills that wait for news of their shops and tell what they sold: a process of its own. Reads one
 * JSON line of orders at a time, `null` for rest; answers each of them with what was done in the
 * one before.
 */
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { soldFact } from '../integration/told-facts.ts'
import type { ScaleTill } from './scale-shops.ts'

export interface TillsOrder {
  readonly tills: readonly { readonly till: ScaleTill; readonly port: number }[]
  /** Sales of all of them together, each told as a move of stock and a fact. */
  readonly salesPerSecond: number
  readonly label: string
}

export interface TillsFigures {
  readonly pulls: number
  readonly pushes: number
  /** Neither answered nor told to wait. */
  readonly failed: number
  /** Told to come back later. */
  readonly refused: number
  readonly pushP99Ms: number
  /** Of what was told, how much is behind when it ends. */
  readonly behind: number
}

const WAIT_MS = 25_000
/** As a till does that was told to come back. */
const COME_BACK_MS = 5_000
const TICK_MS = 5
/** A change of a product's price every so many sales. */
const SALES_A_CHANGE = 20

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

interface Asked {
  readonly status: number
  readonly body: { readonly version?: number; readonly has_more?: boolean }
}

function ask(
  port: number,
  till: ScaleTill,
  path: string,
  told: object | null,
  signal: AbortSignal,
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const body = told === null ? '' : JSON.stringify(told)
    const type = told === null ? {} : { 'content-type': 'application/json' }
    const headers = { ...till, ...type, 'accept-encoding': 'gzip' }
    const method = told === null ? 'GET' : 'POST'
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent, signal })
    sent.on('error', reject).on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const all = Buffer.concat(chunks)
        const isPacked = answer.headers['content-encoding'] === 'gzip'
        const text = (isPacked ? gunzipSync(all) : all).toString()
        const { statusCode: status = 0 } = answer
        resolve({ status, body: status === 200 ? (JSON.parse(text) as Asked['body']) : {} })
      })
    })
    sent.end(body)
  })
}

/** Up to which version each till has heard, kept from order to order. */
const heard = new Map<string, number>()

class Playing {
  readonly #order: TillsOrder
  readonly #end = new AbortController()
  readonly #counts = { pulls: 0, pushes: 0, failed: 0, refused: 0 }
  readonly #pushed: number[] = []
  readonly #work: Promise<unknown>
  #open = 0

  constructor(order: TillsOrder) {
    this.#order = order
    this.#work = Promise.all([this.#sell(), ...order.tills.map((till) => this.#hear(till))])
  }

  async stop(): Promise<TillsFigures> {
    const behind = this.#open
    this.#end.abort()
    await this.#work
    const sorted = this.#pushed.toSorted((a, b) => a - b)
    const pushP99Ms = Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
    return { ...this.#counts, pushP99Ms, behind }
  }

  async #hear({ till, port }: TillsOrder['tills'][number]): Promise<void> {
    const name = till['x-installation']
    while (!this.#end.signal.aborted) {
      const after = heard.get(name) ?? 0
      const path = `/api/fleet/changes?after=${after}&wait_ms=${WAIT_MS}`
      const answer = await this.#asked(port, till, path, null)
      if (answer?.status === 200) {
        this.#counts.pulls += 1
        heard.set(name, answer.body.version ?? after)
      } else await sleep(COME_BACK_MS)
    }
  }

  async #sell(): Promise<void> {
    const { tills, salesPerSecond, label } = this.#order
    const startedAt = performance.now()
    for (let sold = 0; !this.#end.signal.aborted; await sleep(TICK_MS)) {
      const due = Math.floor(((performance.now() - startedAt) / 1_000) * salesPerSecond)
      for (; sold < due; sold += 1) {
        const at = tills[(sold * 7) % tills.length]
        if (at !== undefined) void this.#tell(at, `${label}-${sold}`, sold)
      }
    }
  }

  async #tell({ till, port }: TillsOrder['tills'][number], id: string, sold: number) {
    this.#open += 1
    const product = `P${sold % 500}`
    const move = { move_id: id, kind: 'sold', product, milli: -1_000, age_ms: 0 }
    await this.#push(port, till, '/api/fleet/moves', { moves: [move] })
    const fact = soldFact({ fact_id: id, sale_id: id, is_trial: true })
    await this.#push(port, till, '/api/fleet/facts', { told_before: null, facts: [fact] })
    if (sold % SALES_A_CHANGE === 0)
      await this.#push(port, till, '/api/fleet/edits', { edits: [priceOf(product, id, sold)] })
    this.#open -= 1
  }

  async #push(port: number, till: ScaleTill, path: string, body: object): Promise<void> {
    const sentAt = performance.now()
    const answer = await this.#asked(port, till, path, body)
    if (answer?.status !== 200) return
    this.#counts.pushes += 1
    this.#pushed.push(performance.now() - sentAt)
  }

  async #asked(port: number, till: ScaleTill, path: string, body: object | null) {
    try {
      const answer = await ask(port, till, path, body, this.#end.signal)
      if (answer.status === 503) this.#counts.refused += 1
      else if (answer.status !== 200) this.#fails(`${path}: ${answer.status}`)
      return answer
    } catch (error) {
      if (!this.#end.signal.aborted) this.#fails(String(error))
      return null
    }
  }

  #fails(why: string): void {
    if (this.#counts.failed === 0) process.stderr.write(`${why}\n`)
    this.#counts.failed += 1
  }
}

function priceOf(product: string, id: string, sold: number) {
  const fields = {
    ...{ code: product, more_codes: [], name: product, price_clp: 100 + sold, is_exempt: false },
    ...{ unit: 'UN', category: null, is_favourite: false, fixed_place: null, cost_net_clp: 50 },
    ...{ has_stock: true, stock_low_milli: null, is_archived: false },
  }
  const told = { edit_id: id, kind: 'product', id: product, fields }
  return { ...told, is_deleted: false, age_ms: 0, heard_version: 0 }
}

if (process.argv[2] === 'tills') {
  let playing: Playing | null = null
  for await (const line of createInterface({ input: process.stdin })) {
    const done = await playing?.stop()
    const order = JSON.parse(line) as TillsOrder | null
    playing = order === null ? null : new Playing(order)
    process.stdout.write(`${JSON.stringify(done ?? null)}\n`)
  }
  await playing?.stop()
}
