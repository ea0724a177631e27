/** The screen states tax facts, the catalogue has others: what is charged is the catalogue's. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { ProductId } from '#shared/core/brand.ts'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { cartOf, commitOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, api } = tillPerTest()
const COFFEE = '7801040000037'

const charge = (change: Partial<CommitInput['lines'][number]>) => {
  const command = commitOf(api, cartOf(api, COFFEE))
  return api.commitSale({
    ...command,
    lines: command.lines.map((line) => ({ ...line, ...change })),
  })
}
async function issued(): Promise<DocumentRequest> {
  await fixture.until(() => fixture.service.created().length > 0)
  return JSON.parse(fixture.service.created()[0]?.body ?? '{}') as DocumentRequest
}

it('a taxed product stays taxed, under its own name, code and unit, whatever the screen says', async () => {
  const product = api.productByCode(COFFEE)
  if (!product.ok) throw new Error(product.refusal.code)
  const name = 'Whisky 18 años'
  expect(charge({ isExempt: true, name, code: 'X1', unit: 'KG' })).toMatchObject({
    ok: true,
    value: { documentType: '39' },
  })
  const { invoice_type, items } = await issued()
  expect([invoice_type, items[0]?.description, items[0]?.code?.value]).toEqual([
    '39',
    product.value.name,
    COFFEE,
  ])
  expect(items[0]?.taxes).toHaveLength(1)
  expect(items[0]?.code_unit_of_measure).toBe(undefined)
})

it('a product nobody has is not sold, and another price is written down beside the catalogue’s', async () => {
  expect(charge({ productId: 'nothing' as ProductId })).toMatchObject({
    refusal: { code: 'PRODUCT_UNKNOWN', field: 'lines[0].productId' },
  })
  const command = commitOf(api, cartOf(api, COFFEE))
  const cheap = command.lines.map((line) => ({ ...line, unitGrossClp: 10, listGrossClp: 10 }))
  const sold = api.commitSale({ ...command, lines: cheap, expectedTotalClp: 10 })
  expect(sold).toMatchObject({ ok: true })
  const log = api.audit({ cursor: null, limit: 5 })
  expect(log.ok && log.value.rows[0]).toMatchObject({
    action: 'price-change',
    detail: { fromClp: command.expectedTotalClp, toClp: 10 },
  })
})

it('a free amount is written down, with what it was called', () => {
  const sold = charge({ productId: null, name: 'Varios', isExempt: true })
  expect(sold).toMatchObject({ ok: true, value: { documentType: '41' } })
  const log = api.audit({ cursor: null, limit: 5 })
  expect(log.ok && log.value.rows[0]).toMatchObject({ action: 'free-line' })
})

it('a charge that comes again is answered with its sale, though its product is gone meanwhile', () => {
  const command = commitOf(api, cartOf(api, COFFEE))
  const sold = api.commitSale(command)
  expect(sold).toMatchObject({ ok: true })
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
  db.prepare('DELETE FROM product WHERE code = ?').run(COFFEE)
  db.close()
  expect(api.commitSale(command)).toEqual(sold)
})
