/** Looking at a backup before it is used: brought here, proven, and held against the till. */
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import Database from 'better-sqlite3'
import type { BackupChoice } from '#shared/backup/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Clp } from '#shared/money/clp.ts'
import { flushFile } from '../../kernel/durable-files.ts'
import { checkBackup, RestoreRefused } from '../durability/restore.ts'
import { ifReadable } from '../../kernel/if-readable.ts'
import { createIdentityStore } from '../durability/identity/identity-store.ts'
import { filesBeside } from '../durability/restored-files.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { factsIn, isOtherShop, refuseNewer, type CopyFacts } from './copy-facts.ts'
import { copiesOf, copyNamed, keyTo } from './copies-on-medium.ts'
import type { CopyKey } from './copy-key.ts'
import { unpack } from './unpack.ts'
import { onMedium, onOwnDisk, SupportRefused } from './trouble.ts'
import type { Work } from './work.ts'

export type LookOrder = {
  readonly dataDir: string
  readonly name: string
  readonly at: EpochMs
  /** Where it is brought; absent = the till folder's candidate. */
  readonly into?: string
} & (
  | { readonly kind: 'backup' }
  | {
      readonly kind: 'copy'
      readonly chosen: string
      readonly code: string | null
      readonly ownKey: CopyKey | null
    }
)

export interface Looked {
  /** What was sold here since is carried over; else it is set aside. */
  readonly carriesOver: boolean
  /** A till that moves: the file it wakes out of, and whether somebody woke it before. */
  readonly moved: { readonly file: string; readonly isOpened: boolean } | null
  readonly facts: CopyFacts
  /** The till's that is here; null when it cannot be read. */
  readonly present: CopyFacts | null
  readonly salesSince: number
  readonly salesSinceClp: Clp
}

/** Throws SupportRefused; leaves the copy as `into`. */
export async function lookAtBackup(order: LookOrder, work: Work): Promise<Looked> {
  const folder = tillFolder(order.dataDir)
  const { into = folder.candidate } = order
  let moved: Looked['moved'] = null
  rmSync(filesBeside(into), { recursive: true, force: true })
  if (order.kind === 'backup') {
    const file = isAbsolute(order.name) ? order.name : join(folder.backups, order.name)
    if (!existsSync(file)) throw new SupportRefused('COPY_NOT_FOUND')
    work.step('checking', 0, 1)
    proven(() => checkBackup(file))
    onOwnDisk(() => copyFileSync(file, into))
    onOwnDisk(() => flushFile(into))
  } else {
    const { chosen, name } = order
    const key = keyTo(chosen, order.code, order.ownKey)
    const { file, isOpened, at } = onMedium(chosen, false, () => copyNamed(chosen, key, name))
    const { isOfMove, at: madeAt } = await unpack({ chosen, file, key }, into, 'reading', work)
    // By its name it was chosen: an older one under a newer one's would be a day's sales less.
    if (madeAt !== at) throw new SupportRefused('COPY_DAMAGED', { detail: name })
    if (isOfMove) moved = { file, isOpened }
    work.step('checking', 0, 1)
    proven(() => checkBackup(into))
  }
  const facts = factsIn(into)
  if (facts === null) throw new SupportRefused('COPY_DAMAGED', { detail: order.name })
  refuseNewer(facts)
  const present = factsIn(folder.database)
  refuseOtherKind(facts, present)
  const newer = present === null ? NOTHING_NEWER : newerHere(folder.database, into)
  // A till that moves meets another one of its shop, unless it comes home.
  const carriesOver =
    moved === null ? !isOtherShop(facts, present) : tillIdIn(into) === tillIdIn(folder.database)
  return { facts, present, carriesOver, moved, ...newer }
}

/** Throws COPY_PLACE_AWAY, COPY_CODE_WRONG and what the medium says. */
export function listCopies(
  chosen: string,
  code: string | null,
  ownKey: CopyKey | null,
): BackupChoice[] {
  const key = keyTo(chosen, code, ownKey)
  return onMedium(chosen, false, () => copiesOf(chosen, key)).map(({ name, at }) => ({ name, at }))
}

const tillIdIn = (database: string) =>
  ifReadable(database, (db) => createIdentityStore(db, dirname(database)).read())?.tillId

/** Nothing of practice and of a shop is ever mixed. */
function refuseOtherKind({ purpose }: CopyFacts, present: CopyFacts | null): void {
  if (
    purpose !== null &&
    present !== null &&
    present.purpose !== null &&
    purpose !== present.purpose
  )
    throw new SupportRefused('BACKUP_OF_OTHER_KIND')
}

function proven(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof RestoreRefused)) throw error
    throw new SupportRefused('COPY_DAMAGED', { detail: error.code })
  }
}

type Newer = Pick<Looked, 'salesSince' | 'salesSinceClp'>
const NOTHING_NEWER: Newer = { salesSince: 0, salesSinceClp: 0 as Clp }

/** What was sold here since: sales the backup does not know. */
function newerHere(present: string, backup: string): Newer {
  try {
    const [here, there] = [present, backup].map((file) => {
      const db = new Database(file, { readonly: true, fileMustExist: true })
      try {
        const rows = db.prepare<[], [string, number]>('SELECT id, total_clp FROM sale').raw().all()
        return new Map(rows)
      } finally {
        db.close()
      }
    })
    const newer = [...(here ?? [])].filter(([id]) => there?.has(id) !== true)
    const salesSinceClp = newer.reduce((sum, [, totalClp]) => sum + totalClp, 0) as Clp
    return { salesSince: newer.length, salesSinceClp }
  } catch (error) {
    if (error instanceof Database.SqliteError) return NOTHING_NEWER
    throw error
  }
}
