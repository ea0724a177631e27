/** Hands out folios: contiguous, each exactly once, in the same transaction as the document that carries it. */
import type { Kysely } from 'kysely'
import type { KeyObject } from 'node:crypto'
import { assert } from '#shared/core/result.ts'
import { advanceRange } from '../documents/hot-queries.ts'
import type { CompanyId, FolioRangeId } from '../ports.ts'
import type { Tables } from '../storage/tables.ts'
import { readPrivateKey } from './caf.ts'

export interface TakenFolio {
  readonly rangeId: FolioRangeId
  readonly folio: number
  readonly cafXml: string
  readonly privateKeyPem: string
  /** Folios left in this range. */
  readonly remaining: number
  readonly rangeSize: number
  readonly isLowAnnounced: boolean
}

/**
 * Takes the next folio of the first range in use, or null when none has any. A range whose last folio is taken becomes
 * AGO, and the next call goes on with the following range. Must run inside a write job.
 */
export async function takeFolio(
  db: Kysely<Tables>, companyId: CompanyId, documentCode: number, today: string,
): Promise<TakenFolio | null> {
  const [row] = await advanceRange.run(db, { companyId, documentCode, today })
  if (row === undefined) return null
  const folio = row.next_folio - 1
  assert(folio >= row.first_folio && folio <= row.last_folio, 'a folio lies in its range')
  return {
    rangeId: row.id, folio, cafXml: row.caf_xml, privateKeyPem: row.private_key_pem,
    remaining: row.last_folio - folio, rangeSize: row.last_folio - row.first_folio + 1,
    isLowAnnounced: row.low_notified_at_ms !== null,
  }
}

const PARSED_KEYS_MAX = 100

/** Parsed private keys of ranges: parsing one takes longer than signing with it. */
export class RangeKeys {
  readonly #keys = new Map<FolioRangeId, KeyObject>()

  get(taken: TakenFolio): KeyObject {
    const known = this.#keys.get(taken.rangeId)
    if (known !== undefined) return known
    if (this.#keys.size >= PARSED_KEYS_MAX) this.#keys.clear()
    const key = readPrivateKey(taken.privateKeyPem)
    this.#keys.set(taken.rangeId, key)
    return key
  }
}
