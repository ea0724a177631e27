/**
 * What the authority has of each range in use, asked for at the start: a database that is older
 * than what was issued from it would issue folios again. Such a range is held, like one whose
 * database is another than it issued in, until its owner says where it goes on (`ranges --next`).
 */
import type { Kysely } from 'kysely'
import type { ServiceParts } from '../parts/parts.ts'
import type { FolioRangeId } from '../core/ports.ts'
import { isHeld, issuesHere } from '../storage/place.ts'
import type { Tables } from '../storage/tables.ts'

const RANGES_AT_ONCE = 500
/** How soon an authority that did not answer is asked again. */
const ASK_AGAIN_MS = 30_000
/** How often it looks for ranges that came to be held. */
const LOOK_EVERY_MS = 60_000

export class FolioProof {
  readonly #parts: ServiceParts
  /** Asked once; null when the authority has been heard about each range. */
  #after: string | null = ''
  #heldSaid = 0

  constructor(parts: ServiceParts) {
    this.#parts = parts
  }

  /** Answers the milliseconds until the next look. */
  async step(): Promise<number> {
    while (this.#after !== null) {
      const asked = await this.#askAfter(this.#after)
      if (asked === undefined) break
      this.#after = asked
    }
    await this.#sayHeld()
    return this.#after === null ? LOOK_EVERY_MS : ASK_AGAIN_MS
  }

  /** The last id of some ranges, null after the last ones; undefined without an answer. */
  async #askAfter(after: string): Promise<string | null | undefined> {
    const { storage, authority, log } = this.#parts
    const ranges = await storage.read
      .selectFrom('folio_ranges')
      .innerJoin('companies', 'companies.id', 'folio_ranges.company_id')
      .select([
        ...(['folio_ranges.id', 'companies.country', 'companies.document_number'] as const),
        ...(['document_code', 'first_folio', 'last_folio'] as const),
      ])
      .where('folio_ranges.status', '=', 'ACT')
      .where('folio_ranges.id', '>', after as FolioRangeId)
      .orderBy('folio_ranges.id')
      .limit(RANGES_AT_ONCE)
      .execute()
    if (ranges.length === 0) return null
    const answer = await authority.highestFolios(
      ranges.map((range) => ({
        country: range.country,
        issuer: range.document_number,
        documentCode: range.document_code,
        firstFolio: range.first_folio,
        lastFolio: range.last_folio,
      })),
    )
    if (answer.kind === 'UNREACHABLE') {
      log.info({}, 'the authority does not say which folios it has')
      return undefined
    }
    const known = ranges.flatMap(({ id }, index) => {
      const folio = answer.folios[index] ?? null
      return folio === null ? [] : [{ id, folio }]
    })
    if (known.length > 0)
      await storage.write(async (db) => {
        for (const { id, folio } of known) await enter(db, id, folio)
      })
    return ranges.at(-1)?.id ?? null
  }

  /** Once for each number of them, so that it is an alarm and no noise. */
  async #sayHeld(): Promise<void> {
    const { storage, log } = this.#parts
    const { held } = await storage.read
      .selectFrom('folio_ranges')
      .select((eb) => eb.fn.countAll().as('held'))
      .where('status', '=', 'ACT')
      .where(isHeld(storage.read))
      .executeTakeFirstOrThrow()
    const count = Number(held)
    if (count > 0 && count !== this.#heldSaid)
      log.error({ held: count }, 'ranges are held: say where they go on (ranges --next)')
    this.#heldSaid = count
  }
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
