/** A till that rests goes into one sealed file, which counts once it has been read back whole. */
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { examine } from '../durability/examine.ts'
import { tillFolder } from '../durability/till-folder.ts'
import type { Audit, AuditEntry } from '../staff/audit.ts'
import { factsOf, type CopyFacts } from '../support/copy-facts.ts'
import { keyFromCode, SALT_BYTES } from '../support/sealing.ts'
import { onMedium, SupportRefused } from '../support/trouble.ts'
import { settleFolder } from '../support/vault.ts'
import type { Work } from '../support/work.ts'
import { readPackage, writePackage, type Packed } from './move-package.ts'
import { packageName, removeUnfinished, unfinishedName } from './packages-in.ts'
import { createRestStore, type Rest, type RestStore } from './rest.ts'

const EVERY_BODY = Number.MAX_SAFE_INTEGER
/** More can wait for no printer; they are fetched again. */
const PAPERS_MAX = 500

/** What only the program that keeps them can open. */
export interface MovedSecrets {
  readonly ownSecret: string | null
  readonly pinPepper: string | null
  readonly serviceKey: string | null
  readonly secondCopyKey: string | null
  readonly mailPassword: string | null
}

export interface LeaveOrder {
  readonly dataDir: string
  readonly chosen: string
  /** As `parseCode` writes it. */
  readonly code: string
  readonly packageId: string
  readonly secrets: MovedSecrets
  readonly at: EpochMs
}

export interface Left {
  readonly file: string
  readonly facts: CopyFacts
}

/** The till rests and is closed. Throws SupportRefused; it rests on, and no package is left. */
export function leave(order: LeaveOrder, work: Work): Left {
  const { chosen, packageId, at } = order
  const folder = tillFolder(order.dataDir)
  const unfinished = join(chosen, unfinishedName(packageId))
  try {
    const { facts, papers } = settle(folder.database)
    const packed: Packed[] = [
      { name: 'till.db', from: { path: folder.database } },
      ...secretsOf(order.secrets),
      ...papers.flatMap((paper) => {
        const path = join(folder.folder, 'pdf', paper)
        return existsSync(path) ? [{ name: `pdf/${paper}`, from: { path } }] : []
      }),
    ]
    const salt = randomBytes(SALT_BYTES)
    const key = keyFromCode(order.code, salt)
    const seal = { packageId, salt, key }
    const [written, read] = onMedium(chosen, true, () => {
      const list = writePackage(unfinished, seal, { at, facts, packed }, work)
      // Its place in the folder as well: gone with neither name, the till could come back nowhere.
      settleFolder(chosen)
      return [list, readPackage(unfinished, key, { into: null, phase: 'reading' }, work)]
    })
    if (JSON.stringify(written) !== JSON.stringify(read))
      throw new SupportRefused('COPY_NOT_THE_SAME', { detail: 'lista' })
    // Before it has its name: whoever finds a whole package finds the till at rest.
    noteLeft(folder.database)
    return onMedium(chosen, true, () => {
      renameSync(unfinished, join(chosen, packageName(packageId)))
      settleFolder(chosen)
      return { file: join(chosen, packageName(packageId)), facts }
    })
  } catch (error) {
    if (!hasLeft(folder.database)) {
      removeUnfinished(chosen, packageId)
      throw error
    }
    // What the stick says of copies would be wrong here: this one may count.
    if (error instanceof SupportRefused)
      throw new SupportRefused('MOVE_CUT_AT_NAMING', { folder: chosen })
    throw error
  }
}

/** From this commit on it neither sells nor sends, whatever becomes of the rest. */
export function putToRest(
  db: Database.Database,
  { audit, rests }: { readonly audit: Audit; readonly rests: RestStore },
  rest: Rest,
  {
    actor,
    approverName,
  }: Pick<AuditEntry, 'approverName'> & { readonly actor: AuditEntry['staff'] },
): void {
  db.transaction(() => {
    rests.keep(rest)
    const detail = { what: rest.folder }
    audit.write({ action: 'till-left', staff: actor, approverName: approverName ?? null, detail })
  }).immediate()
}

const ID_BYTES = 8

/** Of a till that begins to leave. */
export function newRest(
  bytes: (count: number) => Uint8Array,
  since: EpochMs,
  folder: string,
): Rest {
  const id = () => Buffer.from(bytes(ID_BYTES)).toString('hex')
  return { packageId: id(), takeBackId: id(), state: 'packing', since, folder }
}

function secretsOf(secrets: MovedSecrets): Packed[] {
  const { ownSecret, pinPepper, serviceKey, secondCopyKey, mailPassword } = secrets
  const named = [
    ['own-secret', ownSecret],
    ['pin-pepper', pinPepper],
    ['service-key', serviceKey],
    ['second-copy-key', secondCopyKey],
    ['mail-password', mailPassword],
  ] as const
  return named.flatMap(([name, text]) => (text === null ? [] : [{ name, from: { text } }]))
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

function hasLeft(database: string): boolean {
  const db = new Database(database, { readonly: true, fileMustExist: true })
  try {
    return createRestStore(db).now()?.state === 'left'
  } finally {
    db.close()
  }
}
