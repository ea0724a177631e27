/**
 * The owner of a shop on its first day: its name, a tested connection, its products and a printer,
 * over the till's real wire.
 */
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ShopView } from '#shared/core/shop.ts'
import type { DemoCatalogue } from '#till/catalogue/catalogue.ts'
import { ROOT } from './source-files.ts'
import type { TillClient } from './till-client.ts'

/** The company that a new service knows. */
export const COMPANY_OF_SERVICE = JSON.parse(
  readFileSync(join(ROOT, 'resources', 'demo', 'shop.json'), 'utf8'),
) as ShopView

/** What this shop sells: the practice shop's goods, entered one by one. */
export const CATALOGUE = JSON.parse(
  readFileSync(join(ROOT, 'resources', 'demo', 'catalogue.json'), 'utf8'),
) as DemoCatalogue

/** A printer of the shop's network that takes every paper and says nothing. */
function startPrinter(): Promise<number> {
  const server = createServer((socket) => void socket.on('error', () => undefined).resume())
  return new Promise((resolve) =>
    server.unref().listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
}

/** Nothing is done twice: a till that was set up before is left as it is. */
export async function setUpAsOwner(till: TillClient): Promise<void> {
  const { missing } = await till.bootstrap()
  if (missing.length === 0) return
  const { rut, legalName, tradeName, address, commune } = COMPANY_OF_SERVICE
  const saved = await till.saveSettings({
    shop: { rut, legalName, tradeName, address, commune },
    emissionModel: 'every-sale',
  })
  if (!saved.ok) throw new Error(saved.refusal.code)
  const tested = await till.testService()
  if (!tested.ok) throw new Error(tested.refusal.code)
  const shelves = await till.addExampleCategories()
  if (!shelves.ok) throw new Error(shelves.refusal.code)
  for (const {
    isExempt = false,
    unit = null,
    isFavourite = false,
    ...product
  } of CATALOGUE.products) {
    const made = await till.saveProduct({ ...product, isExempt, unit, isFavourite })
    if (!made.ok) throw new Error(made.refusal.code)
  }
  const printer = await till.addPrinter({
    name: 'Impresora',
    address: { kind: 'tcp', host: '127.0.0.1', port: await startPrinter() },
    modelId: 'generic-80',
  })
  if (!printer.ok) throw new Error(printer.refusal.code)
  const chosen = await till.saveSettings({ printerId: printer.value.id })
  if (!chosen.ok) throw new Error(chosen.refusal.code)
}
