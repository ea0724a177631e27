/** The driver against the played service over real HTTP, where answers get lost. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CardFacts } from '#shared/card/messages.ts'
import { ORDER_MS } from '#shared/card/point.ts'
import { manualClock, type ManualClock } from '../../../test/support/manual-clock.ts'
import {
  httpToPoint,
  playPointService,
  POINT_TERMINAL,
  POINT_TOKEN,
  type PlayedPoint,
} from '../../../test/support/point-service.ts'
import type { CardTerminal } from './card-terminal.ts'
import { createPoint } from './point.ts'

const ORDER = { attemptId: '3f0a-1', ticket: '200001', amountClp: 1_990 }

let clock: ManualClock
let service: PlayedPoint
let terminal: CardTerminal
let heard: (readonly [code: string, facts: CardFacts])[]
let steps: string[]
let placed: string | null
let isOpen: boolean
/** What the disk does. */
let store: () => void

beforeEach(async () => {
  clock = manualClock()
  service = await playPointService({ nowMs: clock.monotonicMs })
  ;[heard, steps, placed, isOpen] = [[], [], null, true]
  store = () => undefined
  terminal = open()
})
afterEach(() => service.stop())

function open(): CardTerminal {
  const http = httpToPoint(clock, service)(() => POINT_TOKEN)
  return createPoint({
    ...{ clock, http, terminalId: POINT_TERMINAL, log: () => {} },
    ears: {
      step: (code) => void steps.push(code),
      placed(_, orderId) {
        store()
        placed = orderId
      },
      ended(code, facts) {
        store()
        heard.push([code, facts])
        isOpen = false
        return true
      },
    },
  })
}

async function after<Value>(work: Promise<Value>, ms: number): Promise<Value | 'not yet'> {
  let done: Value | 'not yet' = 'not yet'
  void work.then((value) => (done = value))
  await clock.advance(ms)
  return done
}
const asked = (mayRunForMs: number, agoMs = 5_000) =>
  terminal.lookUp({
    ...{ order: ORDER, knownTicket: null, orderId: placed, mayRunForMs },
    askedAgoMs: () => agoMs,
    isStillOpen: () => isOpen,
  })
const made = () => service.asked.filter((line) => line === 'POST /v1/orders').length

describe('a sale', () => {
  it('is one order with its own key, and ends with the service’s word', async () => {
    const charged = terminal.charge(ORDER)
    await clock.advance(2_000)
    service.show()
    await clock.advance(2_000)
    service.end('processed')
    expect(await after(charged, 3_000)).toBe('ended')
    expect(steps).toContain('78')
    expect(service.orders()).toMatchObject([{ reference: '3f0a-1', amount: '1990' }])
    expect(heard).toMatchObject([
      ['00', { ticket: '200001', amountClp: 1_990, operation: '123456789012', kind: 'DB' }],
    ])
    expect(heard[0]?.[1].orderId).toBe(placed)
  })

  it.each([
    ['failed', '01'],
    ['canceled', '07'],
  ] as const)('that the terminal ends as %s is declined with its reason', async (how, code) => {
    const charged = terminal.charge(ORDER)
    await clock.advance(2_000)
    service.end(how)
    expect(await after(charged, 3_000)).toBe('ended')
    expect(heard.map(([said]) => said)).toEqual([code])
  })

  it('that nobody pays ends by itself, and is declined', async () => {
    expect(await after(terminal.charge(ORDER), 160_000)).toBe('ended')
    expect(heard.map(([said]) => said)).toEqual(['22'])
  })

  it.each([
    { fault: 'cut', what: 'a cut wire' },
    { fault: 'lost', what: 'a lost answer' },
    { fault: 'odd', what: 'an answer nobody can read' },
    { fault: 'busy', what: 'a service that is busy' },
  ] as const)('may have been made after $what', async ({ fault }) => {
    service.faults.push(fault)
    expect(await after(terminal.charge(ORDER), 3_000)).toBe('unknown')
  })

  it('is not made with a token the account has taken back', async () => {
    service.token = 'APP_USR-another'
    expect(await after(terminal.charge(ORDER), 3_000)).toBe('unsent')
    expect(service.orders()).toEqual([])
  })

  it('behind another order is not made, and says so', async () => {
    const other = terminal.charge({ ...ORDER, attemptId: 'other', ticket: '200002' })
    await clock.advance(2_000)
    expect(await after(terminal.charge(ORDER), 3_000)).toBe('unsent')
    service.end('canceled')
    expect(await after(other, 3_000)).toBe('ended')
    expect(service.orders().map(({ reference }) => reference)).toEqual(['other'])
  })

  it('whose end cannot be stored is asked again until it can', async () => {
    const charged = terminal.charge(ORDER)
    await clock.advance(2_000)
    service.end('processed')
    store = () => {
      throw new Error('disk full')
    }
    expect(await after(charged, 6_000)).toBe('not yet')
    store = () => undefined
    expect(await after(charged, 3_000)).toBe('ended')
    expect(heard).toHaveLength(1)
  })

  it('is unknown once the service has said nothing for a while', async () => {
    const charged = terminal.charge(ORDER)
    await clock.advance(2_000)
    service.faults.push(...Array.from({ length: 60 }, () => 'cut' as const))
    expect(await after(charged, 25_000)).toBe('unknown')
  })
})

