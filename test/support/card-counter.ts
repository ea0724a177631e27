/** A counter with a played card terminal, told by the core: disk, wire, sale and people. */
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { CardView } from '#shared/card/attempt.ts'
import type { CardTerminalConfig } from '#shared/card/config.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { Till } from '#till/till.ts'
import { must } from './must.ts'
import { playedCable, TRANSBANK, type PlayedCable } from './played-cable.ts'
import { cartOf, commitOf, keptOf, tillFixture, type TillFixture } from './till-fixture.ts'

export const COFFEE = '7801040000037'
/** Longer than the till asks about anything. */
export const LIMIT_MS = 600_000

/** Opened before each test. */
export function cardCounter(config: CardTerminalConfig = TRANSBANK) {
  const logged: string[] = []
  const counter = { logged } as {
    fixture: TillFixture
    cable: PlayedCable
    till: Till
    readonly logged: string[]
  }
  const reopen = async () => {
    counter.till = await counter.fixture.open({
      wires: counter.cable.wires,
      log: (what, detail) => void logged.push(`${what} ${JSON.stringify(detail)}`),
    })
  }
  beforeEach(async () => {
    counter.fixture = tillFixture()
    counter.cable = playedCable(counter.fixture.clock)
    logged.length = 0
    await reopen()
    must(await counter.till.api.saveSettings({ cardTerminal: config }))
    await counter.fixture.clock.advance(15_000)
  })
  afterEach(() => counter.fixture.close())

  /** The sale on the counter, to be paid by card. */
  const open = (...codes: string[]): CommitInput => {
    const { api } = counter.till
    const cart = cartOf(api, ...(codes.length > 0 ? codes : [COFFEE]))
    must(api.openSale(keptOf(cart)))
    return commitOf(api, cart, 'TC')
  }
  const done = async <Value>(work: Promise<Value>): Promise<Value> => {
    const ended: { value?: Value } = {}
    void work.then((value) => (ended.value = value))
    await counter.fixture.until(() => 'value' in ended, LIMIT_MS)
    return ended.value as Value
  }
  const charge = async (sale: CommitInput) => done(counter.till.api.chargeCard(sale))
  const onDisk = <Value>(read: (db: Database.Database) => Value): Value => {
    const db = new Database(join(counter.fixture.dataDir, 'till', 'till.db'), { readonly: true })
    try {
      return read(db)
    } finally {
      db.close()
    }
  }
  return Object.assign(counter, {
    ...{ reopen, open, done, charge, onDisk },
    cards: () => counter.till.api.status().cards ?? [],
    /** One sale paid by a card that till and terminal know. */
    async paidBefore(...codes: string[]) {
      const sale = open(...codes)
      return must(counter.till.api.commitSale(named(sale, must(await charge(sale)))))
    },
    deaf: () => void (counter.cable.toTerminal = () => undefined),
    hears: () =>
      void (counter.cable.toTerminal = (bytes, deliver) =>
        counter.fixture.clock.after(5, () => deliver(bytes))),
    states: () =>
      onDisk((db) =>
        db.prepare<[], string>('SELECT state FROM card_attempt ORDER BY rowid').pluck().all(),
      ),
  })
}

/** Paid by these cards. */
export const named = (sale: CommitInput, ...paid: CardView[]): CommitInput => ({
  ...sale,
  payments: paid.map(({ attemptId, amountClp }) => ({
    method: 'TC',
    amountClp,
    reference: '',
    attemptId,
  })),
})
export const refused = (answer: { readonly ok: boolean }) =>
  answer.ok ? 'ok' : (answer as unknown as { refusal: { code: string } }).refusal.code
