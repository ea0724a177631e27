/**
 * What a data folder is for, decided once, when it is made: to practise with the demo shop and its
 * own service, or to sell for a shop. The two never mix: a practice folder takes no real address,
 * and a shop's never falls back on the demo's name.
 */
import type { TillDatabase } from '../kernel/database.ts'

export type Purpose = 'practice' | 'shop'

/**
 * A shop was to be opened in a folder that is for practice. The sentence is for whoever started it.
 */
export class FolderIsPractice extends Error {
  readonly code = 'FOLDER_IS_PRACTICE'
  constructor() {
    super(
      'Esta carpeta es de la caja de práctica y sus ventas no son de verdad. Abra la tienda en otra carpeta: --data OTRA_CARPETA',
    )
  }
}

/** The practice was to be opened in a folder that is a shop's: its sales would be of the shop. */
export class FolderIsShop extends Error {
  readonly code = 'FOLDER_IS_SHOP'
  constructor() {
    super('Esta carpeta es de la caja de una tienda: en ella no se practica.')
  }
}

/**
 * What the start says: `wantsShop` when somebody asked for a real till, by an address or in words.
 */
export interface PurposeWanted {
  readonly wantsShop: boolean
  /** The practice beside a shop, and nothing else. */
  readonly wantsPractice?: boolean
  /** Nobody has said: a new folder becomes a shop's, whose screen asks first. */
  readonly asksFirst?: boolean
  /** Somebody has pressed for a shop: the first start of a new folder begins without asking. */
  readonly hasChosen?: boolean
  /** There is a service beside the till to practise with. */
  readonly hasEmbedded: boolean
}

interface Decided {
  readonly purpose: Purpose
  /** Printers of thin air: to practise with, and in shops of before a shop began without them. */
  readonly hasVirtualPrinters: boolean
}

export function decidePurpose(db: TillDatabase, wanted: PurposeWanted): Decided {
  const { wantsShop, wantsPractice = false, hasChosen = false, hasEmbedded } = wanted
  const asksFirst = hasChosen || wanted.asksFirst === true
  const stored = readPurpose(db)
  const purpose = stored ?? (wantsShop || asksFirst || !hasEmbedded ? 'shop' : 'practice')
  if (wantsShop && purpose === 'practice') throw new FolderIsPractice()
  if (wantsPractice && purpose === 'shop') throw new FolderIsShop()
  const keep = (key: string, value: unknown) =>
    db
      .prepare('INSERT INTO setting (key, value_json) VALUES (?, ?)')
      .run(key, JSON.stringify(value))
  db.transaction(() => {
    if (stored === null) keep('purpose', purpose)
    if (stored === null && purpose === 'shop' && !hasRow(db, 'product')) keep('begins', 'bare')
    if (stored === null && asksFirst && !wantsShop)
      keep('guide', { phase: hasChosen ? 'open' : 'choose', answers: {} })
  }).immediate()
  return {
    purpose,
    hasVirtualPrinters: purpose === 'practice' || !hasRow(db, "setting WHERE key = 'begins'"),
  }
}

export function readPurpose(db: TillDatabase): Purpose | null {
  const json = db
    .prepare<[], string>("SELECT value_json FROM setting WHERE key = 'purpose'")
    .pluck()
    .get()
  return json === undefined ? null : json === '"shop"' ? 'shop' : 'practice'
}

const hasRow = (db: TillDatabase, where: string) =>
  db.prepare(`SELECT 1 FROM ${where} LIMIT 1`).get() !== undefined
