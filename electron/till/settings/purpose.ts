/**
 * What a data folder is for, decided once, when it is made: to practise with the demo shop and its own service, or to sell
 * for a shop. The two never mix: a practice folder takes no real address, and a shop's never falls back on the demo's name.
 */
import type { TillDatabase } from '../db/open-database.ts'

export type Purpose = 'practice' | 'shop'

/** A shop was to be opened in a folder that is for practice. The sentence is for whoever started it. */
export class FolderIsPractice extends Error {
  readonly code = 'FOLDER_IS_PRACTICE'
  constructor() {
    super('Esta carpeta es de la caja de práctica y sus ventas no son de verdad. Abra la tienda en otra carpeta: --data OTRA_CARPETA')
  }
}

/** What the start says: `wantsShop` when somebody asked for a real till, by an address or in words. */
export interface PurposeWanted {
  readonly wantsShop: boolean
  /** There is a service beside the till to practise with. */
  readonly hasEmbedded: boolean
}

export function decidePurpose(db: TillDatabase, { wantsShop, hasEmbedded }: PurposeWanted): Purpose {
  const stored = readPurpose(db)
  const purpose = stored ?? purposeOfOld(db) ?? (wantsShop || !hasEmbedded ? 'shop' : 'practice')
  if (wantsShop && purpose === 'practice') throw new FolderIsPractice()
  if (stored === null) db.prepare("INSERT INTO setting (key, value_json) VALUES ('purpose', ?)").run(JSON.stringify(purpose))
  return purpose
}

export function readPurpose(db: TillDatabase): Purpose | null {
  const json = db.prepare<[], string>("SELECT value_json FROM setting WHERE key = 'purpose'").pluck().get()
  return json === undefined ? null : json === '"shop"' ? 'shop' : 'practice'
}

/**
 * Folders of before this was decided. An address of its own, a shop's name or a receipt at a real service make a shop;
 * receipts of the service that comes with the till, and nothing else, are practice. Null: nothing has happened in it.
 */
function purposeOfOld(db: TillDatabase): Purpose | null {
  const settings = db.prepare<[], string>("SELECT value_json FROM setting WHERE key = 'till'").pluck().get()
  const { serviceUrl = null, shop = null } = JSON.parse(settings ?? '{}') as { serviceUrl?: string | null; shop?: unknown }
  const has = (where: string) => db.prepare(`SELECT 1 FROM receipt WHERE ${where} LIMIT 1`).get() !== undefined
  if (serviceUrl !== null || shop !== null || has("service_id NOT LIKE 'embedded%'")) return 'shop'
  return has("service_id LIKE 'embedded%'") ? 'practice' : null
}
