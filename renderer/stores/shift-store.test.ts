import { describe, expect, it } from 'vitest'
import type { CountView, OpenShiftView, ShiftReportView, ShiftView } from '#shared/shifts/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { portOf } from './test-port.ts'
import { createShiftStore } from './shift-store.ts'
import { numberIn } from './typed-count.ts'

const OPEN: OpenShiftView = {
  shiftId: 'S1',
  number: 1,
  openedAt: 0 as EpochMs,
  openedBy: 'Ana',
  floatClp: clp(0),
  movements: [],
  report: null,
  recountNeedsSupervisor: false,
  countable: [
    { key: 'EF', name: 'Efectivo', kind: 'cash' },
    { key: 'TC', name: 'Tarjeta', kind: 'other' },
  ],
}
const VIEW: ShiftView = {
  isUsed: true,
  isBlind: false,
  differenceLimitClp: 2_000,
  open: OPEN,
  nextId: 'ID-1',
  lastFloatClp: clp(25_000),
  pendingCount: 0,
  backup: null,
}
const COUNT: CountView = {
  countId: 'ID-1',
  result: { lines: [], differenceClp: clp(0), largestClp: clp(0) },
  needsReason: false,
  needsSupervisor: false,
  pendingCount: 0,
}

function storeOver(answers: Parameters<typeof portOf>[0], view: ShiftView = VIEW) {
  return createShiftStore(
    portOf({
      shift: async () => view,
      closedShifts: async () => ({ rows: [], nextCursor: null }),
      askCardTotals: async () => refuse(refusal('CARD_NO_TERMINAL')),
      ...answers,
    }),
  )
}

