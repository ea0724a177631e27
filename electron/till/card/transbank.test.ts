/** The driver on a played terminal, where wire, terminal or disk do not what they should. */
import { beforeEach, describe, expect, it } from 'vitest'
import { frameOf } from '#shared/card/frame.ts'
import { portOf } from '#shared/card/config.ts'
import type { CardFacts } from '#shared/card/messages.ts'
import { manualClock, type ManualClock } from '../../../test/support/manual-clock.ts'
import { playedCable, TRANSBANK, type PlayedCable } from '../../../test/support/played-cable.ts'
import type { CardTerminal } from './card-terminal.ts'
import { createTransbank } from './transbank.ts'

const ORDER = { attemptId: 'a', ticket: '200001', amountClp: 1_990 }
const MINUTES_MS = 400_000

let clock: ManualClock
let cable: PlayedCable
let terminal: CardTerminal
let heard: (readonly [code: string, ticket: string])[]
let steps: string[]
/** What the disk does with an answer. */
let store: (code: string, facts: CardFacts) => void
let known: string | null
let isOpen: boolean

function open(isInDoubt = false) {
  return createTransbank({
    clock,
    wires: cable.wires,
    isInDoubt,
    log: () => {},
    find: async () => portOf(TRANSBANK.place, await cable.wires.list()),
    ears: {
      step: (code) => void steps.push(code),
      placed: () => undefined,
      ended(code, facts) {
        store(code, facts)
        heard.push([code, facts.ticket])
        if (facts.ticket === ORDER.ticket) isOpen = false
        return true
      },
    },
  })
}

beforeEach(async () => {
  clock = manualClock()
  cable = playedCable(clock)
  terminal = open()
  ;[heard, steps, known, isOpen] = [[], [], null, true]
  store = () => undefined
  // A wire that was just opened is listened to before anything is sent.
  await clock.advance(13_000)
})

async function after<Value>(work: Promise<Value>, ms = MINUTES_MS): Promise<Value | 'not yet'> {
  let done: Value | 'not yet' = 'not yet'
  void work.then((value) => (done = value))
  await clock.advance(ms)
  return done
}
const charge = (ms?: number) => after(terminal.charge(ORDER), ms)
const asked = (mayRunForMs = 0) =>
  terminal.lookUp({
    ...{ order: ORDER, knownTicket: known, orderId: null, mayRunForMs },
    askedAgoMs: () => 0,
    isStillOpen: () => isOpen,
  })
const lookUp = () => after(asked())
/** A sale of before, which till and terminal know. */
function remembers() {
  known = '199999'
  cable.terminal.remember({ ticket: known, amountClp: 500, operation: 100 })
}
const begun = () => cable.terminal.seen.filter((text) => text.startsWith('0200'))

describe('a sale', () => {
  it('is sent once, with its steps, and ends with the terminal’s word', async () => {
    expect(await charge()).toBe('ended')
    expect(heard).toEqual([['00', '200001']])
    expect(steps).toEqual(['78', '82'])
    expect(begun()).toEqual(['0200|000001990|200001|||1'])
  })

  it('is declined by any other code', async () => {
    cable.terminal.plan.outcome = '01'
    expect(await charge()).toBe('ended')
    expect(heard).toEqual([['01', '200001']])
    expect(cable.terminal.bank).toEqual([])
  })

  it('has not left where nothing is plugged in, nor where another device of its kind is', async () => {
    cable.pullOut()
    expect(await charge()).toBe('unsent')
    cable.ports = [
      {
        path: '/dev/ttyACM0',
        maker: 'Verifone',
        usb: { ...TRANSBANK.place.usb, serialNumber: 'V2' },
      },
    ]
    cable.plugIn()
    const { length } = cable.openings
    expect(await charge()).toBe('unsent')
    expect(cable.openings.length).toBe(length)
  })

  it('is acknowledged only once it is stored, and heard again until it is', async () => {
    let full = 2
    store = () => {
      full -= 1
      if (full >= 0) throw new Error('the disk is full')
    }
    expect(await charge()).toBe('ended')
    expect(heard).toEqual([['00', '200001']])
    expect(cable.terminal.bank.length).toBe(1)
  })

  it('is unknown, and never sent again, where nothing says that it arrived', async () => {
    cable.toTerminal = () => undefined
    expect(await charge(60_000)).toBe('unknown')
    cable.toTerminal = (bytes, deliver) => clock.after(5, () => deliver(bytes))
    await clock.advance(MINUTES_MS)
    expect(begun()).toEqual([])
  })

  it('does not take the answer of another sale for its own, nor a damaged one', async () => {
    const stale = frameOf('0210|00|1|2|199999|A1|1990|0||0042|7|DB')
    const damaged = frameOf('0210|01|1|2|200001|A1|1990|0||0042|7|DB')
    damaged[7] = '0'.charCodeAt(0)
    const honest = cable.toTill
    let isFirst = true
    cable.toTill = (bytes, deliver) => {
      if (isFirst) for (const wrong of [stale, damaged]) clock.after(2, () => deliver(wrong))
      isFirst = false
      honest(bytes, deliver)
    }
    cable.terminal.plan.outcome = '01'
    expect(await charge()).toBe('ended')
    expect(heard).toEqual([
      ['00', '199999'],
      ['01', '200001'],
    ])
  })

  it('has not left after a minute in which the line was never quiet', async () => {
    const chatter = () => {
      cable.say(frameOf('0900|78||'))
      clock.after(5_000, chatter)
    }
    terminal = open()
    chatter()
    await clock.advance(1_000)
    expect(await charge(70_000)).toBe('unsent')
    expect(begun()).toEqual([])
  })

  it('waits for a clean line after trouble: nothing said for a while, one question answered', async () => {
    cable.toTerminal = () => undefined
    expect(await charge(3_000)).toBe('unknown')
    cable.toTerminal = (bytes, deliver) => clock.after(5, () => deliver(bytes))
    const next = terminal.charge({ attemptId: 'b', ticket: '200002', amountClp: 500 })
    await clock.advance(8_000)
    expect(begun()).toEqual([])
    expect(await after(next)).toBe('ended')
    expect(cable.terminal.seen.map((text) => text.slice(0, 4))).toEqual(['0250', '0200'])
  })
})

