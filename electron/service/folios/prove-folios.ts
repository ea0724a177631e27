/**
 * What the authority has of each range in use, asked for at the start, and of each that comes
 * later: a database that is older than what was issued from it would issue folios again. Such a
 * range is held, like one whose database is another than it issued in, until its owner says where
 * it goes on (`ranges --next`).
 *
 * A service that cannot ask issues all the same, for a shop without a network sells. So the answer
 * counts whenever it comes: that the authority has a folio is no news where it was handed over from
 * here, and shows an older database where it was not, however far the range went on meanwhile.
 */
import { sql, type Kysely } from 'kysely'
import type { ServiceParts } from '../parts/parts.ts'
import type { FolioRangeId } from '../core/ports.ts'
import type { FoliosAnswer } from '../parts/authority.ts'
import { countHeld, issuesHere } from '../storage/place.ts'
import { hasIdIn, idsOf } from '../storage/many-rows.ts'
import type { Tables } from '../storage/tables.ts'
import { givenTwice, NOT_SURELY_SENT, shownFolios, type RangeBehind } from './given-twice.ts'

const RANGES_AT_ONCE = 500
/** How soon an authority that did not answer is asked again. */
const ASK_AGAIN_MS = 30_000
/** How often it looks for ranges that came to be held. */
const LOOK_EVERY_MS = 60_000

/**
 * Those that were used up before the authority was heard come last: they are looked for. Later
 * those that came since (`NEW`), which may be from before the database was put back.
 */
interface Next {
  readonly status: 'ACT' | 'AGO' | 'NEW'
  readonly after: string
}

type RangeToProve = Awaited<ReturnType<typeof rangesAfter>>[number]

export class FolioProof {
  readonly #parts: ServiceParts
  /** What is asked about next; null when the authority has been heard about each range. */
  #next: Next | null = { status: 'ACT', after: '' }
  #isSilenceSaid = false
  #isOffered = true
  #isAway = false
  #heldSaid = 0

  constructor(parts: ServiceParts) {
    this.#parts = parts
  }

