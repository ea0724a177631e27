/** Who may ask for another version and when: each refusal, the copy before, the row in the log. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { MachineUpdates, UpdateOrder } from '#shared/updates/machine-updates.ts'
import type { ProgramFacts } from '#shared/updates/offer.ts'
import { PINS } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'
import { NOON, cartOf, keptOf, sellOf, UNREACHABLE } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { SCHEMA_NEWEST as schema } from '../tables/migrations.ts'
import type { PrintOutcome } from '../kernel/ports.ts'
import { backupName } from '../kernel/backup-names.ts'
import { makeBackup } from '../backup/durability/make-backup.ts'

const NEXT: ProgramFacts = { version: '1.1.0', schema }
const BEFORE: ProgramFacts = { version: '0.9.0', schema }
const DAY_MS = 86_400_000
const { fixture, till, api } = fixturePerTest()
let machine: MachineUpdates
let asked: UpdateOrder[]
let duringBackup: () => void
/** A paper that comes to its end after the test. */
let held: PromiseWithResolvers<PrintOutcome>

const options = () => ({
  version: '1.0.0',
  pinCost: 4,
  makeBackup: async (order: Parameters<typeof makeBackup>[0]) => {
    duringBackup()
    return makeBackup(order)
  },
  desk: {
    want: () => {},
    screens: async () => [],
    async update(order: UpdateOrder) {
      if (order.what !== 'view') asked.push(order)
      if (order.what === 'order')
        machine = { ...machine, ordered: order.version === null ? null : NEXT }
      return ok(machine)
    },
  },
})
afterEach(() => held.resolve({ kind: 'failed', code: 'RASTER_CRASHED', detail: 'the end' }))
beforeEach(async () => {
  held = Promise.withResolvers()
  machine = {
    ...{ version: '1.0.0', kind: 'deb', found: null, task: null, progress: null, refusal: null },
    ...{ ready: NEXT, wayBack: BEFORE, keepsPresent: true, ordered: null },
  }
  asked = []
  duringBackup = () => {}
  await fixture.open(options())
  await fixture.until(() => api.status().connection === 'online')
})

const order = () => api.orderUpdate({ wish: 'update', version: NEXT.version })
const codeOf = (answer: Awaited<ReturnType<typeof order>>) =>
  answer.ok ? null : answer.refusal.code
const logged = () =>
  must(api.audit({ cursor: null, limit: 20 })).rows.map(({ action, detail }) => [action, detail])
const backups = () =>
  readdirSync(join(fixture.dataDir, 'till'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^backups.*\.db$/.test(name),
  )
async function cashierServes(): Promise<void> {
  must(await api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: PINS.owner }))
  const people = must(
    await api.saveStaff({ staffId: null, name: 'Camila', role: 'cashier', pin: PINS.cashier }),
  )
  const staffId = people.members.find(({ role }) => role === 'cashier')?.id ?? ''
  must(await api.signIn({ staffId, pin: PINS.cashier }))
}

