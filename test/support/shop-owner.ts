/** The owner of a shop on its first day: gives the till its name and tests the connection, over the till's real wire. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShopView } from '#shared/bridge/views.ts'
import { ROOT } from './source-files.ts'
import type { TillClient } from './till-client.ts'

/** The company that a new service knows. */
export const COMPANY_OF_SERVICE = JSON.parse(readFileSync(join(ROOT, 'resources', 'demo', 'shop.json'), 'utf8')) as ShopView

/** Nothing is done twice: a till that was set up before is left as it is. */
export async function setUpAsOwner(till: TillClient): Promise<void> {
  const { missing } = await till.bootstrap()
  if (missing.length === 0) return
  const { rut, legalName, tradeName, address, commune } = COMPANY_OF_SERVICE
  const saved = await till.saveSettings({ shop: { rut, legalName, tradeName, address, commune } })
  if (!saved.ok) throw new Error(saved.refusal.code)
  const tested = await till.testService()
  if (!tested.ok) throw new Error(tested.refusal.code)
}
