/**
 * What a till does while things break: sells, sends, closes; and what must hold afterwards,
 * whatever broke.
 */
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import type { HttpRequest } from '#till/kernel/ports.ts'
import type { Till } from '#till/till.ts'
import { cartOf, commitOf, tillFixture, type TillFixture } from '../support/till-fixture.ts'

/** Till time allowed for anything to settle. */
const SETTLE_LIMIT_MS = 600_000

export interface Story {
  readonly fixture: TillFixture
  open(): Promise<Till>
}

/**
 * A till on `dataDir` in front of a service whose memory is a file there, so that it outlives the
 * process.
 */
export function tellStory(dataDir: string): Story {
  const fixture = tillFixture()
  const registry = join(dataDir, 'service.jsonl')
  const honest = fixture.service.answer
  if (existsSync(registry)) {
    for (const line of readFileSync(registry, 'utf8').split('\n').filter(Boolean))
      void honest(creation(Buffer.from(line, 'base64')))
  }
  fixture.service.answer = (request) => {
    const before = fixture.service.created().length
    const answer = honest(request)
    // Remembered before the answer goes out: the worst moment to die is between the two.
    if (fixture.service.created().length > before)
      appendFileSync(registry, `${Buffer.from(request.body ?? []).toString('base64')}\n`)
    return answer
  }
  return { fixture, open: () => fixture.open({ dataDir }) }
}

function creation(body: Buffer<ArrayBuffer>): HttpRequest {
  return { method: 'POST', path: '/api/invoices', body, timeoutMs: 1_000 }
}

/** A data folder with a till that has been opened, used and closed once. */
export async function prepareTemplate(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const story = tellStory(dataDir)
  const till = await story.open()
  const sold = sellOne(till)
  if (!sold.ok) throw new Error(`the template could not sell: ${sold.code}`)
  await allNumbered(story, till)
  await till.stop()
  await story.fixture.close()
}

export function copyTemplate(template: string, dataDir: string): void {
  cpSync(template, dataDir, { recursive: true })
}

/** Sales that were shown as sold. */
export function acknowledgedIn(dataDir: string): string[] {
  const list = join(dataDir, 'acknowledged.txt')
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
}

/** `command` is what the screen sends again when the cashier presses the key once more. */
export type Sold =
  | { readonly ok: true; readonly saleId: SaleId }
  | { readonly ok: false; readonly command: CommitInput | null; readonly code: string }

/**
 * One press of the pay key. Opening a sale may throw where the disk is broken; charging must not.
 */
export function sellOne(till: Till): Sold {
  let command: CommitInput
  try {
    command = commitOf(till.api, cartOf(till.api, '101', '201'))
  } catch (error) {
    return {
      ok: false,
      command: null,
      code: `threw ${String((error as { code?: unknown }).code ?? error)}`,
    }
  }
  return press(till, command)
}

/** The pay key for a sale already on the screen. */
export function press(till: Till, command: CommitInput): Sold {
  try {
    const sold = till.api.commitSale(command)
    return sold.ok
      ? { ok: true, saleId: sold.value.saleId }
      : { ok: false, command, code: sold.refusal.code }
  } catch (error) {
    return { ok: false, command, code: `threw ${String(error)}` }
  }
}

/** Till time until every sale has its folio. */
export async function allNumbered({ fixture }: Story, till: Till): Promise<void> {
  await fixture.until(() => {
    try {
      return till.api.status().pendingCount === 0
    } catch {
      return false
    }
  }, SETTLE_LIMIT_MS)
}

/** Till time until no receipt waits for its paper: it is out, or a person is asked. */
async function allPrinted({ fixture }: Story, till: Till): Promise<void> {
  const isSettled = (state: string) => ['sent', 'unknown', 'failed'].includes(state)
  await fixture.until(
    () =>
      till.api
        .listReceipts({ cursor: null, limit: 100, text: '', onlyPending: false })
        .rows.every(({ receiptPrintState }) => isSettled(receiptPrintState)),
    SETTLE_LIMIT_MS,
  )
}

/**
 * Sales in the file that are not whole, and promised ones that are missing. Throws when the till
 * would not open it.
 */
export function judgeFile(
  databaseFile: string,
  promised: readonly string[],
): { present: string[]; partial: string[]; lost: string[] } {
  const db = openDatabase(databaseFile)
  try {
    return judge(db, promised)
  } finally {
    db.close()
  }
}

function judge(db: Database.Database, promised: readonly string[]) {
  const rows = db
    .prepare<[], { id: string; isWhole: number }>(`SELECT s.id,
      (SELECT count(*) FROM sale_line l WHERE l.sale_id = s.id) = 2
      AND (SELECT count(*) FROM sale_payment p WHERE p.sale_id = s.id) = (s.change_of IS NULL)
      AND (SELECT count(*) FROM receipt r WHERE r.sale_id = s.id AND r.external_reference = s.external_reference) = 1
      AND (SELECT count(*) FROM print_job j WHERE j.sale_id = s.id AND j.kind = 'receipt') = 1
      AND (SELECT count(*) FROM journal j WHERE j.sale_id = s.id AND j.kind = 'sale') = 1 AS isWhole
    FROM sale s ORDER BY s.seq`)
    .all()
  const orphans = db
    .prepare<[], string>('SELECT sale_id FROM receipt WHERE sale_id NOT IN (SELECT id FROM sale)')
    .pluck()
    .all()
  const present = rows.map(({ id }) => id)
  return {
    present,
    partial: [...rows.filter(({ isWhole }) => isWhole !== 1).map(({ id }) => id), ...orphans],
    lost: promised.filter((id) => !present.includes(id)),
  }
}

/**
 * Opens the till again in calm weather and lets everything settle: each sale is exactly one
 * document. Faults, in words.
 */
export async function faultsAfterRestart(
  dataDir: string,
  promised: readonly string[],
): Promise<string[]> {
  const { present, partial, lost } = judgeFile(join(dataDir, 'till', 'till.db'), promised)
  const story = tellStory(dataDir)
  try {
    const till = await story.open()
    await allNumbered(story, till)
    await allPrinted(story, till)
    const references = story.fixture.service.created().map(({ reference }) => reference)
    const receipts = till.api.listReceipts({
      cursor: null,
      limit: 100,
      text: '',
      onlyPending: false,
    }).rows
    const doubled = references.length - new Set(references).size
    const folios = new Set(receipts.map(({ folio, documentType }) => `${documentType}/${folio}`))
    await till.stop()
    return [
      ...lost.map((id) => `${id} was acknowledged and is lost`),
      ...partial.map((id) => `${id} is there in part`),
      ...(doubled > 0 ? [`${doubled} documents issued twice`] : []),
      ...(references.length === present.length
        ? []
        : [`${present.length} sales, ${references.length} documents`]),
      ...(folios.size === receipts.length ? [] : ['a folio is used twice']),
    ]
  } finally {
    await story.fixture.close()
  }
}
