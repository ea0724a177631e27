/** What came of the chain, counted in the database, at the authority and at the receiver. */
import type pg from 'pg'
import type { CountingAuthority } from '../support/counting-authority.ts'
import type { CountingReceiver } from '../support/counting-receiver.ts'

export interface ChainWorld {
  readonly pool: pg.Pool
  readonly authority: CountingAuthority
  readonly receiver: CountingReceiver
  readonly restartDatabase: () => Promise<void>
}

export interface ChainCounts {
  readonly kills: number
  readonly acknowledged: number
  readonly documents: number
  /** Acknowledged to a till, and not in the database under its reference. */
  readonly lost: number
  /** Folios below the highest that no document has. */
  readonly folioGaps: number
  /** Documents the authority was handed more than once, and those it never got. */
  readonly submittedTwice: number
  readonly neverSubmitted: number
  /** Notices for which a destination's queue had no room, queued again by their owner. */
  readonly webhooksParked: number
  /** Moves of a document (sent, approved) that the receiver never heard of. */
  readonly webhooksLost: number
  /** Deliveries beyond the first, all under the id of the first. */
  readonly webhooksRepeated: number
  /** Moves told under two ids, and ids that told two things. */
  readonly webhooksConfused: number
}

interface DocumentRow {
  readonly id: string
  readonly number: number
  readonly reference: string
}

export async function countChain(
  { pool, authority, receiver }: ChainWorld,
  acknowledged: ReadonlyMap<string, string>,
  { kills, webhooksParked }: Pick<ChainCounts, 'kills' | 'webhooksParked'>,
): Promise<ChainCounts> {
  const { rows } = await pool.query<DocumentRow>(
    `SELECT id, number::int AS number, external_reference AS reference FROM documents
      WHERE document_code = 39`,
  )
  const idOf = new Map(rows.map((row) => [row.reference, row.id]))
  const folios = new Set(rows.map((row) => row.number))
  const bodies = [...receiver.received.values()]
  const told = new Map<string, number>()
  for (const [first = ''] of bodies) told.set(first, (told.get(first) ?? 0) + 1)
  const moves = new Set(
    [...told.keys()].map((body) => {
      const { invoiceId, status } = JSON.parse(body) as { invoiceId: string; status: string }
      return `${invoiceId} ${status}`
    }),
  )
  const expected = rows.flatMap(({ id }) => [`${id} EMS`, `${id} APR`])
  return {
    kills,
    acknowledged: acknowledged.size,
    documents: rows.length,
    lost: [...acknowledged].filter(([reference, id]) => idOf.get(reference) !== id).length,
    folioGaps: Math.max(0, ...folios) - folios.size,
    submittedTwice: [...authority.handedOver.values()].filter((times) => times > 1).length,
    neverSubmitted: rows.filter(({ id }) => !authority.handedOver.has(id)).length,
    webhooksParked,
    webhooksLost: expected.filter((move) => !moves.has(move)).length,
    webhooksRepeated: bodies.reduce((sum, { length }) => sum + length - 1, 0),
    webhooksConfused:
      bodies.filter((same) => new Set(same).size > 1).length +
      [...told.values()].filter((ids) => ids > 1).length,
  }
}

/** What must be zero, by name and figure; empty when all is well. */
export function faultsOf(counts: ChainCounts): Readonly<Record<string, number>> {
  const { lost, folioGaps, submittedTwice, neverSubmitted, webhooksLost, webhooksConfused } = counts
  const missing = counts.acknowledged - counts.documents
  const faults = { lost, folioGaps, submittedTwice, neverSubmitted, webhooksLost, webhooksConfused }
  return Object.fromEntries(
    Object.entries({ ...faults, missing }).filter(([, count]) => count !== 0),
  )
}
