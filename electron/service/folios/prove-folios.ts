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
import type { DocumentId, FolioRangeId } from '../core/ports.ts'
import type { FoliosAnswer, RangeAsked } from '../parts/authority.ts'
import { countHeld, issuesHere } from '../storage/place.ts'
import { hasIdIn, idsOf } from '../storage/many-rows.ts'
import { isOfMode } from '../storage/hot-queries.ts'
import type { DocumentRow, Tables } from '../storage/tables.ts'
import { givenTwice, NOT_SURELY_SENT, shownFolios, type RangeBehind } from './given-twice.ts'

const RANGES_AT_ONCE = 500
/** How soon an authority that did not answer is asked again. */
const ASK_AGAIN_MS = 30_000
/** In one look: enough to find some that it stumbles over among a few thousand. */
const QUESTIONS_MAX = 200
const NOT_OFFERED_MS = 3_600_000
/** How often it looks for ranges that came to be held. */
const LOOK_EVERY_MS = 60_000

type RangeToProve = Awaited<ReturnType<typeof unheardAfter>>[number]
/** What is not an answer; null for one. */
type Silence = Exclude<FoliosAnswer['kind'], 'ANSWERED'> | null

export class FolioProof {
  readonly #parts: ServiceParts
  #isBegun = false
  #isSilenceSaid = false
  #notOfferedUntilMs = 0
  #isAway = true
  #heldSaid = 0

  constructor(parts: ServiceParts) {
    this.#parts = parts
  }

  /** Until then it is asked before anything is sent: what it has is not from here yet. */
  async isHeard(): Promise<boolean> {
    if (!this.#isBegun) return false
    return !this.#isOffered() || (await this.#isAllHeard())
  }

  /** Then nothing is sent: it may come back in between, and would have what it is asked about. */
  isAway(): boolean {
    return this.#isAway
  }

  /** Those of the documents that wait until the authority has been heard about their range. */
  async unheard(documents: readonly Pick<DocumentRow, 'id'>[]): Promise<ReadonlySet<DocumentId>> {
    if (!this.#isOffered()) return new Set()
    const { read } = this.#parts.storage
    const rows = await documentsWithRange(read)
      .select('documents.id')
      .where(hasIdIn(read, idsOf(documents), 'documents.id'))
      .where('used.is_heard', '=', sql.lit(0))
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  /** Answers the milliseconds until the next look. */
  async step(): Promise<number> {
    if (!this.#isBegun) await this.#parts.storage.write(askAnew)
    this.#isBegun = true
    if (this.#isOffered()) {
      // Until it is done, also where it breaks off.
      this.#isAway = true
      this.#isAway = (await this.#askAbout()) === 'UNREACHABLE'
    }
    await this.#sayHeld()
    return (await this.isHeard()) ? LOOK_EVERY_MS : ASK_AGAIN_MS
  }

  /** Believed for a while, and no longer: a proxy says so as well. */
  #isOffered(): boolean {
    return this.#parts.clock.now() >= this.#notOfferedUntilMs
  }

  async #isAllHeard(): Promise<boolean> {
    return (await unheardAfter(this.#parts.storage.read, '', 1)).length === 0
  }

  /** All that are not heard, as far as there is an answer. */
  async #askAbout(): Promise<Silence> {
    const budget = { questions: QUESTIONS_MAX }
    let after = ''
    for (;;) {
      const ranges = await unheardAfter(this.#parts.storage.read, after)
      const last = ranges.at(-1)
      if (last === undefined) return null
      const silence = await this.#ask(ranges, budget)
      if (silence !== null) this.#noteSilence(silence)
      if (silence === 'UNREACHABLE' || silence === 'NOT_OFFERED') return silence
      after = last.id
    }
  }

  /** By halves where it makes nothing of them: one that it stumbles over holds up no other. */
  async #ask(ranges: readonly RangeToProve[], budget: { questions: number }): Promise<Silence> {
    budget.questions -= 1
    const answer = await this.#parts.authority.highestFolios(ranges.map(asked))
    if (answer.kind === 'ANSWERED') return this.#enter(ranges, answer.folios)
    if (answer.kind !== 'UNKNOWN' || ranges.length === 1) return answer.kind
    const middle = Math.ceil(ranges.length / 2)
    for (const half of [ranges.slice(0, middle), ranges.slice(middle)]) {
      const silence = budget.questions > 0 ? await this.#ask(half, budget) : 'UNKNOWN'
      if (silence === 'UNREACHABLE' || silence === 'NOT_OFFERED') return silence
    }
    return 'UNKNOWN'
  }

  async #enter(
    ranges: readonly RangeToProve[],
    folios: readonly (number | null)[],
  ): Promise<Silence> {
    const { storage } = this.#parts
    const known = ranges.flatMap((range, index) => {
      const folio = folios[index] ?? null
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
      if (behind.has(range.id) && !(await this.#alarm({ ...range, folio }))) return 'UNREACHABLE'
    await storage.write((db) =>
      db
        .updateTable('folio_ranges')
        .set({ is_heard: 1 })
        .where(hasIdIn(db, idsOf(ranges)))
        .where('is_heard', '=', 0)
        // Its company may have changed its mode meanwhile, and with it whom to ask.
        .where(isOfMode('folio_ranges'))
        .execute(),
    )
    return null
  }

  #noteSilence(kind: Exclude<Silence, null>): void {
    if (!this.#isSilenceSaid)
      this.#parts.log.info({ kind }, 'the authority does not say which folios it has')
    this.#isSilenceSaid = true
    if (kind === 'NOT_OFFERED') this.#notOfferedUntilMs = this.#parts.clock.now() + NOT_OFFERED_MS
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

/** What was heard before the start may have been about a newer database than this one. */
async function askAnew(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('folio_ranges')
    .set({ is_heard: 0 })
    .where('is_heard', '=', 1)
    .where((or) =>
      or.or([
        or('status', '=', 'ACT'),
        // Used up or annulled, with documents that wait to be sent.
        or('id', 'in', rangesThatWait(db)),
      ]),
    )
    .execute()
}

/** Of the kind that its company issues now: the authority has its trials somewhere else. */
function unheardAfter(db: Kysely<Tables>, after: string, limit = RANGES_AT_ONCE) {
  return db
    .selectFrom('folio_ranges')
    .innerJoin('companies', 'companies.id', 'folio_ranges.company_id')
    .select(['folio_ranges.id', 'companies.country', 'companies.document_number', 'is_test'])
    .select(['company_id', 'document_code', 'first_folio', 'last_folio', 'next_folio', 'is_trial'])
    .where('is_heard', '=', sql.lit(0))
    .whereRef('is_trial', '=', 'is_test')
    .where('folio_ranges.id', '>', after as FolioRangeId)
    .orderBy('folio_ranges.id')
    .limit(limit)
    .execute()
}

const asked = (range: RangeToProve): RangeAsked => ({
  country: range.country,
  issuer: range.document_number,
  documentCode: range.document_code,
  firstFolio: range.first_folio,
  lastFolio: range.last_folio,
  isTest: range.is_test === 1,
})

function documentsWithRange(db: Kysely<Tables>) {
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
}

function rangesThatWait(db: Kysely<Tables>) {
  return documentsWithRange(db)
    .select('used.id')
    .where('documents.status', '=', 'PEN')
    .where('documents.authority_due_at_ms', 'is not', null)
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
