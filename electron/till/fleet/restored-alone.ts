/**
 * Data of a till alone were put back, and its key says that it has joined a shop since. What it
 * parked and gave then may have been told there, and is the service's to give once it has joined
 * anew; until then it is nobody's.
 */
import type Database from 'better-sqlite3'
import { storedSetting } from '../kernel/stored-setting.ts'

const mark = (db: Database.Database) => storedSetting(db, 'fleet-restored-alone')

/** In the caller's transaction. */
export function noteRestoredAlone(db: Database.Database): void {
  const joined = db.prepare('SELECT 1 FROM fleet_membership').get()
  if (joined === undefined) mark(db).keep(true)
}

/** At the start, once. */
export function presumeJoined(db: Database.Database, hasKey: boolean): void {
  if (mark(db).read() !== true) return
  db.transaction(() => {
    mark(db).keep(null)
    if (!hasKey) return
    for (const statement of [
      `INSERT OR IGNORE INTO fleet_parked (parked_id, shop_id, state)
        SELECT id, '', 'sent' FROM parked_sale`,
      `INSERT OR IGNORE INTO fleet_worth (kind, own_id, state)
        SELECT 'vale', number, 'sent' FROM vale`,
      `INSERT OR IGNORE INTO fleet_worth (kind, own_id, state)
        SELECT 'credit', p.sale_id, 'sent' FROM sale_payment p JOIN sale s ON s.id = p.sale_id
        WHERE p.method = 'NC' AND p.credit_id IS NULL AND s.document_type = '61'`,
    ])
      db.prepare(statement).run()
  }).immediate()
}
