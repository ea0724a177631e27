/**
 * In which history of a shop a till has heard a version: the epoch, which begins anew where the
 * database turns out to be an older one; when that version was made; and a proof that it was told.
 * Without one whoever has a till's key could have the whole shop heard anew, again and again.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { CompanyId, Random } from '../core/ports.ts'
import type { Tables } from '../storage/tables.ts'

/** Between the parts of it. */
const SIGN = '.'
const MARK_RADIX = 36
const EPOCH_BYTES = 8
const PROOF_KEY_BYTES = 32
/** Of base64url: with the rest it fits what a till keeps (`changesQuery`). */
const PROOF_CHARS = 12

export const epochOf = (heardIn: string): string => heardIn.split(SIGN)[0] ?? ''
/** Null where it says none, as of versions from before there were any. */
export const markIn = (heardIn: string): string | null => heardIn.split(SIGN)[1] || null
export const markOf = (madeAtMs: number): string => madeAtMs.toString(MARK_RADIX)

interface OfVersion {
  readonly version: number
  readonly epoch: string
  readonly mark: string
  readonly proofKey: string
}

/** As a till is told of a version. */
export function heardIn({ version, epoch, mark, proofKey }: OfVersion): string {
  const plain = `${epoch}${SIGN}${mark}`
  if (proofKey === '') return plain
  const proof = createHmac('sha256', proofKey).update(`${version} ${plain}`).digest('base64url')
  return `${plain}${SIGN}${proof.slice(0, PROOF_CHARS)}`
}

interface EpochPorts {
  readonly db: Kysely<Tables>
  readonly random: Random
}

/** Inside a write job. */
export async function proveFromNowOn(
  { db, random }: EpochPorts,
  companyId: CompanyId,
): Promise<void> {
  await db
    .updateTable('fleet_counters')
    .set({ proof_key: Buffer.from(random.bytes(PROOF_KEY_BYTES)).toString('hex') })
    .where('company_id', '=', companyId)
    .where('proof_key', '=', '')
    .execute()
}

/**
 * A till has heard more than there is: the database is an older one, put back. Its versions will be
 * given again, for other changes; so every till hears everything anew, also one that asks when they
 * have come as far again.
 */
export async function beginEpoch(
  { db, random }: EpochPorts,
  companyId: CompanyId,
  { after: version, epoch: said }: { readonly after: number; readonly epoch: string },
): Promise<void> {
  const over = epochOf(said)
  const counter = await db
    .selectFrom('fleet_counters')
    .select('proof_key')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const proofKey = counter?.proof_key ?? ''
  const told = heardIn({ version, epoch: over, mark: markIn(said) ?? '', proofKey })
  if (proofKey !== '' && !isSame(told, said)) return
  const { numUpdatedRows: begun } = await db
    .updateTable('fleet_counters')
    .set({ epoch: Buffer.from(random.bytes(EPOCH_BYTES)).toString('hex') })
    .where('company_id', '=', companyId)
    .where('epoch', '=', over)
    .executeTakeFirst()
  if (begun === 0n) return
  await db
    .updateTable('fleet_tills')
    .set({ is_silent: 1 })
    .where('company_id', '=', companyId)
    .execute()
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
