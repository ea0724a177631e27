/**
 * A shop's own folder begins with nothing of the practice shop: no product of its, and no printer
 * of thin air.
 */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FIRST_CATEGORY } from '#shared/catalogue/decide-category.ts'
import { FIXTURE_SHOP, PRINTER, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { killedMoments } from '../../../test/support/killed-moments.ts'
import { must } from '../../../test/support/must.ts'
import { NARROW_MODEL, typedPrinter } from '../../../test/support/printer-models.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'

const fresh = { isSetUp: false, apiKeyFromHost: 'key-for-tests', wantsShop: true } as const
const embedded = { baseUrl: () => 'http://127.0.0.1:2', apiKey: () => 'key' }
const MODEL = { ...NARROW_MODEL, id: 'generic-58', name: 'Genérica 58 mm' }
const EPSON = typedPrinter(MODEL.id)
const NEW_PRODUCT = {
  code: '101',
  name: 'Pan',
  unitGrossClp: 1890,
  isExempt: false,
  unit: null,
  isFavourite: false,
}

const { fixture } = fixturePerTest()

/** A shop on its first day, which has given its name, passed the test and made one product. */
async function openFirstDay() {
  const till = await fixture.open(fresh)
  expect(
    await till.api.saveSettings({ shop: FIXTURE_SHOP, emissionModel: 'every-sale' }),
  ).toMatchObject({ ok: true })
  expect(await till.api.testService()).toMatchObject({ ok: true })
  const categoryId = FIRST_CATEGORY.id
  expect(till.api.saveProduct({ ...NEW_PRODUCT, categoryId })).toMatchObject({ ok: true })
  return till
}

it('has no product and no printer, and says so', async () => {
  const { api } = await fixture.open(fresh)
  expect(
    api.searchProducts({ text: '', categoryId: null, limit: 60, favouritesOnly: false }),
  ).toEqual([])
  expect(api.bootstrap()).toMatchObject({ printers: [], isDemo: false })
  expect(api.status()).toMatchObject({ printerTrouble: 'PRINTER_NOT_CHOSEN' })
  expect(await api.discoverPrinters()).toEqual([])
  expect(await api.saveSettings({ printerId: PRINTER.id })).toMatchObject({
    refusal: { code: 'PRINTER_UNKNOWN' },
  })
  expect(await api.openDrawer({ approvalId: null })).toMatchObject({
    refusal: { code: 'DRAWER_NOT_OPENED' },
  })
})

it('sells without one; the papers wait, and go to the printer that is chosen', async () => {
  fixture.printer.models = () => [MODEL]
  const { api } = await openFirstDay()
  const sale = sellOf(api, '101')
  await fixture.until(() => receiptOf(api, sale).papers[0]?.state === 'held')
  expect(receiptOf(api, sale)).toMatchObject({
    issueState: 'numbered',
    papers: [{ trouble: 'PRINTER_NOT_CHOSEN' }],
  })
  expect(fixture.printer.printed).toEqual([])
  const { id } = must(api.addPrinter(EPSON))
  must(await api.saveSettings({ printerId: id }))
  const chosen = must(api.audit({ cursor: null, limit: 20 })).rows.map(({ detail }) => detail)
  expect(chosen).toContainEqual({ what: 'printerId', from: '—', to: id })
  await fixture.until(() => fixture.printer.printed.length === 1)
  expect(fixture.printer.printed).toMatchObject([{ printer: { id, widthMm: 58 } }])
  expect(api.status()).toMatchObject({ printerTrouble: null })
  // Taken away again, it is missing again: nothing is printed into thin air.
  expect(api.removePrinter(id)).toMatchObject({ ok: true })
  expect(api.status()).toMatchObject({ printerTrouble: 'PRINTER_NOT_CHOSEN' })
})

it('killed behind the choice of a printer gives it what waits at the next start', async () => {
  fixture.printer.models = () => [MODEL]
  const { api } = await openFirstDay()
  const sale = sellOf(api, '101')
  await fixture.until(() => receiptOf(api, sale).papers[0]?.state === 'held')
  const { id } = must(api.addPrinter(EPSON))
  const [chosen] = await killedMoments(fixture.dataDir, new Map(), async () =>
    must(await api.saveSettings({ printerId: id })),
  )
  const again = join(fixture.dataDir, 'again')
  chosen?.layInto(again)
  const next = await fixture.open({ ...fresh, dataDir: again })
  await fixture.until(() => receiptOf(next.api, sale).papers[0]?.state === 'sent')
  expect(next.api.settings().printerId).toBe(id)
})

it('is the same the next day; a till to practise with has both', async () => {
  await (await openFirstDay()).stop()
  const { api } = await fixture.open({ ...fresh, wantsShop: false, embedded })
  expect(
    api.searchProducts({ text: '', categoryId: null, limit: 60, favouritesOnly: false }),
  ).toHaveLength(1)
  expect(api.bootstrap().printers).toEqual([])
  const practice = (
    await fixture.open({
      ...fresh,
      wantsShop: false,
      serviceUrlFromHost: null,
      embedded,
      dataDir: join(fixture.dataDir, 'other'),
    })
  ).api
  expect(
    practice.searchProducts({ text: '', categoryId: null, limit: 60, favouritesOnly: false }),
  ).toHaveLength(3)
  expect(practice.bootstrap().printers).toMatchObject([{ id: PRINTER.id }])
})
