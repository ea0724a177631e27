/** The driver over the real library on a serial line, with a terminal played at its other end. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '#shared/core/result.ts'
import { serialWires } from '#serial/serial-wire.ts'
import type { CardTerminal } from '#till/card/card-terminal.ts'
import { createTransbank } from '#till/card/transbank.ts'
import { hastenedClock, type HastenedClock } from '../support/hastened-clock.ts'
import { playTerminal, type PlayedTerminal } from '../support/played-terminal.ts'
import { NO_SERIAL, openCable, type SerialCable } from '../support/serial-cable.ts'

const ORDER = { attemptId: 'a', ticket: '200001', amountClp: 1_990 }
const QUIET_MS = 13_000
const soon = { timeout: 20_000, interval: 20 }

describe.skipIf(NO_SERIAL !== null)(
  `a card terminal on a wire${NO_SERIAL === null ? '' : ` (${NO_SERIAL})`}`,
  () => {
    let clock: HastenedClock
    let cable: SerialCable
    let played: PlayedTerminal
    let terminal: CardTerminal
    const heard: string[] = []

    beforeEach(async () => {
      heard.length = 0
      clock = hastenedClock()
      cable = await openCable()
      played = playTerminal(clock, (bytes) => cable.say(bytes), { cardMs: 200 })
      cable.hear((bytes) => played.receive(bytes))
      terminal = createTransbank({
        ...{ clock, wires: serialWires, isInDoubt: false },
        log: () => undefined,
        find: async () => ok(cable.path),
        ears: {
          step: () => undefined,
          placed: () => undefined,
          ended: (code, { ticket }) => heard.push(`${code} ${ticket}`) > 0,
        },
      })
      await expect.poll(() => terminal.health(), soon).toBe('ready')
      clock.hasten(QUIET_MS)
    })
    afterEach(async () => {
      await terminal.close()
      await cable.close()
    })

    it('charges, and says what became of it after the cable was pulled in the middle', async () => {
      expect(await terminal.charge(ORDER)).toBe('ended')
      expect(heard).toEqual(['00 200001'])
      played.plan.cardMs = 1_000
      const next = { attemptId: 'b', ticket: '200002', amountClp: 500 }
      const charging = terminal.charge(next)
      const sales = () => played.seen.filter((text) => text.startsWith('0200')).length
      await expect.poll(sales, soon).toBe(2)
      await cable.pullOut()
      expect(await charging).toBe('unknown')
      await cable.plugIn()
      await expect.poll(() => played.bank.length, soon).toBe(2)
      const isStillOpen = () => !heard.includes('00 200002')
      const asked = terminal.lookUp({
        order: next,
        knownTicket: ORDER.ticket,
        orderId: null,
        askedAgoMs: () => 0,
        mayRunForMs: 0,
        isStillOpen,
      })
      expect(await asked).toBe('ended')
      expect(heard.at(-1)).toBe('00 200002')
    })
  },
)
