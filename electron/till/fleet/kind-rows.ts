/** How records of one kind lie in this till's tables. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { SharedFields, SharedKind } from '#shared/fleet/shared-records.ts'
import { announceShelves } from '../catalogue/shelf-rows.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'

export interface KindRows {
  /** Null where there is none. */
  read(id: string): SharedFields | null
  /**
   * Whether what was heard is the shop's word at all; absent: it is judged when it is written. In
   * the caller's transaction.
   */
  accepts?(id: string, fields: SharedFields): boolean
  /** The shop has taken it from here: its word, unless a later one was heard since. */
  taken?(id: string, fields: SharedFields): void
  /** What was accepted stands, whatever was said here that is no later; absent: it does not. */
  overtakes?(accepted: SharedFields, said: SharedFields): boolean
  /**
   * What was heard is known here, and what was said here is on top of it: another till has said
   * again what there was. Absent: it never is. Asked before it is accepted.
   */
  isOnTop?(id: string, heard: SharedFields, said: SharedFields): boolean
  /** All fields, in the caller's transaction. */
  write(id: string, fields: SharedFields, at: EpochMs): void
  /** In the caller's transaction. */
  remove(id: string, at: EpochMs): void
  ids(): Iterable<string>
}

export const listed = (db: TillDatabase, sql: string) => {
  const ids = db.prepare<[], string>(sql).pluck()
  return () => ids.iterate()
}

export const isOfBuyer = (kind: SharedKind) => kind === 'customer' || kind === 'customer_list'

interface Readers {
  readonly read: (kind: SharedKind, id: string) => SharedFields | null
}

/** Nothing of it stays: the person is erased, or who bought by a list is not here any more. */
export const isErasedWith = (rows: Readers, kind: SharedKind, id: string) =>
  kind === 'customer' || (kind === 'customer_list' && rows.read('customer', id) === null)

/** Screens hear that records of a kind are other ones. In the caller's transaction. */
export function announce(journal: Pick<Journal, 'append'>, kind: SharedKind): void {
  if (kind === 'category') announceShelves(journal)
  else journal.append(EVENTS[kind] ?? 'catalogue', null, { changed: 'shop' })
}

const EVENTS: Partial<Record<SharedKind, 'settings' | 'staff'>> = {
  ...{ setting: 'settings', role: 'staff', role_rights: 'staff', person: 'staff' },
  person_bar: 'staff',
}
