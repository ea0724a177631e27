import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'
import { start } from './migrations/0001-start.ts'
import { credits } from './migrations/0002-credits.ts'
import { webhookQueue } from './migrations/0003-webhook-queue.ts'
import { claims } from './migrations/0004-claims.ts'
import { rateWindows } from './migrations/0005-rate-windows.ts'
import { receiptPages } from './migrations/0006-receipt-pages.ts'
import { drawnPdfs } from './migrations/0007-drawn-pdfs.ts'
import { readByIndex } from './migrations/0008-read-by-index.ts'
import { rangePlaces } from './migrations/0009-range-places.ts'
import { webhookTurns } from './migrations/0010-webhook-turns.ts'
import { companyLife } from './migrations/0010-company-life.ts'
import { findDocuments } from './migrations/0011-find-documents.ts'
import { moreFolios } from './migrations/0012-more-folios.ts'
import { newRanges } from './migrations/0014-new-ranges.ts'
import { fleet } from './migrations/0015-fleet.ts'
import { fleetParked } from './migrations/0016-fleet-parked.ts'
import { fleetWorths } from './migrations/0017-fleet-worths.ts'
import { parkedVoid } from './migrations/0018-parked-void.ts'
import { fleetFacts } from './migrations/0019-fleet-facts.ts'
import { headOffice } from './migrations/0020-head-office.ts'
import { fleetHeard } from './migrations/0021-fleet-heard.ts'
import { fleetHubs } from './migrations/0022-fleet-hubs.ts'
import { pinSecret } from './migrations/0023-pin-secret.ts'
import { officeCompanies } from './migrations/0024-office-companies.ts'
import { shopIndexes } from './migrations/0025-shop-indexes.ts'
import { branchRanges } from './migrations/0028-branch-ranges.ts'
import { officeAlarms } from './migrations/0026-office-alarms.ts'
import { lentWorths } from './migrations/0027-lent-worths.ts'
import { parkedOf } from './migrations/0029-parked-of.ts'
import { lentSales } from './migrations/0030-lent-sales.ts'
import { counted } from './migrations/0031-counted.ts'
import { missedHubs } from './migrations/0032-missed-hubs.ts'
import { epochProof } from './migrations/0033-epoch-proof.ts'
import { namedTerms } from './migrations/0034-named-terms.ts'
import { tillDays } from './migrations/0036-till-days.ts'
import { toldBy } from './migrations/0037-told-by.ts'
import { tillRoles } from './migrations/0038-till-roles.ts'
import { priceOwners } from './migrations/0039-price-owners.ts'
import { trialFolios } from './migrations/0013-trial-folios.ts'

const MIGRATIONS: Readonly<Record<string, (db: Kysely<unknown>, engine: Engine) => Promise<void>>> =
  {
    '0001-start': start,
    '0002-credits': credits,
    '0003-webhook-queue': webhookQueue,
    '0004-claims': claims,
    '0005-rate-windows': rateWindows,
    '0006-receipt-pages': receiptPages,
    '0007-drawn-pdfs': drawnPdfs,
    '0008-read-by-index': readByIndex,
    '0009-range-places': rangePlaces,
    '0010-webhook-turns': webhookTurns,
    '0010-company-life': companyLife,
    '0011-find-documents': findDocuments,
    '0012-more-folios': moreFolios,
    '0013-trial-folios': trialFolios,
    '0014-new-ranges': newRanges,
    '0015-fleet': fleet,
    '0016-fleet-parked': fleetParked,
    '0017-fleet-worths': fleetWorths,
    '0018-parked-void': parkedVoid,
    '0019-fleet-facts': fleetFacts,
    '0020-head-office': headOffice,
    '0021-fleet-heard': fleetHeard,
    '0022-fleet-hubs': fleetHubs,
    '0023-pin-secret': pinSecret,
    '0024-office-companies': officeCompanies,
    '0025-shop-indexes': shopIndexes,
    '0026-office-alarms': officeAlarms,
    '0027-lent-worths': lentWorths,
    '0028-branch-ranges': branchRanges,
    '0029-parked-of': parkedOf,
    '0030-lent-sales': lentSales,
    '0031-counted': counted,
    '0032-missed-hubs': missedHubs,
    '0033-epoch-proof': epochProof,
    '0034-named-terms': namedTerms,
    '0036-till-days': tillDays,
    '0037-told-by': toldBy,
    '0038-till-roles': tillRoles,
    '0039-price-owners': priceOwners,
  }

export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS)

/**
 * Brings the schema up to date. Throws when a migration fails: each one is a transaction, so
 * nothing is half done.
 */
export async function migrate(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const migrations: Record<string, Migration> = {}
  for (const [name, run] of Object.entries(MIGRATIONS))
    migrations[name] = { up: (trx) => run(trx, engine) }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('migration failed', { cause: error })
}

/** Whether a later version of the service has been at this database. */
export async function hasNewerMigration(db: Kysely<unknown>): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return false
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db)
  return rows.some(({ name }) => !MIGRATION_NAMES.includes(name))
}
