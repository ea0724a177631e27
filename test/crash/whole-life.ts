/**
 * What a till does besides charging and sending: asks for a folio that comes late, fetches the PDF,
 * prints, migrates an old database, makes a backup, takes back what was sold, is opened. Run in
 * front of the shim, and judged after the kill or fault.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { ChangeInput } from '#shared/returns/changes.ts'
import type { CommitReturnInput } from '#shared/returns/views.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { hashFile } from '#till/kernel/durable-files.ts'
import { examine } from '#till/tables/examine.ts'
import { copyBeforeMigration, makeBackup } from '#till/backup/durability/make-backup.ts'
import { listBackups } from '#till/kernel/backup-files.ts'
import { tillFolder, type TillFolder } from '#till/kernel/till-folder.ts'
import type { Till } from '#till/till.ts'
import { INVOICE_BUYER } from '../support/invoice-buyer.ts'
import { NOON } from '../support/till-fixture.ts'
import { LATER_MIGRATIONS, layOlderTill, SALES_OF_OLDER } from './older-till.ts'
import { arm, armKill, disarm, wasHit, type FaultMode } from './shim.ts'
import { acknowledgedIn, faultsAfterRestart, sellOne, tellStory, type Story } from './story.ts'

export const LIFE_SCENARIOS = [
  'poll, PDF and print',
  'migrate',
  'backup',
  'take back',
  'change document',
  'open',
] as const
export type LifeScenario = (typeof LIFE_SCENARIOS)[number]

const EVERY_BODY = Number.MAX_SAFE_INTEGER

/** Makes ready what is to be killed; nothing is watched yet. */
export function prepareLife(scenario: LifeScenario, dataDir: string): void {
  if (scenario !== 'migrate') return
  rmSync(tillFolder(dataDir).folder, { recursive: true, force: true })
  layOlderTill(tillFolder(dataDir).database)
}

function migrate(folder: TillFolder): void {
  openDatabase(folder.database, {
    migrations: LATER_MIGRATIONS,
    beforeMigration: () => void copyBeforeMigration(folder, NOON),
  }).close()
}

/** Dies on the way, or comes to its end. */
export async function liveUntil(
  scenario: LifeScenario,
  dataDir: string,
  moments: string,
): Promise<void> {
  const folder = tillFolder(dataDir)
  if (scenario === 'migrate') {
    armKill(dataDir, moments)
    migrate(folder)
  } else if (scenario === 'backup') {
    armKill(dataDir, moments)
    makeBackup({
      databaseFile: folder.database,
      backupDir: folder.backups,
      at: NOON,
      reason: 'timer',
    })
    makeBackup({
      databaseFile: folder.database,
      backupDir: folder.backups,
      at: (NOON + 1_000) as EpochMs,
      reason: 'timer',
    })
  } else if (scenario === 'take back') {
    const till = await tellStory(dataDir).open()
    const order = await openedReturn(till)
    armKill(dataDir, moments)
    const made = till.api.commitReturn(order)
    if (!made.ok) throw new Error(made.refusal.code)
    appendFileSync(join(dataDir, 'acknowledged.txt'), `${made.value.saleId}\n`)
  } else if (scenario === 'change document') {
    const till = await tellStory(dataDir).open()
    const order = await openedChange(till)
    armKill(dataDir, moments)
    const made = till.api.changeDocument(order)
    if (!made.ok) throw new Error(made.refusal.code)
    appendFileSync(join(dataDir, 'acknowledged.txt'), `${made.value.saleId}\n`)
  } else if (scenario === 'open') {
    armKill(dataDir, moments)
    const till = await tellStory(dataDir).open()
    await till.stop()
  } else {
    const story = withLateFolios(tellStory(dataDir))
    const till = await story.open()
    armKill(dataDir, moments)
    const sold = sellOne(till)
    if (!sold.ok) throw new Error(sold.code)
    appendFileSync(join(dataDir, 'acknowledged.txt'), `${sold.saleId}\n`)
    await story.fixture.until(() => story.fixture.printer.printed.length > 0)
    await till.stop()
  }
  disarm()
}

/** Till time in which a broken disk is felt by everything that runs. */
const BROKEN_MS = 8_000

