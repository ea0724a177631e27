/**
 * Whose the settings are. What is not named here is the owner's: a setting somebody adds later is
 * closed until it is opened.
 */

/**
 * What keeps a counter going: another printer when one fails, how its reader works, and the words
 * and colours of the screen.
 */
export const SETTINGS_OF_ANYONE = [
  'printerId',
  'fallbackPrinterId',
  'fallsBackByItself',
  'printsReceiptAfterSlip',
  'scannerPauseMs',
  'language',
  'theme',
] as const

/**
 * The first field of a change that only the owner may change; null when anyone may change all of
 * them.
 */
export function ownersFieldIn(change: Readonly<Record<string, unknown>>): string | null {
  const open: readonly string[] = SETTINGS_OF_ANYONE
  return (
    Object.keys(change).find((field) => change[field] !== undefined && !open.includes(field)) ??
    null
  )
}
