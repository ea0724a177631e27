/**
 * Tills that wait for news of their shop. Each costs its connection and nothing else: what this
 * process takes in wakes them at once, and for what the others take in one look at the counters of
 * the shops somebody waits for is enough.
 */
import { TILLS_MAX } from '#shared/fleet/contract.ts'
import type { CompanyId } from '../core/ports.ts'
import type { Logger } from '../core/log.ts'
import { PacedLoop } from '../core/paced-loop.ts'
import { hasIdIn } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { AskingTill } from './till-keys.ts'

/** Between two looks at what other processes took in. */
const LOOK_EVERY_MS = 500
/** Of one till, in this process: the oldest gives way, so nobody takes the places of the others. */
export const WAITING_OF_TILL_MAX = 2
/** Of one shop, in this process. */
export const WAITING_PER_SHOP_MAX = TILLS_MAX
/** In this process, of whose 1,000 connections the rest is for who sells. */
const WAITING_MAX = 600

interface Waiting {
  /** Resolves with news, at the end of the time, or when whoever waits has gone. */
  readonly heard: (ms: number, gone: AbortSignal) => Promise<void>
  readonly leave: () => void
}

interface Waiter {
  readonly companyId: CompanyId
  readonly tillId: string
  readonly after: number
  isOver: boolean
  wake: () => void
}

type WaitingTill = Pick<AskingTill, 'companyId' | 'id'>

export class News {
  readonly #storage: Storage
  readonly #waiters = new Set<Waiter>()
  readonly #ofShop = new Map<CompanyId, number>()
  readonly #look: PacedLoop
  #isOver = false

  constructor(storage: Storage, log: Logger) {
    this.#storage = storage
    this.#look = new PacedLoop('fleet', log, () => this.#lookAtOthers())
  }

  /**
   * From now on nothing that comes after this version is missed. Null where too many wait: of this
   * shop or in all.
   */
  enter({ companyId, id: tillId }: WaitingTill, after: number): Waiting | null {
    const own = [...this.#waiters].filter((one) => one.tillId === tillId && !one.isOver)
    if (own.length >= WAITING_OF_TILL_MAX) own.slice(0, 1).forEach(end)
    const ofShop = this.#ofShop.get(companyId) ?? 0
    if (ofShop >= WAITING_PER_SHOP_MAX || this.#waiters.size >= WAITING_MAX) return null
    const waiter: Waiter = { companyId, tillId, after, isOver: this.#isOver, wake: () => {} }
    this.#waiters.add(waiter)
    this.#ofShop.set(companyId, ofShop + 1)
    if (this.#storage.shared !== null) this.#look.wake(LOOK_EVERY_MS)
    return {
      heard: (ms, gone) => heard(waiter, ms, gone),
      leave: () => {
        if (!this.#waiters.delete(waiter)) return
        const left = (this.#ofShop.get(companyId) ?? 0) - 1
        if (left > 0) this.#ofShop.set(companyId, left)
        else this.#ofShop.delete(companyId)
      },
    }
  }

  /** How many do. */
  waiting(): number {
    return this.#waiters.size
  }

  /** This process took something in. */
  tell(companyId: CompanyId, version: number): void {
    for (const waiter of this.#waiters)
      if (waiter.companyId === companyId && waiter.after < version) end(waiter)
  }

  /** Whoever waits in that shop looks now. */
  wake(companyId: CompanyId): void {
    this.tell(companyId, Number.POSITIVE_INFINITY)
  }

  /** Whoever waits is answered now, and nobody waits any more. */
  end(): void {
    this.#isOver = true
    for (const waiter of this.#waiters) end(waiter)
  }

  async stop(): Promise<void> {
    this.end()
    await this.#look.stop()
  }

  async #lookAtOthers(): Promise<number | null> {
    const shops = [...this.#ofShop.keys()]
    if (shops.length === 0) return null
    const { read } = this.#storage
    const rows = await read
      .selectFrom('fleet_counters')
      .selectAll()
      .where(hasIdIn(read, JSON.stringify(shops), 'company_id'))
      .execute()
    for (const { company_id: companyId, version } of rows) this.tell(companyId, version)
    return LOOK_EVERY_MS
  }
}

function end(waiter: Waiter): void {
  waiter.isOver = true
  waiter.wake()
}

function heard(waiter: Waiter, ms: number, gone: AbortSignal): Promise<void> {
  if (waiter.isOver || gone.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      gone.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, ms)
    gone.addEventListener('abort', over)
    waiter.wake = over
  })
}