describe('the shift on screen', () => {
  it('offers the float of the shift before, and opens with what is typed', async () => {
    const orders: unknown[] = []
    const store = storeOver(
      {
        openShift: async (order) => {
          orders.push(order)
          return ok(VIEW)
        },
      },
      { ...VIEW, open: null },
    )
    await store.getState().load()
    // Suggested, and in nobody's way: what is typed is typed from the beginning.
    expect(store.getState().floatText).toBe('')
    expect(await store.getState().open()).toBe(true)
    store.getState().setFloat('30000')
    await store.getState().load()
    expect(await store.getState().open()).toBe(true)
    expect(orders).toEqual([25_000, 30_000].map((floatClp) => ({ shiftId: 'ID-1', floatClp })))
  })

  it('asks once about a float far from the last, and again about another one', async () => {
    const orders: (number | null)[] = []
    const openShift = async ({ floatClp }: { floatClp: number | null }) => {
      orders.push(floatClp)
      return ok(VIEW)
    }
    const store = storeOver({ openShift }, { ...VIEW, open: null })
    await store.getState().load()
    for (const far of ['250008000', '0']) {
      store.getState().setFloat(far)
      expect(await store.getState().open()).toBe(false)
      expect(store.getState().trouble).toMatchObject({ code: 'FLOAT_FAR', field: 'floatClp' })
    }
    expect(orders).toEqual([])
    expect(await store.getState().open()).toBe(true)
    expect(orders).toEqual([0])
  })

  it('counts pieces nobody typed as none, and other ways nobody typed as not counted', async () => {
    const orders: unknown[] = []
    const store = storeOver({
      countShift: async (order) => {
        orders.push(order)
        return ok(COUNT)
      },
    })
    await store.getState().load()
    store.getState().type('piece-1000', '3')
    expect(await store.getState().count(null)).toBe(true)
    store.getState().setWay('sum')
    store.getState().type('count-EF', '3.000')
    store.getState().type('count-TC', '500')
    await store.getState().count(null)
    const [byPieces, bySum] = orders as {
      pieces: { valueClp: number; count: number }[] | null
      amounts: unknown
    }[]
    expect(byPieces).toMatchObject({ amounts: [] })
    expect(byPieces?.pieces?.filter(({ count }) => count > 0)).toEqual([
      { valueClp: 1_000, count: 3 },
    ])
    expect(byPieces?.pieces).toHaveLength(9)
    expect(bySum).toMatchObject({
      pieces: null,
      amounts: [
        { key: 'EF', amountClp: 3_000 },
        { key: 'TC', amountClp: 500 },
      ],
    })
    expect(store.getState().stage).toBe('result')
  })

  it('says that nobody answered, and sends the same close again; a refusal stands at its field', async () => {
    const orders: unknown[] = []
    const store = storeOver({
      countShift: async () => ok(COUNT),
      closeShift: async (order) => {
        orders.push(order)
        if (orders.length === 1) throw new Error('cable')
        return refuse(refusal('SHIFT_DIFFERENCE_REASON', 'reason', { difference: '-$5' }))
      },
    })
    await store.getState().load()
    store.getState().type('piece-1000', '2')
    await store.getState().count(null)
    expect(await store.getState().close(null)).toBe(false)
    expect(store.getState().work).toBe('unanswered')
    await store.getState().close(null)
    expect(orders[0]).toEqual(orders[1])
    expect(store.getState()).toMatchObject({ work: 'idle', trouble: { field: 'reason' } })
    store.getState().setReason('x')
    expect(store.getState().trouble).toBeNull()
  })

  it('asks the card terminal before it closes, and closes whatever becomes of that', async () => {
    const asked: string[] = []
    const store = storeOver({
      countShift: async () => ok(COUNT),
      askCardTotals: async ({ shiftId }) => {
        asked.push(`totals ${shiftId}`)
        throw new Error('cable')
      },
      closeShift: async ({ shiftId }) => {
        asked.push(`close ${shiftId}`)
        return refuse(refusal('SHIFT_COUNT_OLD'))
      },
    })
    await store.getState().load()
    store.getState().type('piece-1000', '2')
    await store.getState().count(null)
    await store.getState().close(null)
    const shiftId = VIEW.open?.shiftId
    expect(asked).toEqual([`totals ${shiftId}`, `close ${shiftId}`])
  })

  it('sends no count of nothing: an empty drawer is counted by a 0, by pieces as by sum', async () => {
    let asked = 0
    const store = storeOver({
      countShift: async () => {
        asked += 1
        return ok(COUNT)
      },
    })
    await store.getState().load()
    for (const [way, field] of [
      ['pieces', 'piece-20000'],
      ['sum', 'count-EF'],
    ] as const) {
      store.getState().setWay(way)
      expect(await store.getState().count(null)).toBe(false)
      expect(store.getState()).toMatchObject({
        trouble: { code: 'COUNT_CASH_REQUIRED', field },
        work: 'idle',
      })
    }
    expect(asked).toBe(0)
    store.getState().type('count-EF', '0')
    expect(await store.getState().count(null)).toBe(true)
  })

  it('sends one order at a time', async () => {
    let asked = 0
    const store = storeOver({
      readShift: () => {
        asked += 1
        return new Promise<ReturnType<typeof ok<ShiftReportView>>>(() => {})
      },
    })
    await store.getState().load()
    void store.getState().read(null)
    await store.getState().read(null)
    expect(asked).toBe(1)
  })

  it('leaves the count when the shift was closed elsewhere', async () => {
    let view = VIEW
    const store = createShiftStore(
      portOf({
        shift: async () => view,
        closedShifts: async () => ({ rows: [], nextCursor: null }),
      }),
    )
    await store.getState().load()
    store.getState().go('count')
    store.getState().type('piece-1000', '3')
    view = { ...VIEW, open: null }
    await store.getState().load()
    expect(store.getState()).toMatchObject({ stage: 'overview', typed: {} })
  })
})

describe('an amount as typed', () => {
  it.each([
    ['30.000', 30_000],
    ['$ 5', 5],
    ['', Number.NaN],
    [' ', Number.NaN],
    ['abc', Number.NaN],
  ])('%s is %d', (text, amount) => expect(numberIn(text)).toBe(amount))
})
