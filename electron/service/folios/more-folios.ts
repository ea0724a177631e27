/**
 * The next range of folios, asked for before the one in use ends: the owner is told at the same
 * moment (ENU), for most authorities are asked by a person.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import { cafError, readCafFile } from './caf-file.ts'
import { loadCaf } from './load-caf.ts'
import { messageOf, type ApiError } from '../core/errors.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { isOfMode } from '../storage/hot-queries.ts'
import type { CompanyRow, StoredRange } from '../storage/tables.ts'

const LOOK_EVERY_MS = 60_000
/** An authority that gave none is asked again so much later. */
const ASK_AGAIN_MS = 3_600_000
const RANGES_AT_ONCE = 20

/** One look. Answers the milliseconds until the next. */
export async function askForMore(parts: ServiceParts): Promise<number> {
  for (const range of await takeDue(parts)) await ask(parts, range)
  return LOOK_EVERY_MS
}

/**
 * Of the kind that its company issues now: the others wait until it does. Put off in the statement
 * that finds them: of two processes one asks.
 */
async function takeDue({ storage, clock }: ServiceParts): Promise<readonly StoredRange[]> {
  const now = clock.now()
  const due = await storage.read
    .selectFrom('folio_ranges')
    .select('id')
    .where('more_due_at_ms', '<=', now)
    .where(isOfMode('folio_ranges'))
    .orderBy('more_due_at_ms')
    .limit(RANGES_AT_ONCE)
    .execute()
  if (due.length === 0) return []
  return storage.write(async (db) => {
    const taken: StoredRange[] = []
    for (const { id } of due) {
      const row = await db
        .updateTable('folio_ranges')
        .set({ more_due_at_ms: (now + ASK_AGAIN_MS) as EpochMs })
        .where('id', '=', id)
        .where('more_due_at_ms', '<=', now)
        .returningAll()
        .executeTakeFirst()
      if (row !== undefined) taken.push(row)
    }
    return taken
  })
}

async function ask(parts: ServiceParts, range: StoredRange): Promise<void> {
  const { storage, authority, log, wake } = parts
  const company = await storage.read
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', range.company_id)
    .executeTakeFirstOrThrow()
  const answer = await authority.moreFolios({
    country: company.country,
    issuer: company.document_number,
    documentCode: range.document_code,
    count: range.last_folio - range.first_folio + 1,
    after: range.id,
    isTest: company.is_test === 1,
  })
  const said = { company: company.id, documentCode: range.document_code }
  if (answer.kind !== 'ANSWERED' || answer.caf === null) {
    log.info({ ...said, kind: answer.kind }, 'the authority gives no more folios now')
    return
  }
  const problem = await enter(parts, company, answer.caf, range.branch_office)
  if (problem !== null) {
    log.error({ ...said, problem: messageOf(problem) }, 'folios that were granted do not fit')
    return
  }
  log.info(said, 'more folios were granted')
  wake('authority')
}

async function enter(
  { storage, random, clock }: ServiceParts,
  company: CompanyRow,
  text: string,
  branch: number | null,
): Promise<ApiError | null> {
  const caf = readCafFile(text)
  if (!caf.ok) return cafError(caf.refusal)
  const loaded = await storage.write(async (db) => {
    await storage.shared?.takeTurn(db, `ranges ${company.id}`)
    return loadCaf(db, company.id, caf.value, { random, clock, branch })
  })
  return loaded.ok ? null : loaded.refusal
}
