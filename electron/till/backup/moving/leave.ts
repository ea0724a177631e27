/** A till that rests goes into one sealed copy, which counts once it has been read back whole. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { examine } from '../../tables/examine.ts'
import { OWN_FILES, type OwnFile } from '../durability/restored-files.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import type { Audit, AuditEntry } from '../../audit/audit.ts'
import { beginPlace, nameCopy, newCopy, UNFINISHED } from '../support/copies-on-medium.ts'
import { factsOf, type CopyFacts } from '../support/copy-facts.ts'
import { keyFromCode, tagOf } from '../support/copy-key.ts'
import { readCopy } from '../support/read-copy.ts'
import { onMedium, SupportRefused } from '../support/trouble.ts'
import type { Work } from '../support/work.ts'
import { writeCopy, type Packed } from '../support/write-copy.ts'
import { createRestStore, type Rest, type RestStore } from './rest.ts'

const EVERY_BODY = Number.MAX_SAFE_INTEGER
/** More can wait for no printer; they are fetched again. */
const PAPERS_MAX = 500

/** What only the program that keeps them can open, by their files; one that is absent is none. */
export type MovedSecrets = Readonly<Partial<Record<OwnFile, string | null>>>

export interface LeaveOrder {
  readonly dataDir: string
  readonly chosen: string
  /** As `parseCode` writes it. */
  readonly code: string
  readonly secrets: MovedSecrets
  readonly at: EpochMs
}

export interface Left {
  /** As the other computer finds it. */
  readonly name: string
  readonly file: string
  readonly facts: CopyFacts
}

/** The till rests and is closed. Throws SupportRefused; it rests on, and no copy is left. */
export async function leave(order: LeaveOrder, work: Work): Promise<Left> {
  const { chosen, at, code } = order
  const { database, folder } = tillFolder(order.dataDir)
  const key = keyFromCode(code)
  const { facts, papers } = settle(database)
  const copy = newCopy(chosen, key, { ...facts, at, reason: 'moved' })
  const place = { chosen, file: copy.file + UNFINISHED, key }
  const packed: Packed[] = [
    { name: 'till.db', from: { path: database } },
    ...OWN_FILES.map((name) => ({ name, from: { text: order.secrets[name] ?? '' } })),
    ...papers.flatMap((paper) => {
      const path = join(folder, 'pdf', paper)
      return existsSync(path) ? [{ name: `pdf/${paper}`, from: { path } }] : []
    }),
  ]
  try {
    onMedium(chosen, true, () => beginPlace(chosen))
    const { list } = await writeCopy(place, { at, facts, isOfMove: true, packed }, work)
    const read = await readCopy(place, { into: null, phase: 'reading' }, work)
    if (JSON.stringify(list) !== JSON.stringify(read))
      throw new SupportRefused('COPY_NOT_THE_SAME', { detail: 'lista' })
  } catch (error) {
    removeUnfinished(copy.file)
    throw error
  }
  // Before it has its name: whoever finds a whole copy finds the till at rest.
  noteLeft(database)
  try {
    onMedium(chosen, true, () => nameCopy(copy))
  } catch (error) {
    // What the stick says of copies would be wrong here: this one may count.
    if (error instanceof SupportRefused)
      throw new SupportRefused('MOVE_CUT_AT_NAMING', { folder: chosen })
    throw error
  }
  return { name: copy.name, file: copy.file, facts }
}

/** Of what no copy became. */
export function removeUnfinished(file: string): void {
  try {
    rmSync(file + UNFINISHED, { force: true })
  } catch (error) {
    // The stick is gone; what is on it opens nowhere.
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error
  }
}

/** From this commit on it neither sells nor sends, whatever becomes of the rest. */
export function putToRest(
  db: Database.Database,
  { audit, rests }: { readonly audit: Audit; readonly rests: RestStore },
  { chosen, code, at }: Pick<LeaveOrder, 'chosen' | 'code' | 'at'>,
  who: Pick<AuditEntry, 'staff' | 'approverName'>,
): void {
  const key = keyFromCode(code)
  const { file } = newCopy(chosen, key, { ...factsOf(db), at, reason: 'moved' })
  const rest: Rest = { state: 'packing', since: at, file, tag: tagOf(key) }
  db.transaction(() => {
    rests.keep(rest)
    audit.write({ action: 'till-left', ...who, detail: { what: chosen } })
  }).immediate()
}

/** Everything in one file, which is whole. */
function settle(database: string): { facts: CopyFacts; papers: string[] } {
  const db = new Database(database, { fileMustExist: true })
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
    const { faults } = examine(db, EVERY_BODY)
    if (faults[0] !== undefined)
      throw new SupportRefused('COPY_NOT_THE_SAME', { detail: faults[0] })
    const papers = db
      .prepare<[number], string>(
        `SELECT DISTINCT d.file_name FROM print_job j JOIN receipt_pdf d ON d.sale_id = j.sale_id
        WHERE j.state IN ('waiting', 'queued', 'printing', 'held', 'asking', 'unknown') LIMIT ?`,
      )
      .pluck()
      .all(PAPERS_MAX)
    return { facts: factsOf(db), papers }
  } finally {
    db.close()
  }
}

function noteLeft(database: string): void {
  const db = new Database(database, { fileMustExist: true })
  try {
    db.pragma('synchronous = FULL')
    const rests = createRestStore(db)
    const rest = rests.now()
    if (rest === null) throw new Error('a till that sells does not leave')
    rests.keep({ ...rest, state: 'left' })
  } finally {
    db.close()
  }
}