/**
 * The same with a disk that fails at operation `n`. True = it was reached. Whatever is thrown must
 * say what it is.
 */
export async function liveWithFault(
  scenario: LifeScenario,
  dataDir: string,
  fault: { readonly mode: FaultMode; readonly n: number; readonly sticky: boolean },
): Promise<boolean> {
  const folder = tillFolder(dataDir)
  const breakDisk = () => arm(fault.mode, fault.n, fault.sticky)
  const story = withLateFolios(tellStory(dataDir))
  let till: Till | null = null
  try {
    if (scenario === 'migrate') {
      breakDisk()
      migrate(folder)
    } else if (scenario === 'backup') {
      breakDisk()
      makeBackup({
        databaseFile: folder.database,
        backupDir: folder.backups,
        at: NOON,
        reason: 'timer',
      })
    } else {
      if (scenario === 'open') breakDisk()
      till = await story.open()
      const order = scenario === 'take back' ? await openedReturn(till) : null
      const change = scenario === 'change document' ? await openedChange(till) : null
      if (scenario !== 'open') breakDisk()
      const sold =
        order !== null
          ? toldOf(till.api.commitReturn(order))
          : change !== null
            ? toldOf(till.api.changeDocument(change))
            : sellOne(till)
      if (sold.ok) appendFileSync(join(dataDir, 'acknowledged.txt'), `${sold.saleId}\n`)
      await story.fixture.clock.advance(BROKEN_MS)
    }
  } catch (error) {
    if (typeof (error as { code?: unknown }).code !== 'string') throw error
  }
  const reached = wasHit()
  disarm()
  await till?.stop().catch(() => {})
  await story.fixture.close()
  return reached
}

function toldOf(made: ReturnType<Till['api']['commitReturn' | 'changeDocument']>): {
  ok: boolean
  saleId: string
} {
  return made.ok ? { ok: true, saleId: made.value.saleId } : { ok: false, saleId: '' }
}

/** The same key of the same screen, however often it is pressed. */
const RETURN_ID = '01JD7ZZZZZZZZZZZZZZZZZZZZZ' as SaleId

/** Everything of the first sale, in cash; opened as the screen opens it. */
async function openedReturn(till: Till): Promise<CommitReturnInput> {
  const sold = till.api
    .listReceipts({ cursor: null, limit: 100, text: '', onlyPending: false })
    .rows.at(-1)
  const found = sold === undefined ? null : till.api.receipt(sold.saleId)
  if (!found?.ok) throw new Error('nothing was sold')
  await till.api.openReturn(found.value.saleId)
  return {
    returnId: RETURN_ID,
    originalId: found.value.saleId,
    reason: 'Producto fallado',
    refund: { method: 'EF', reference: '' },
    approvalId: null,
    expectedTotalClp: found.value.totalClp,
    lines: found.value.lines.map(({ quantity }, index) => ({ lineNumber: index + 1, quantity })),
  }
}

/** The first sale becomes an invoice: opened as the screen opens it, under one id each time. */
async function openedChange(till: Till): Promise<ChangeInput> {
  const { originalId } = await openedReturn(till)
  await till.api.openChange(originalId)
  return {
    changeId: RETURN_ID,
    originalId,
    to: 'invoice',
    recipient: INVOICE_BUYER,
    approvalId: null,
  }
}

/** Pressed again whatever became of it: note and invoice are both there, once, or neither was. */
async function faultsInChange(dataDir: string): Promise<string[]> {
  const story = tellStory(dataDir)
  try {
    const till = await story.open()
    const order = await openedChange(till)
    const again = till.api.changeDocument(order)
    const sold = till.api.receipt(order.originalId)
    await till.stop()
    if (!again.ok) return [`pressed again, the change is refused: ${again.refusal.code}`]
    return sold.ok && sold.value.returns.length === 1 && sold.value.changedTo?.saleId === RETURN_ID
      ? []
      : ['the document did not change once']
  } finally {
    await story.fixture.close()
  }
}

