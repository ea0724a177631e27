/** Whose the settings are: what its row does not open is the owner's. */
import { settingsThat } from './rows.ts'

/**
 * The first field of a change that only the owner may change; null when anyone may change all of
 * them.
 */
export function ownersFieldIn(change: Change): string | null {
  const open: readonly string[] = settingsThat('isAnyones')
  return fieldIn(change, (field) => !open.includes(field))
}

/** The first field of a change that nobody changes by a visit they were lent. */
export function fieldInPersonIn(change: Change): string | null {
  const inPerson: readonly string[] = settingsThat('isInPerson')
  return fieldIn(change, (field) => inPerson.includes(field))
}

type Change = Readonly<Record<string, unknown>>

const fieldIn = (change: Change, is: (field: string) => boolean): string | null =>
  Object.keys(change).find((field) => change[field] !== undefined && is(field)) ?? null