describe('what nobody knows the end of', () => {
  it('is the same order when it is made again, paid once', async () => {
    service.faults.push('lost')
    expect(await after(terminal.charge(ORDER), 3_000)).toBe('unknown')
    service.end('processed')
    expect(await after(asked(200_000), 5_000)).toBe('ended')
    expect([made(), service.orders().length]).toEqual([2, 1])
    expect([...service.paid]).toEqual([['3f0a-1', 1]])
  })

  it('never appears on the terminal once its time is over', async () => {
    service.faults.push('cut')
    expect(await after(terminal.charge(ORDER), 3_000)).toBe('unknown')
    expect(await after(asked(0), 10_000)).toBe('person')
    expect([made(), service.orders().length]).toEqual([0, 0])
  })

  it('is not made so late that it outlives what is asked of it', async () => {
    service.faults.push('cut', 'cut')
    expect(await after(terminal.charge(ORDER), 3_000)).toBe('unknown')
    expect(await after(asked(ORDER_MS), ORDER_MS - 5_000)).toBe('not yet')
    expect(service.orders()).toEqual([])
  })

  it.each([
    ['was set back', -3_600_000],
    ['went on while the machine slept', 9 * 3_600_000],
  ])('is not made again where the clock %s', async (_, agoMs) => {
    service.faults.push('cut')
    expect(await after(terminal.charge(ORDER), 3_000)).toBe('unknown')
    expect(await after(asked(210_000, agoMs), 5_000)).toBe('not yet')
    expect(service.orders()).toEqual([])
  })

  it('is heard long after a person has answered, once the service is back', async () => {
    const charged = terminal.charge(ORDER)
    await clock.advance(2_000)
    service.show()
    service.faults.push(...Array.from({ length: 400 }, () => 'cut' as const))
    expect(await after(charged, 25_000)).toBe('unknown')
    const found = asked(20_000)
    await clock.advance(60_000)
    isOpen = false
    service.end('processed')
    await clock.advance(60_000)
    service.faults.length = 0
    expect(await after(found, 120_000)).toBe('ended')
    expect(heard.map(([code]) => code)).toEqual(['00'])
  })

  it('is cancelled once its time is over and no card has come', async () => {
    const charged = terminal.charge(ORDER)
    await clock.advance(1_000)
    await terminal.close()
    expect(await after(charged, 3_000)).toBe('unknown')
    terminal = open()
    expect(await after(asked(0), 6_000)).toBe('ended')
    expect(service.newest()?.status).toBe('canceled')
    expect(heard.map(([code]) => code)).toEqual(['07'])
  })

  it('is heard also after a person has answered', async () => {
    service.faults.push('lost')
    expect(await after(terminal.charge(ORDER), 3_000)).toBe('unknown')
    const found = asked(200_000)
    await clock.advance(3_000)
    isOpen = false
    service.end('processed')
    expect(await after(found, 5_000)).toBe('ended')
    expect(heard.map(([code]) => code)).toEqual(['00'])
  })

  it('is a person’s to say where only the terminal knows', async () => {
    const charged = terminal.charge(ORDER)
    await clock.advance(2_000)
    service.end('action_required')
    expect(await after(charged, 3_000)).toBe('unknown')
    expect(await after(asked(60_000), 3_000)).toBe('person')
    expect(heard).toEqual([])
  })

  it('is not over while its card may still be held to the terminal', async () => {
    const charged = terminal.charge(ORDER)
    await clock.advance(2_000)
    service.show()
    await terminal.close()
    await after(charged, 2_000)
    terminal = open()
    const found = asked(0)
    expect(await after(found, 20_000)).toBe('not yet')
    service.end('processed')
    expect(await after(found, 3_000)).toBe('ended')
  })
})

describe('one that the terminal has not taken', () => {
  it('says so within seconds, and is cancelled by the service’s word alone', async () => {
    const charged = terminal.charge(ORDER)
    await clock.advance(2_000)
    expect(steps).toEqual([])
    await clock.advance(4_000)
    expect(steps).toContain('NOT_TAKEN')
    const asking = terminal.cancel?.('3f0a-1', placed ?? '')
    expect(await asking).toBe('asked')
    expect(await after(charged, 3_000)).toBe('ended')
    expect(heard.map(([code]) => code)).toEqual(['07'])
  })

  it('is not cancelled once it is there, and goes on', async () => {
    const charged = terminal.charge(ORDER)
    await clock.advance(2_000)
    service.show()
    expect(await terminal.cancel?.('3f0a-1', placed ?? '')).toBe('refused')
    service.end('processed')
    expect(await after(charged, 3_000)).toBe('ended')
    expect(heard.map(([code]) => code)).toEqual(['00'])
  })

  it('is asked for as before where nobody heard whether it was cancelled', async () => {
    const charged = terminal.charge(ORDER)
    await clock.advance(2_000)
    service.faults.push('lost')
    expect(await terminal.cancel?.('3f0a-1', placed ?? '')).toBe('unheard')
    expect(heard).toEqual([])
    expect(await after(charged, 3_000)).toBe('ended')
  })
})

describe('whether it answers', () => {
  it('says what stands against it', async () => {
    expect(await after(terminal.health(), 1)).toBe('ready')
    service.faults.push('cut')
    expect(await after(terminal.health(), 1)).toBe('offline')
  })

  it('asks a terminal for the mode of a point of sale, and to be switched off and on', async () => {
    service.mode = 'STANDALONE'
    expect(await after(terminal.health(), 1)).toBe('restart')
    expect(service.mode).toBe('PDV')
  })
})