describe('what became of it', () => {
  it('approved, when the answer got lost on the way', async () => {
    cable.toTill = (bytes, deliver) => {
      if (bytes.length < 40) clock.after(5, () => deliver(bytes))
    }
    expect(await charge(200_000)).toBe('unknown')
    cable.toTill = (bytes, deliver) => clock.after(5, () => deliver(bytes))
    expect(await lookUp()).toBe('ended')
    expect(heard).toEqual([['00', '200001']])
  })

  it('not charged, when it never arrived: two looks, quiet between them', async () => {
    remembers()
    cable.toTerminal = () => undefined
    expect(await charge(20_000)).toBe('unknown')
    cable.toTerminal = (bytes, deliver) => clock.after(5, () => deliver(bytes))
    const begunAtMs = clock.monotonicMs()
    expect(await lookUp()).toBe('not-charged')
    expect(cable.terminal.seen).toEqual(['0250|', '0250|'])
    expect(clock.monotonicMs() - begunAtMs).toBeGreaterThan(12_000)
  })

  it('nothing yet while it may still run, whatever it is asked', async () => {
    remembers()
    cable.toTerminal = () => undefined
    expect(await charge(20_000)).toBe('unknown')
    cable.toTerminal = (bytes, deliver) => clock.after(5, () => deliver(bytes))
    const found = asked(150_000)
    expect(await after(found, 149_000)).toBe('not yet')
    expect(cable.terminal.seen.length).toBeGreaterThan(4)
    expect(await after(found, 40_000)).toBe('not-charged')
  })

  it('asks through an unplugged cable until it is back', async () => {
    const charging = terminal.charge(ORDER)
    await clock.advance(500)
    cable.pullOut()
    expect(await after(charging, 10_000)).toBe('unknown')
    expect(await after(asked())).toBe('not yet')
    cable.plugIn()
    await clock.advance(MINUTES_MS)
    expect(heard.at(-1)).toEqual(['00', '200001'])
  })

  it('a person, when the terminal was closed by hand meanwhile', async () => {
    known = '199999'
    cable.toTerminal = () => undefined
    expect(await charge(20_000)).toBe('unknown')
    cable.toTerminal = (bytes, deliver) => clock.after(5, () => deliver(bytes))
    expect(await lookUp()).toBe('person')
  })

  it('not charged, when somebody sold on the terminal itself and its list has all but this', async () => {
    remembers()
    cable.terminal.sellByHand(7_777)
    cable.toTerminal = () => undefined
    expect(await charge(20_000)).toBe('unknown')
    cable.toTerminal = (bytes, deliver) => clock.after(5, () => deliver(bytes))
    expect(await lookUp()).toBe('not-charged')
    expect(cable.terminal.seen).toContain('0260|1|')
  })

  it('approved, though the list has another sale of the same operation', async () => {
    remembers()
    cable.terminal.remember({ ...ORDER, operation: 100 })
    cable.terminal.sellByHand(7_777)
    expect(await lookUp()).toBe('ended')
    expect(heard).toEqual([['00', '200001']])
  })

  it('stops asking as soon as somebody has said it', async () => {
    cable.pullOut()
    const asking = asked()
    isOpen = false
    expect(await after(asking)).toBe('ended')
  })
})

it('answers whether it is there without an amount', async () => {
  expect(await after(terminal.health(), 5_000)).toBe('ready')
  cable.toTerminal = () => undefined
  expect(await after(terminal.health(), 5_000)).toBe('away')
  cable.pullOut()
  expect(await after(terminal.health(), 5_000)).toBe('absent')
})

describe('at the end of the day', () => {
  it('says what it holds, and is closed once', async () => {
    remembers()
    expect(await charge()).toBe('ended')
    expect(await after(terminal.totals())).toEqual({ count: 2, totalClp: 2_490 })
    expect(await after(terminal.endBatch(() => true))).toBe('closed')
    expect(await after(terminal.totals())).toEqual({ count: 0, totalClp: 0 })
    expect(cable.terminal.seen.filter((text) => text === '0500||')).toEqual(['0500||'])
  })

  it('does not say it: nobody waits for it longer than a minute', async () => {
    cable.toTerminal = () => undefined
    expect(await after(terminal.totals(), 60_000)).toBe(null)
    cable.pullOut()
    expect(await after(terminal.totals(), 60_000)).toBe(null)
    expect(
      await after(
        terminal.endBatch(() => true),
        60_000,
      ),
    ).toBe('unsent')
  })

  it('is not closed where a card was asked for while its line was being cleaned', async () => {
    terminal = open(true)
    await clock.advance(1_000)
    let isWanted = true
    const ending = terminal.endBatch(() => isWanted)
    await clock.advance(5_000)
    isWanted = false
    expect(await after(ending)).toBe('unsent')
    expect(cable.terminal.seen).not.toContain('0500||')
  })

  it('refuses its close, or nobody knows whether it is closed', async () => {
    cable.terminal.plan.closes = '74'
    expect(await after(terminal.endBatch(() => true))).toBe('refused')
    cable.toTill = (bytes, deliver) => bytes.length < 5 && deliver(bytes)
    expect(await after(terminal.endBatch(() => true))).toBe('unknown')
  })
})
