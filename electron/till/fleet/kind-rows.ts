/** How records of one kind lie in this till's tables. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { SharedFields } from '#shared/fleet/shared-records.ts'
import type { TillDatabase } from '../kernel/database.ts'

export interface KindRows {
  /** Null where there is none. */
  read(id: string): SharedFields | null
  /** All fields, in the caller's transaction. */
  write(id: string, fields: SharedFields, at: EpochMs): void
  /** In the caller's transaction. */
  remove(id: string): void
  ids(): Iterable<string>
}

export const listed = (db: TillDatabase, sql: string) => {
  const ids = db.prepare<[], string>(sql).pluck()
  return () => ids.iterate()
}
