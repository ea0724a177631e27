/**
 * An older database was put back, or an erasure was cut off: whoever was erased is erased again,
 * before anybody can look. What they have bought since is theirs anew.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import type { Rut } from '#shared/rut/rut.ts'
import type { PeopleParts } from './people-parts.ts'
import { digestOf } from './people-key.ts'
import { buyerIn } from './person-rows.ts'
import { emptyLog } from './empty-log.ts'
import { readTombstones } from './tombstones.ts'

type AgainParts = Pick<
  PeopleParts,
  'db' | 'clock' | 'key' | 'rows' | 'eraser' | 'tombstones' | 'tombstoneFile'
>

/** How many people were erased again. Nothing to do costs one small file to read. */
export function eraseAgain({
  db,
  clock,
  key,
  rows,
  eraser,
  tombstones,
  tombstoneFile,
}: AgainParts): number {
  if (key === null) return 0
  const missing = new Map<string, EpochMs>()
  for (const { digest, at } of readTombstones(tombstoneFile)) {
    const isMissing = (tombstones.erasedAt(digest) ?? 0) < at
    if (isMissing && (missing.get(digest) ?? 0) < at) missing.set(digest, at)
  }
  if (missing.size === 0) return 0
  const count = db
    .transaction(() => {
      const found = peopleIn(db).flatMap((rut) => {
        const at = missing.get(digestOf(key, rut))
        return at === undefined ? [] : [{ rut, at }]
      })
      // A sale of a time that has not come was made by a clock that was ahead, and is an old one.
      const now = clock.now()
      const old = found.filter(({ rut, at }) => {
        const soldAt = rows.customer(rut)?.lastSoldAt ?? 0
        return soldAt <= at || soldAt > now
      })
      for (const { rut } of old) {
        eraser.erase(rut, rows.sales(rut))
        eraser.eraseOpenSale(rut)
      }
      for (const [digest, at] of missing) tombstones.write({ digest, at })
      return old.length
    })
    .immediate()
  emptyLog(db)
  return count
}

/** Every RUT the database names as somebody's. */
function peopleIn(db: PeopleParts['db']): Rut[] {
  const named = db
    .prepare<[], Rut>(`SELECT rut FROM customer
      UNION SELECT DISTINCT recipient_rut FROM sale WHERE recipient_rut <> '66666666-6'`)
    .pluck()
    .all()
  const kept = db
    .prepare<[], string>(`SELECT sale_json FROM parked_sale
      UNION ALL SELECT sale_json FROM draft WHERE sale_json IS NOT NULL`)
    .pluck()
    .all()
  return [...new Set([...named, ...kept.flatMap((json) => buyerIn(json) ?? [])])]
}
