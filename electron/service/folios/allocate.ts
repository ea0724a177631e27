/**
 * Hands out folios: contiguous, each exactly once, in the same transaction as the document that
 * carries it.
 */
import type { Kysely } from 'kysely'
import type { KeyObject } from 'node:crypto'
import { assert } from '#shared/core/result.ts'
import {
  advanceKnownRange,
  advanceRange,
  rangeInUse,
  type AdvancedRange,
  type RangeWanted,
} from '../storage/hot-queries.ts'
import type { Clock, FolioRangeId } from '../core/ports.ts'
import type { Tables } from '../storage/tables.ts'
import { readPrivateKey } from './caf.ts'

interface TakenFolio {
  readonly range: FolioRange
  readonly folio: number
  readonly isLowAnnounced: boolean
}

/** A range and the folio it gives next. */
export interface ExpectedRange {
  readonly range: FolioRange
  readonly nextFolio: number
}

/**
 * What never changes about a range: its authorization and its key, parsed, which takes longer than
 * signing with it.
 */
export interface FolioRange {
  readonly id: FolioRangeId
  readonly firstFolio: number
  readonly lastFolio: number
  readonly cafXml: string
  readonly key: KeyObject
  /** As of its row. */
  readonly isTrial: number
}

/**
 * For this long the same range is tried first; then it is looked up again, as an earlier one may
 * have been added.
 */
const RANGE_IN_USE_MS = 1_000
const RANGES_MAX = 1_000
const LOOKS_MAX = 2

export class FolioAllocator {
  readonly #clock: Clock
  readonly #inUse = new Map<string, { readonly range: FolioRange; readonly until: number }>()
  readonly #known = new Map<FolioRangeId, FolioRange>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Takes the next folio of the first range in use, or null when none has any. A range whose last
   * folio is taken becomes AGO, and the next call goes on with the following range. Must run inside
   * a write job. What is remembered here only saves looking: the database decides, in the statement
   * that takes the folio, whether the range is still in use.
   */
  async take(db: Kysely<Tables>, wanted: RangeWanted): Promise<TakenFolio | null> {
    const { companyId, documentCode, today, branch } = wanted
    const place = `${companyId}:${documentCode}:${branch}`
    const inUse = this.#inUse.get(place)
    const now = this.#clock.now()
    if (inUse !== undefined && now < inUse.until && inUse.until - now <= RANGE_IN_USE_MS) {
      const [next] = await advanceKnownRange.run(db, { id: inUse.range.id, today, branch })
      if (next !== undefined) return taken(inUse.range, next)
    }
    const row = await this.#takeOfAny(db, wanted)
    if (row === null) return null
    const range = this.#rangeOf(row)
    if (this.#inUse.size >= RANGES_MAX) this.#inUse.clear()
    this.#inUse.set(place, { range, until: now + RANGE_IN_USE_MS })
    return taken(range, row)
  }

  /** The range that would give the next folio, and which; nothing is taken. */
  async look(db: Kysely<Tables>, wanted: RangeWanted): Promise<ExpectedRange | null> {
    const [row] = await rangeInUse.run(db, wanted)
    return this.expect(row)
  }

  /** Of the row as `rangeInUse` answers it. */
  expect(row: AdvancedRange | undefined): ExpectedRange | null {
    return row === undefined ? null : { range: this.#rangeOf(row), nextFolio: row.next_folio }
  }

  /**
   * With several writers the range may run out between looking and taking; a new statement sees the
   * next one.
   */
  async #takeOfAny(db: Kysely<Tables>, wanted: RangeWanted): Promise<AdvancedRange | null> {
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      const [row] = await advanceRange.run(db, wanted)
      if (row !== undefined) return row
    }
    return null
  }

  #rangeOf(row: AdvancedRange): FolioRange {
    const known = this.#known.get(row.id)
    if (known !== undefined) return known
    if (this.#known.size >= RANGES_MAX) this.#known.clear()
    const range = {
      id: row.id,
      firstFolio: row.first_folio,
      lastFolio: row.last_folio,
      cafXml: row.caf_xml,
      key: readPrivateKey(row.private_key_pem),
      isTrial: row.is_trial,
    }
    this.#known.set(row.id, range)
    return range
  }
}

function taken(
  range: FolioRange,
  row: { readonly next_folio: number; readonly low_notified_at_ms: number | null },
): TakenFolio {
  const folio = row.next_folio - 1
  assert(folio >= range.firstFolio && folio <= range.lastFolio, 'a folio lies in its range')
  return { range, folio, isLowAnnounced: row.low_notified_at_ms !== null }
}