describe('an order', () => {
  it('copies the till first, is given to the machine, and stands in the log', async () => {
    duringBackup = () => expect(asked).toEqual([])
    expect(await order()).toEqual(ok(null))
    expect([asked, backups().length]).toEqual([[{ what: 'order', version: '1.1.0' }], 1])
    expect(logged()[0]).toEqual(['update-ordered', { what: '1.1.0', from: '1.0.0' }])
    duringBackup = () => {}
    expect(await api.orderUpdate({ wish: 'way-back', version: '0.9.0' })).toEqual(ok(null))
    expect(logged()[0]).toEqual(['way-back-ordered', { what: '0.9.0', from: '1.0.0' }])
    expect(await api.cancelUpdate()).toEqual(ok(null))
    expect(asked.at(-1)).toEqual({ what: 'order', version: null })
  })

  it.each<[string, string, () => unknown]>([
    [
      'of another version than the one that is here',
      'UPDATE_NOT_READY',
      () => {
        machine = { ...machine, ready: { ...NEXT, version: '1.2.0' } }
      },
    ],
    [
      'of one whose data would not be read',
      'UPDATE_SCHEMA_OLDER',
      () => {
        machine = { ...machine, ready: { ...NEXT, schema: schema - 1 } }
      },
    ],
    ['over an open sale', 'UPDATE_SALE_OPEN', () => api.saveDraft(keptOf(cartOf(api, '101')))],
    [
      'over an unsent receipt',
      'UPDATE_UNSENT',
      () => {
        fixture.service.answer = () => UNREACHABLE
        sellOf(api)
      },
    ],
    [
      'over a paper under way',
      'UPDATE_PRINTING',
      async () => {
        fixture.printer.print = () => held.promise
        sellOf(api)
        await fixture.until(() => api.status().pendingCount === 0)
      },
    ],
    [
      'in an open shift',
      'UPDATE_SHIFT_OPEN',
      async () => {
        must(await api.saveSettings({ usesShifts: true }))
        must(api.openShift({ shiftId: api.shift().nextId, floatClp: 0 }))
      },
    ],
    [
      'without a copy',
      'UPDATE_NEEDS_BACKUP',
      () => {
        duringBackup = () => {
          throw new Error('ENOSPC')
        }
      },
    ],
    [
      'over a sale that was begun during the copy',
      'UPDATE_SALE_OPEN',
      () => {
        duringBackup = () => void api.saveDraft(keptOf(cartOf(api, '101')))
      },
    ],
    ['by whoever may not change settings', 'OWNER_REQUIRED', cashierServes],
  ])('is refused %s', async (_, code, prepare) => {
    await prepare()
    const rows = code === 'OWNER_REQUIRED' ? null : logged().length
    expect(codeOf(await order())).toBe(code)
    expect(asked).toEqual([])
    if (rows !== null) expect(logged()).toHaveLength(rows)
  })

  it('is not held up by a copy a clock that was ahead has stamped', async () => {
    const folder = join(fixture.dataDir, 'till', 'backups')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, backupName((NOON + DAY_MS) as EpochMs, 'timer')), 'x')
    expect(codeOf(await order())).toBeNull()
  })

  it('the machine refuses leaves no row', async () => {
    const before = logged().length
    const { desk } = options()
    await till.stop()
    await fixture.open({
      ...options(),
      desk: {
        ...desk,
        update: async ({ what }) =>
          what === 'order' ? refuse(refusal('UPDATE_FILE_WRONG')) : ok(machine),
      },
    })
    expect(codeOf(await order())).toBe('UPDATE_FILE_WRONG')
    expect(logged()).toHaveLength(before)
  })
})

describe('at the end of the till', () => {
  it('is asked once more, and copied once more', async () => {
    await order()
    await fixture.clock.advance(1_000)
    await till.mayReplace()
    expect(backups()).toHaveLength(2)
    api.saveDraft(keptOf(cartOf(api, '101')))
    await expect(till.mayReplace()).rejects.toThrow('UPDATE_SALE_OPEN')
  })

  it('is nothing without an order', async () => {
    await expect(till.mayReplace()).rejects.toThrow('UPDATE_NOT_READY')
  })
})

describe('the place', () => {
  it('is kept once, with its row, and what is none is refused', async () => {
    expect(await api.lookForUpdate()).toMatchObject({ refusal: { code: 'UPDATE_NO_PLACE' } })
    expect(await api.chooseUpdatePlace({ place: 'pendrive' })).toMatchObject({
      refusal: { code: 'UPDATE_PLACE_NOT_VALID', field: 'place' },
    })
    for (let time = 0; time < 2; time += 1)
      expect(await api.chooseUpdatePlace({ place: '/media/pendrive' })).toEqual(ok(null))
    const detail = { what: 'updatePlace', from: '—', to: '/media/pendrive' }
    expect(logged().filter(([action]) => action === 'settings-changed')).toEqual([
      ['settings-changed', detail],
    ])
    expect(await api.updates()).toMatchObject({ value: { place: '/media/pendrive' } })
    await api.lookForUpdate()
    await api.fetchUpdate()
    expect(asked).toEqual(
      (['look', 'fetch'] as const).map((what) => ({ what, place: '/media/pendrive' })),
    )
    await cashierServes()
    expect(await api.chooseUpdatePlace({ place: '/media/otro' })).toMatchObject({
      refusal: { code: 'OWNER_REQUIRED' },
    })
  })
})

it('a till nobody can replace says so', async () => {
  await till.stop()
  const { desk: _, ...without } = options()
  await fixture.open(without)
  expect(await api.updates()).toMatchObject({ refusal: { code: 'UPDATE_NOT_HERE' } })
  expect(codeOf(await order())).toBe('UPDATE_NOT_HERE')
})
