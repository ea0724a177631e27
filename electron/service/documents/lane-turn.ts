/** The turn of a lane among the processes, with what its holder saw; see issuing-lanes.ts. */
import type { CompiledQuery } from 'kysely'
import type { FolioAllocator } from '../folios/allocate.ts'
import type { SharedWork } from '../storage/storage.ts'
import type { AdvancedRange } from '../storage/hot-queries.ts'
import type { LaneTurn } from './issuing-lanes.ts'

/**
 * Null when it could not be had in time. A range that cannot be read, such as one whose key is
 * spoilt, throws: the turn goes back first, or no process had it again until this one ended.
 */
export async function holdLaneTurn(
  shared: Pick<SharedWork, 'holdTurn'>,
  name: string,
  look: CompiledQuery<AdvancedRange>,
  folios: Pick<FolioAllocator, 'expect'>,
): Promise<LaneTurn | null> {
  const held = await shared.holdTurn(name, look)
  if (held === null) return null
  const { rows, giveBack } = held
  try {
    return { expected: folios.expect(rows[0]), giveBack }
  } catch (error) {
    giveBack()
    throw error
  }
}
