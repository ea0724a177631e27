/**
 * A till that has backups has sold. Beginning anew beside them, without a word, would leave those
 * sales unseen and their receipts unsent; so it does not open, and says how they come back.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { DatabaseRefused } from '../../kernel/database.ts'
import { isEmptied } from '../../kernel/if-readable.ts'
import { schemaOfFile } from '../../kernel/schema-of-file.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { asOf } from '../../kernel/backup-names.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import { NO_PROGRAM, typed } from './newer-database.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'

/** Call with the lock held, before opening. Throws DatabaseRefused. */
export function refuseIfLost(folder: TillFolder, now: EpochMs, program = NO_PROGRAM): void {
  const fault = faultOf(folder.database)
  if (fault === null) return
  const [newest, ...older] = asOf(listBackups(folder.backups), now)
  if (newest === undefined) return
  const file = join(folder.backups, newest.name)
  throw new DatabaseRefused(
    'DATABASE_LOST',
    `${fault} ${folder.database}, y hay ${older.length + 1} respaldo(s) de esta caja; el último, del ${santiagoDate(newest.at)} a las ` +
      `${santiagoTime(newest.at)}. La caja no se abre, para no perder esas ventas. Recupérelas con: ` +
      `${program} restore ${typed(file)} --data ${typed(join(folder.folder, '..'))} (para empezar de cero, mueva antes la carpeta ${folder.backups}).`,
  )
}

/** What is in a log beside it is not lost; beside a file of no bytes nobody reads it. */
function faultOf(database: string): string | null {
  if (isEmptied(database)) return 'Está vacío el archivo de la caja'
  const log = `${database}-wal`
  if (existsSync(log) && statSync(log).size > 0 && existsSync(database)) return null
  if (!existsSync(database)) return 'Falta el archivo de la caja'
  return schemaOf(database) === 0 ? 'Está vacío el archivo de la caja' : null
}

/** Null when it is too short to tell and yet not empty, or no file: opening it says what it is. */
function schemaOf(database: string): number | null {
  const entry = statSync(database)
  if (!entry.isFile()) return null
  return entry.size === 0 ? 0 : schemaOfFile(database)
}
