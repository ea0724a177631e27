/** Answers may come in any order: what a screen shows is never older than what it last asked. */
import { describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { ok } from '#shared/core/result.ts'
import { createOffersStore } from './offers-store.ts'
import { createParkedStore } from './parked-store.ts'
import { createReceiptsStore } from './receipts-store.ts'
import { createSettingsStore } from './settings-store.ts'
import { createShiftStore } from './shift-store.ts'
import { createStaffStore } from './staff-store.ts'
import { createStatusStore } from './status-store.ts'
import { createHandTimers, portOf, settle } from './test-port.ts'

/** A row of the core that answers when, and in the order, the test says. */
function slow() {
  const waiting: { readonly answer: (value: unknown) => void; readonly fail: () => void }[] = []
  const ask = () =>
    new Promise<never>((resolve, reject) =>
      waiting.push({
        answer: resolve as (value: unknown) => void,
        fail: () => reject(new Error()),
      }),
    )
  return { ask, waiting }
}
const storage = { getItem: () => null, setItem: () => undefined }

const LISTS: Readonly<
  Record<
    string,
    (ask: () => Promise<never>) => {
      readonly load: () => unknown
      readonly shown: () => unknown
      readonly forget?: () => void
    }
  >
> = {
  printers: (discoverPrinters) => {
    const store = createSettingsStore(portOf({ discoverPrinters }), storage)
    return {
      load: () => store.getState().lookForPrinters(),
      shown: () => store.getState().printers,
    }
  },
  settings: (settings) => {
    const store = createSettingsStore(portOf({ settings }), storage)
    return { load: () => store.getState().load(), shown: () => store.getState().settings }
  },
  status: (status) => {
    const store = createStatusStore(portOf({ status }), createHandTimers())
    return { load: () => store.getState().refresh(), shown: () => store.getState().status }
  },
  bootstrap: (bootstrap) => {
    const store = createStatusStore(portOf({ bootstrap }), createHandTimers())
    return {
      load: () => store.getState().reloadBootstrap(),
      shown: () => store.getState().bootstrap,
    }
  },
  'parked sales': (parkedSales) => {
    const store = createParkedStore(portOf({ parkedSales }))
    const { refresh, forget } = store.getState()
    return { load: refresh, shown: () => store.getState().sales, forget }
  },
  offers: (offers) => {
    const store = createOffersStore(portOf({ offers, productByCode: offers }), () => null)
    return { load: () => store.getState().load(), shown: () => store.getState().offers }
  },
  'closed shifts': (ask) => {
    const closedShifts = async () => ({ rows: await ask(), nextCursor: null })
    const shift = async () => ({ open: null }) as never
    const store = createShiftStore(portOf({ shift, closedShifts }))
    const { load, forget } = store.getState()
    return { load, shown: () => store.getState().rows, forget }
  },
  receipt: (ask) => {
    const receipt = async () => ok(await ask())
    const store = createReceiptsStore(portOf({ receipt }), createHandTimers())
    return {
      load: () => store.getState().select('s1' as SaleId),
      shown: () => store.getState().detail,
      forget: () => store.getState().forget(),
    }
  },
  staff: (staff) => {
    const store = createStaffStore(portOf({ staff }))
    return { load: () => store.getState().load(), shown: () => store.getState().staff }
  },
}

describe('an answer that comes after a newer one', () => {
  it.each(Object.keys(LISTS))('changes nothing of the %s', async (name) => {
    const { ask, waiting } = slow()
    const list = LISTS[name]?.(ask)
    void list?.load()
    void list?.load()
    const newer = [{ current: null }]
    waiting[1]?.answer(newer)
    await settle()
    expect(list?.shown()).toBe(newer)
    waiting[0]?.answer([])
    await settle()
    expect(list?.shown()).toBe(newer)
  })

  it.each(Object.keys(LISTS))('is no trouble of the %s where it failed', async (name) => {
    const { ask, waiting } = slow()
    const list = LISTS[name]?.(ask)
    const older = Promise.resolve(list?.load())
    void list?.load()
    const newer = [{ current: null }]
    waiting[1]?.answer(newer)
    waiting[0]?.fail()
    await older
    await settle()
    expect(list?.shown()).toBe(newer)
  })
})

it('what was read before a change does not undo it: settings that were saved, who signed in', async () => {
  const reads = slow()
  const saved = { language: 'es', theme: 'dark' }
  const settings = createSettingsStore(
    portOf({
      settings: reads.ask,
      saveSettings: () => Promise.resolve({ ok: true, value: saved } as never),
    }),
    storage,
  )
  void settings.getState().load()
  await settings.getState().save({})
  reads.waiting[0]?.answer({ language: 'en', theme: 'light' })
  await settle()
  expect(settings.getState().settings).toBe(saved)

  const served = { current: { id: 'camila' } }
  const looks = slow()
  const staff = createStaffStore(
    portOf({
      staff: looks.ask,
      signIn: () => Promise.resolve({ ok: true, value: served } as never),
    }),
  )
  void staff.getState().load()
  await staff.getState().signIn('camila', '2580')
  looks.waiting[0]?.answer({ current: null })
  await settle()
  expect(staff.getState().staff).toBe(served)
})

it('printers that are known stay in sight while others are looked for', async () => {
  const { ask, waiting } = slow()
  const store = createSettingsStore(portOf({ discoverPrinters: ask }), storage)
  void store.getState().lookForPrinters()
  expect(store.getState()).toMatchObject({ printers: null, isLooking: true })
  const known = [{ config: { id: 'tcp-1' } }]
  waiting[0]?.answer(known)
  await settle()
  expect(store.getState()).toMatchObject({ printers: known, isLooking: false })
  void store.getState().lookForPrinters()
  expect(store.getState()).toMatchObject({ printers: known, isLooking: true })
  waiting[1]?.fail()
  await settle()
  expect(store.getState()).toMatchObject({ printers: known, isLooking: false })
})

it('whoever waits for an older answer waits for the newest', async () => {
  const { ask, waiting } = slow()
  const store = createParkedStore(portOf({ parkedSales: ask }))
  const seen: unknown[] = []
  void store
    .getState()
    .refresh()
    .then(() => seen.push(store.getState().sales))
  void store.getState().refresh()
  waiting[0]?.answer(['older'])
  await settle()
  expect(seen).toEqual([])
  waiting[1]?.answer(['newer'])
  await settle()
  expect(seen).toEqual([['newer']])
})

it.each([
  ['parked sales', []],
  ['closed shifts', []],
  ['receipt', null],
])('%s on its way come to no page that has been locked meanwhile', async (name, none) => {
  const { ask, waiting } = slow()
  const list = LISTS[name]?.(ask)
  void list?.load()
  list?.forget?.()
  waiting[0]?.answer([{ current: null }])
  await settle()
  expect(list?.shown()).toEqual(none)
})

it('shifts hear what happens while they are read for the first time', async () => {
  const { ask, waiting } = slow()
  const closedShifts = async () => ({ rows: await ask(), nextCursor: null })
  const store = createShiftStore(
    portOf({ shift: async () => ({ open: null }) as never, closedShifts }),
  )
  store.getState().hear({ seq: 1, kind: 'shift', saleId: null })
  expect(waiting).toHaveLength(0)
  void store.getState().load()
  store.getState().hear({ seq: 2, kind: 'print', saleId: null })
  const newer = [{ mail: 'failed' }]
  waiting[1]?.answer(newer)
  waiting[0]?.answer([{ mail: 'queued' }])
  await settle()
  expect(store.getState().rows).toBe(newer)
})
