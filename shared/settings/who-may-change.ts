/** Whose the settings are: each row says it, and what has none is who manages people's. */
import type { Who } from './row.ts'
import { SETTINGS, type SettingName } from './rows.ts'

/** What is typed otherwise than it is kept has no row: of the model its day is kept as well. */
const BESIDE_ROWS: Readonly<Record<string, Who>> = { emissionModel: 'owner' }

const whoChanges = (field: string): Who =>
  Object.hasOwn(SETTINGS, field)
    ? SETTINGS[field as SettingName].who
    : (BESIDE_ROWS[field] ?? 'manager')

type Change = Readonly<Record<string, unknown>>

/**
 * The first field of a change that only the owner may change; null when anyone may change all of
 * them.
 */
export function ownersFieldIn(change: Change): string | null {
  return fieldIn(change, (who) => who !== 'anyone')
}

/** The first field of a change that is closed to whoever was let in; null when none is. */
export function fieldClosedTo(
  change: Change,
  by: { readonly isOwner: boolean; readonly isLent: boolean },
): string | null {
  return fieldIn(
    change,
    (who) => (who === 'in-person' && by.isLent) || (who === 'owner' && (by.isLent || !by.isOwner)),
  )
}

const fieldIn = (change: Change, is: (who: Who) => boolean): string | null =>
  Object.keys(change).find((field) => change[field] !== undefined && is(whoChanges(field))) ?? null
