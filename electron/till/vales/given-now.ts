/**
 * The vales whoever serves has given since they signed in: the first paper of those is theirs to
 * hand over. Kept in memory alone: after a restart nobody stands there any more who gave one.
 */
import type { SaleId } from '#shared/core/brand.ts'

export interface GivenNow {
  /** A return was made by whoever serves. */
  note(returnId: SaleId): void
  has(returnId: SaleId): boolean
}

/** `turn` is another one with every sign-in. */
export function createGivenNow(turn: () => object): GivenNow {
  let given = { by: turn(), returnIds: new Set<SaleId>() }
  const now = () => {
    if (given.by !== turn()) given = { by: turn(), returnIds: new Set() }
    return given.returnIds
  }
  return { note: (returnId) => void now().add(returnId), has: (returnId) => now().has(returnId) }
}
