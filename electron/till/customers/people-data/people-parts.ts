/** What the commands over people's data stand on. */
import { join } from 'node:path'
import type { Rut } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { Staff } from '../../staff/staff-ports.ts'
import type { Today } from '../../kernel/today.ts'
import { createRowEraser, type RowEraser } from './erase-rows.ts'
import { createPeopleStore, type PeopleStore } from './people-store.ts'
import { createPersonRows, type PersonRows } from './person-rows.ts'
import { createTombstoneRows, type TombstoneRows } from './tombstones.ts'
import type { PeopleKey } from './people-key.ts'

export interface PeopleParts {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly today: Today
  readonly journal: Journal
  readonly staff: Pick<Staff, 'settingsRight' | 'audit'>
  /** Null while the keyring that holds it does not open. */
  readonly key: Buffer | null
  readonly folder: TillFolder
  readonly paperFolder: string
  readonly pdfFolder: string
  readonly logFolder: string
  readonly tombstoneFile: string
  readonly rows: PersonRows
  readonly eraser: RowEraser
  readonly tombstones: TombstoneRows
  readonly store: PeopleStore
  /** Whom the open sale is for. */
  readonly openBuyer: () => Rut | null
}

export function peopleFiles(dataDir: string) {
  const folder = tillFolder(dataDir)
  return {
    folder,
    paperFolder: join(folder.folder, 'paper'),
    pdfFolder: join(folder.folder, 'pdf'),
    logFolder: join(dataDir, 'logs'),
    tombstoneFile: join(folder.folder, 'erased-people'),
  }
}

export function openPeopleParts(
  { dataDir, clock }: { readonly dataDir: string; readonly clock: Clock },
  store: {
    readonly db: TillDatabase
    readonly journal: Journal
    readonly staff: Staff
    readonly peopleKey: PeopleKey
    readonly today: Today
  },
  openBuyer: () => Rut | null,
): PeopleParts {
  const { db, journal, staff, peopleKey, today } = store
  return {
    ...peopleFiles(dataDir),
    db,
    clock,
    today,
    journal,
    staff,
    key: peopleKey,
    rows: createPersonRows(db),
    eraser: createRowEraser(db),
    tombstones: createTombstoneRows(db),
    store: createPeopleStore(db),
    openBuyer,
  }
}