/** Whatever became of it, the cashier presses again: the money goes back once, under one note. */
async function faultsInReturn(dataDir: string): Promise<string[]> {
  const story = tellStory(dataDir)
  try {
    const till = await story.open()
    const again = till.api.commitReturn(await openedReturn(till))
    const sold =
      again.ok && again.value.originalId !== null ? till.api.receipt(again.value.originalId) : null
    await till.stop()
    if (!again.ok) return [`pressed again, the return is refused: ${again.refusal.code}`]
    return sold?.ok &&
      sold.value.returns.length === 1 &&
      sold.value.returnedClp === sold.value.totalClp
      ? []
      : ['the money did not go back once']
  } finally {
    await story.fixture.close()
  }
}

/** The creation is answered without a number; asking by id tells it. */
function withLateFolios(story: Story): Story {
  const { service } = story.fixture
  const honest = service.answer
  service.answer = async (request) => {
    const outcome = await honest(request)
    if (request.method !== 'POST' || outcome.kind !== 'answered' || outcome.status !== 201)
      return outcome
    return {
      ...outcome,
      bodyText: JSON.stringify({ ...(JSON.parse(outcome.bodyText) as object), number: null }),
    }
  }
  return story
}

/** Faults in words; none when everything is as it must be. */
export async function judgeLife(scenario: LifeScenario, dataDir: string): Promise<string[]> {
  const backups = faultsInBackups(dataDir)
  if (scenario === 'migrate') return [...backups, ...faultsAfterMigration(dataDir)]
  const pressed =
    scenario === 'take back'
      ? await faultsInReturn(dataDir)
      : scenario === 'change document'
        ? await faultsInChange(dataDir)
        : []
  return [
    ...backups,
    ...pressed,
    ...(await faultsAfterRestart(dataDir, acknowledgedIn(dataDir))),
    ...faultsInPapers(dataDir),
  ]
}

/**
 * What carries the name of a backup is one, whole and with its hash; a half one has another name.
 */
function faultsInBackups(dataDir: string): string[] {
  const { backups } = tillFolder(dataDir)
  return listBackups(backups).flatMap(({ name }) => {
    const file = join(backups, name)
    const db = new Database(file, { readonly: true })
    const { faults } = examine(db, EVERY_BODY)
    db.close()
    const told = readFileSync(`${file}.sha256`, 'utf8').slice(0, 64)
    return [
      ...faults.map((fault) => `${name}: ${fault}`),
      ...(told === hashFile(file) ? [] : [`${name}: another hash than stored`]),
    ]
  })
}

/** Opened again, it has every sale of before and the newest schema. */
export function faultsAfterMigration(dataDir: string): string[] {
  const salesOf = (db: Database.Database) =>
    db.prepare<[], string>('SELECT id FROM sale ORDER BY seq').pluck().all().join()
  const db = openDatabase(tillFolder(dataDir).database, { migrations: LATER_MIGRATIONS })
  const { faults } = examine(db, EVERY_BODY)
  const isSame = salesOf(db) === SALES_OF_OLDER.join()
  db.close()
  return isSame ? [...faults] : [...faults, 'sales are missing after the migration']
}

/**
 * After the restart each receipt is on paper, or a person is asked; and a PDF the database knows of
 * is there whole.
 */
function faultsInPapers(dataDir: string): string[] {
  const folder = tillFolder(dataDir)
  const db = new Database(folder.database, { readonly: true })
  const papers = db
    .prepare<
      [],
      { state: string; file: string | null; sha256: string | null }
    >(`SELECT j.state, d.file_name AS file, d.sha256
    FROM print_job j LEFT JOIN receipt_pdf d ON d.sale_id = j.sale_id AND d.width_mm = j.width_mm WHERE j.kind = 'receipt'`)
    .all()
  db.close()
  const files = new Set(
    existsSync(join(folder.folder, 'pdf')) ? readdirSync(join(folder.folder, 'pdf')) : [],
  )
  return papers.flatMap(({ state, file, sha256 }) => [
    ...(state === 'sent' || state === 'unknown'
      ? []
      : [`a receipt is neither on paper nor doubtful: ${state}`]),
    ...(file === null || (files.has(file) && hashFile(join(folder.folder, 'pdf', file)) === sha256)
      ? []
      : [`the PDF ${file} is not the one stored`]),
  ])
}
