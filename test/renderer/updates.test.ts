/** Other versions of the program, on the screen: found, fetched, ordered, taken back, refused. */
import { beforeEach, describe, expect, it } from 'vitest'
import { newSale } from '#shared/selling/open-sale/open-sale.ts'
import { ok } from '#shared/core/result.ts'
import type { MachineUpdates, UpdateOrder } from '#shared/updates/machine-updates.ts'
import { makeBackup } from '#till/backup/durability/make-backup.ts'
import { SCHEMA_NEWEST as schema } from '#till/tables/migrations.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { cartOf, keptOf } from '../support/till-fixture.ts'
import { openCore } from './counter-core.ts'
import { PRODUCTS } from './counter-shop.ts'
import { eachStory } from './each-story.ts'

const NEXT = { version: '0.2.0', schema }
const WAY_BACK = { version: '0.0.9', schema }

/** A host whose machine finds one version, fetches it, and keeps room for no other. */
function hostWithUpdates() {
  let machine: MachineUpdates = {
    ...{ version: '0.1.0', kind: 'deb', found: null, task: null, progress: null, refusal: null },
    ...{ ready: null, wayBack: null, keepsPresent: true, ordered: null },
  }
  const found = { ...NEXT, releaseDate: '2026-11-22T12:00:00.000Z', bytes: 98_000_000 }
  const update = async (order: UpdateOrder) => {
    if (order.what === 'look') machine = { ...machine, found }
    if (order.what === 'fetch')
      machine = { ...machine, ready: NEXT, wayBack: WAY_BACK, keepsPresent: false }
    if (order.what === 'order')
      machine = { ...machine, ordered: order.version === null ? null : NEXT }
    return ok(machine)
  }
  return {
    version: '0.1.0',
    makeBackup: async (order: Parameters<typeof makeBackup>[0]) => makeBackup(order),
    desk: { want: () => {}, screens: async () => [], update },
  }
}

describe.skipIf(NO_CHROMIUM !== null)(
  `updates in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory(null, () => openCore(hostWithUpdates()))
    beforeEach(async () => {
      await counter.press('F10').tap('settings-nav-updates')
    })

    it('are found, fetched and ordered, with what stands in the way beside the key', async () => {
      const { page } = counter
      await counter.see('version-here', '0.1.0')
      expect(await page.getByTestId('look-for-update').isDisabled()).toBe(true)
      await counter.type('update-place', 'pendrive').tap('save-update-place')
      await page.getByText('Escriba una carpeta completa').waitFor()
      await counter
        .type('update-place', '/media/pendrive')
        .tap('save-update-place', 'look-for-update')
        .see('update-found', /0\.2\.0.*98 MB/)
        .tap('fetch-update')
        .see('update-ready', '0.2.0')
        .see('no-way-back', '0.1.0')
        .isAccessible()
      const { sale } = keptOf(cartOf(counter.till.api, PRODUCTS[0]?.code ?? ''))
      must(counter.till.api.saveDraft({ sale, replaces: null }))
      await counter.tap('order-way-back').see('updates-refused', 'Hay una venta abierta')
      must(counter.till.api.saveDraft({ sale: newSale(sale.saleId), replaces: null }))
      await counter.tap('order-update').see('update-ordered', '0.2.0')
      expect(await page.getByTestId('updates-refused').count()).toBe(0)
      await counter.isAccessible().tap('cancel-update').see('update-ready', '0.2.0')
    })
  },
)