  /** Until then it is asked before anything is sent: what it has is not from here yet. */
  async isHeard(): Promise<boolean> {
    if (this.#next !== null) return false
    if (!this.#isOffered) return true
    const { read } = this.#parts.storage
    return (await newRanges(read).select('id').limit(1).executeTakeFirst()) === undefined
  }

  /** Then nothing is sent: it may come back in between, and would have what it is asked about. */
  isAway(): boolean {
    return this.#isAway
  }

  /** Answers the milliseconds until the next look. */
  async step(): Promise<number> {
    if (this.#isOffered) this.#next ??= { status: 'NEW', after: '' }
    // Until it is done, also where it breaks off.
    this.#isAway = this.#next !== null
    while (this.#next !== null) {
      const asked = await this.#ask(this.#next)
      if (asked === undefined) break
      this.#next = asked
    }
    if (this.#next === null) this.#isAway = false
    await this.#sayHeld()
    return this.#next === null ? LOOK_EVERY_MS : ASK_AGAIN_MS
  }

  /** What is asked about after these; undefined without an answer. */
  async #ask({ status, after }: Next): Promise<Next | null | undefined> {
    const { storage, authority } = this.#parts
    const ranges = await rangesAfter(storage.read, status, after)
    if (ranges.length === 0) return status === 'ACT' ? { status: 'AGO', after: '' } : null
    const answer = await authority.highestFolios(
      ranges.map((range) => ({
        country: range.country,
        issuer: range.document_number,
        documentCode: range.document_code,
        firstFolio: range.first_folio,
        lastFolio: range.last_folio,
        isTest: range.is_test === 1,
      })),
    )
    if (answer.kind !== 'ANSWERED') return this.#unanswered(answer.kind)
    const known = ranges.flatMap((range, index) => {
      const folio = answer.folios[index] ?? null
      // Beyond its last one a range has nothing to give, whatever somebody answers.
      return folio === null || folio < range.first_folio
        ? []
        : [{ range, folio: Math.min(folio, range.last_folio) }]
    })
    if (known.length > 0)
      await storage.write(async (db) => {
        for (const { range, folio } of known) await enter(db, range.id, folio)
      })
    const behind = await behindOf(storage.read, idsOf(known.map(({ range }) => range)))
    for (const { range, folio } of known)
      if (behind.has(range.id) && !(await this.#alarm({ ...range, folio })))
        return this.#unanswered('UNREACHABLE')
    await storage.write((db) =>
      db
        .updateTable('folio_ranges')
        .set({ is_heard: 1 })
        .where(hasIdIn(db, idsOf(ranges)))
        .where('is_heard', '=', 0)
        .execute(),
    )
    return { status, after: ranges.at(-1)?.id ?? '' }
  }

  #unanswered(kind: Exclude<FoliosAnswer['kind'], 'ANSWERED'>): null | undefined {
    this.#isAway = kind === 'UNREACHABLE'
    if (!this.#isSilenceSaid)
      this.#parts.log.info({ kind }, 'the authority does not say which folios it has')
    this.#isSilenceSaid = true
    this.#isOffered = kind !== 'NOT_OFFERED'
    return kind === 'NOT_OFFERED' ? null : undefined
  }

  /** False when the authority went away before it had said what there is to know. */
  async #alarm(range: RangeToProve & RangeBehind): Promise<boolean> {
    const { storage, authority, log } = this.#parts
    const twice = await givenTwice(storage.read, authority, range)
    if (twice === null) return false
    // What waits to be sent may have gone out from the database that this one is a copy of.
    if (twice.length === 0) return true
    if (twice.includes(range.folio)) await storage.write((db) => hold(db, range.id))
    log.error(
      { range: range.id, documentCode: range.document_code, folios: shownFolios(twice) },
      'folios were given twice: the authority has other documents under them',
    )
    return true
  }

  /** Once for each number of them, so that it is an alarm and no noise. */
  async #sayHeld(): Promise<void> {
    const { storage, log } = this.#parts
    const held = await countHeld(storage.read)
    if (held > 0 && held !== this.#heldSaid)
      log.error({ held }, 'ranges are held: say where they go on (ranges --next)')
    this.#heldSaid = held
  }
}

function newRanges(db: Kysely<Tables>) {
  return db
    .selectFrom('folio_ranges')
    .where('status', '=', 'ACT')
    .where('is_heard', '=', sql.lit(0))
}

/** Those in use; of those that are used up, the ones whose documents wait to be sent. */
function rangesAfter(db: Kysely<Tables>, status: Next['status'], after: string) {
  const ranges = db
    .selectFrom('folio_ranges')
    .innerJoin('companies', 'companies.id', 'folio_ranges.company_id')
    .select([
      ...([
        'folio_ranges.id',
        'companies.country',
        'companies.document_number',
        'is_test',
      ] as const),
      ...(['company_id', 'document_code', 'first_folio', 'last_folio', 'next_folio'] as const),
      'is_trial',
    ])
    .where('folio_ranges.status', '=', status === 'NEW' ? 'ACT' : status)
    .where('folio_ranges.id', '>', after as FolioRangeId)
    .orderBy('folio_ranges.id')
    .limit(RANGES_AT_ONCE)
  if (status === 'ACT') return ranges.execute()
  if (status === 'NEW') return ranges.where('is_heard', '=', sql.lit(0)).execute()
  return ranges.where('folio_ranges.id', 'in', rangesThatWait(db)).execute()
}

function rangesThatWait(db: Kysely<Tables>) {
  return db
    .selectFrom('documents')
    .innerJoin('folio_ranges as used', (join) =>
      join
        .onRef('used.company_id', '=', 'documents.company_id')
        .onRef('used.document_code', '=', 'documents.document_code')
        .onRef('used.is_trial', '=', 'documents.is_trial')
        .onRef('used.first_folio', '<=', 'documents.number')
        .onRef('used.last_folio', '>=', 'documents.number'),
    )
    .select('used.id')
    .where('documents.status', '=', 'PEN')
    .where('documents.authority_due_at_ms', 'is not', null)
    .where('used.status', '=', 'AGO')
}

/** Holds a range that would give this folio again. */
async function enter(db: Kysely<Tables>, id: FolioRangeId, folio: number): Promise<void> {
  const range = () => db.updateTable('folio_ranges').where('id', '=', id)
  await range().set({ authority_folio: folio }).execute()
  await range()
    .set({ issues_in: null })
    .where('next_folio', '<=', folio)
    .where(issuesHere(db))
    .execute()
}

/** Those that would give, or gave, what the authority has and may not have from here. */
async function behindOf(db: Kysely<Tables>, ids: string): Promise<ReadonlySet<FolioRangeId>> {
  const rows = await db
    .selectFrom('folio_ranges')
    .select('folio_ranges.id')
    .where(hasIdIn(db, ids))
    .where((or) =>
      or.or([
        or('next_folio', '<=', or.ref('authority_folio')),
        or.exists(
          or
            .selectFrom('documents')
            .select('documents.number')
            .where(NOT_SURELY_SENT)
            .whereRef('documents.company_id', '=', 'folio_ranges.company_id')
            .whereRef('documents.document_code', '=', 'folio_ranges.document_code')
            .whereRef('documents.is_trial', '=', 'folio_ranges.is_trial')
            .whereRef('documents.number', '=', 'folio_ranges.authority_folio'),
        ),
      ]),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function hold(db: Kysely<Tables>, id: FolioRangeId): Promise<void> {
  await db
    .updateTable('folio_ranges')
    .set({ issues_in: null })
    .where('id', '=', id)
    .where(issuesHere(db))
    .execute()
}
