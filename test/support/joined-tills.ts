/** Tills of the first shop of an engine, `t1` on computer-1 and so on; there already, they stay. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { OnEngine } from './engines.ts'

export async function joinTills(
  ground: OnEngine,
  numbers: readonly number[],
  pairedAtMs: EpochMs,
): Promise<void> {
  const rows = numbers.map((number) => ({
    ...{ id: `t${number}`, company_id: ground.shop(0), number, name: `Caja ${number}` },
    ...{ branch: null, installation_id: `computer-${number}`, secret_hash: `h${number}` },
    ...{ paired_at_ms: pairedAtMs, seen_at_ms: null, retired_at_ms: null },
    ...{ restored_as: '', box_key: '', holds_pepper: '', asks_pepper: 0 },
    ...{ box: '', box_pepper: '', is_silent: 0, role: 'MEMBER' as const },
  }))
  await ground.storage.write((db) =>
    db
      .insertInto('fleet_tills')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}
