/**
 * One second copy, from the till's database to a stick or share and back: it counts only when it
 * has been read back whole and is the same as the till. Runs on a thread of its own.
 */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { examine } from '../../tables/examine.ts'
import { copyDatabase } from '../durability/make-backup.ts'
import {
  allCopies,
  copiesOf,
  makeRoom,
  nameCopy,
  newCopy,
  tidyCopies,
  UNFINISHED,
} from './copies-on-medium.ts'
import { factsOf, sumsUpTo, type CopyFacts } from './copy-facts.ts'
import type { CopyKey } from './copy-key.ts'
import { onMedium, onOwnDisk, SupportRefused } from './trouble.ts'
import { unpack } from './unpack.ts'
import { beginWork } from './work-folder.ts'
import type { Work } from './work.ts'
import { writeCopy, type CopyPlace } from './write-copy.ts'

/** While a copy is made: the database, and the copy that was read back. */
const SNAPSHOT = 'snapshot.db'
const READ_BACK = 'read-back.db'
const EVERY_BODY = Number.MAX_SAFE_INTEGER

export interface SecondCopyOrder {
  readonly databaseFile: string
  /** Of the till's own: where the copy is taken and read back, by one program at a time. */
  readonly workDir: string
  /** As the owner chose it. */
  readonly chosen: string
  readonly key: CopyKey
  readonly at: EpochMs
}

export interface SecondCopyMade {
  readonly name: string
  readonly at: EpochMs
  readonly facts: CopyFacts
  readonly fileBytes: number
  /** On the medium, packed and sealed. */
  readonly copyBytes: number
}

/** Throws SupportRefused, and leaves no copy then; SUPPORT_BUSY while another one is made. */
export async function makeSecondCopy(
  ordered: SecondCopyOrder,
  work: Work,
): Promise<SecondCopyMade> {
  const { dir, end } = beginWork(ordered.workDir)
  try {
    return await copyIn({ ...ordered, workDir: dir }, work)
  } finally {
    end()
  }
}

async function copyIn(order: SecondCopyOrder, work: Work): Promise<SecondCopyMade> {
  const { chosen, key, at } = order
  onMedium(chosen, false, () => refuseForeign(chosen, key))
  const snapshot = join(order.workDir, SNAPSHOT)
  work.step('copying', 0, 1)
  onOwnDisk(() => copyDatabase(order.databaseFile, snapshot))
  work.step('copying', 1, 1)
  const facts = look(snapshot)
  const copy = newCopy(chosen, key, { ...facts, at, reason: 'asked' })
  const place = { chosen, file: copy.file + UNFINISHED, key }
  onMedium(chosen, true, () => makeRoom(chosen, key, at))
  try {
    const packed = [{ name: 'till.db', from: { path: snapshot } }]
    const { bytes: copyBytes } = await writeCopy(
      place,
      { at, facts, isOfMove: false, packed },
      work,
    )
    await compare(order, place, facts, work)
    onMedium(chosen, true, () => nameCopy(copy))
    tidyQuietly(order)
    return { name: copy.name, at, facts, fileBytes: statSync(snapshot).size, copyBytes }
  } catch (error) {
    removeQuietly(place.file)
    throw error
  }
}

/** Throws COPY_PLACE_AWAY, and COPY_PLACE_OF_ANOTHER where all that lies there is another's. */
function refuseForeign(chosen: string, key: CopyKey): void {
  if (copiesOf(chosen, key).length === 0 && (allCopies(chosen) ?? []).length > 0)
    throw new SupportRefused('COPY_PLACE_OF_ANOTHER', {}, 'code')
}

/** Of a stick that is gone it stays, under a name that is no copy's, until the next one. */
function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error
  }
}

/** The copy counts already; what could not be thrown away goes at the next one. */
function tidyQuietly({ chosen, key, at }: SecondCopyOrder): void {
  try {
    onMedium(chosen, true, () => tidyCopies(chosen, key, at))
  } catch (error) {
    if (!(error instanceof SupportRefused)) throw error
  }
}

function look(snapshot: string): CopyFacts {
  const db = new Database(snapshot, { readonly: true, fileMustExist: true })
  try {
    return factsOf(db)
  } finally {
    db.close()
  }
}

/** Restored beside the till, examined as a backup is, and held against the till that sells. */
async function compare(
  { workDir, databaseFile }: SecondCopyOrder,
  place: CopyPlace,
  { lastSaleSeq }: CopyFacts,
  work: Work,
): Promise<void> {
  const restored = join(workDir, READ_BACK)
  try {
    await unpack(place, restored, 'reading', work)
    work.step('checking', 0, 1)
    const copy = new Database(restored, { readonly: true, fileMustExist: true })
    const live = new Database(databaseFile, { readonly: true, fileMustExist: true })
    try {
      const { faults } = examine(copy, EVERY_BODY)
      const [there, here] = [sumsUpTo(copy, lastSaleSeq), sumsUpTo(live, lastSaleSeq)]
      const isSame = JSON.stringify(there) === JSON.stringify(here)
      const detail = faults[0] ?? (isSame ? null : `ventas ${there.sales} / ${here.sales}`)
      if (detail !== null) throw new SupportRefused('COPY_NOT_THE_SAME', { detail })
    } finally {
      copy.close()
      live.close()
    }
    work.step('checking', 1, 1)
  } finally {
    removeDatabase(restored)
  }
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}
