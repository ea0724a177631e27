/** What this machine saw of a till beside what its folder has, for support. Reads only. */
import { realpathSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { isBehind } from '#shared/backup/witness.ts'
import { ifReadable } from '../../../kernel/if-readable.ts'
import type { Findings } from '../support-desk.ts'
import { tillFolder } from '../../../kernel/till-folder.ts'
import { createIdentityStore } from './identity-store.ts'
import { readMarks } from './mark.ts'
import { readWitness } from './witness-files.ts'

/** `found` with what only the witness knows: a till short of sales is not whole. */
export function withWitness(found: Findings, dataDir: string, stateDir: string): Findings {
  const { folder, database } = tillFolder(dataDir)
  const faults = ifReadable(database, (db) => faultsOf(db, folder, stateDir)) ?? []
  if (faults.length === 0) return found
  return {
    ...found,
    isWhole: false,
    sentences: [...found.sentences, ...faults.map((fault) => `FALTA: ${fault}`)],
  }
}

function faultsOf(db: Database.Database, folder: string, stateDir: string): string[] {
  const identity = createIdentityStore(db, folder).read()
  const witness = identity === null ? null : readWitness(stateDir, identity.tillId)
  // A copy is behind the one it was made of, and says so itself when it is opened.
  if (witness === null || witness.folder !== realpathSync(folder)) return []
  const here = readMarks(db).read(Object.keys(witness.mark.folios))
  if (!isBehind(here, witness.mark)) return []
  const { lastSale, lastSaleAt } = witness.mark
  const when =
    lastSaleAt === null ? '' : `, del ${santiagoDate(lastSaleAt)} ${santiagoTime(lastSaleAt)}`
  return [
    `en este computador había hasta la venta o devolución N° ${lastSale}${when}; aquí la última es la N° ${here.lastSale}.`,
  ]
}
