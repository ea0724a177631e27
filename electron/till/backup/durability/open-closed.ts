/** How support opens a till that is closed, to write: as the till itself does at its start. */
import type { EpochMs } from '#shared/core/brand.ts'
import { openDatabase } from '../../tables/open-database.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { copyBeforeMigration } from './make-backup.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'
import { putTornLogAside } from './torn-log.ts'

/**
 * With the lock held. Throws DatabaseRefused, and what the file system says of a torn log: unlike a
 * counter, support can wait until there is room for it.
 */
export function openClosedTill(folder: TillFolder, at: EpochMs): TillDatabase {
  putTornLogAside(folder, at)
  return openDatabase(folder.database, {
    beforeMigration: () => void copyBeforeMigration(folder, at),
  })
}
