/**
 * The languages the till speaks to the cashier. A new one is a row here, its core pack in a folder
 * beside this file and its screen pack in `renderer/i18n/`, both named by its id; settings, picker
 * and types follow. The screen fetches the words of the one it speaks; who is no screen has all of
 * them (`core-words.ts`). What stays Spanish in all of them: `paper-language.ts`.
 */
import type { CoreWords } from './es/words.ts'

interface LanguageRow {
  /** Stored with the settings; the name of its packs' folders. */
  readonly id: string
  /** Its own name for itself. */
  readonly name: string
  /** For the browser: how it reads, hyphenates and sorts the screen. */
  readonly locale: string
}

/** The first is what a till speaks until somebody chooses. */
export const LANGUAGES = [
  { id: 'es', name: 'Español', locale: 'es-CL' },
  { id: 'en', name: 'English', locale: 'en-US' },
] as const satisfies readonly LanguageRow[]

export type { CoreWords }
export type Language = (typeof LANGUAGES)[number]['id']
export type RefusalCode = keyof CoreWords['refusals']

export const LANGUAGE_IDS: readonly Language[] = LANGUAGES.map(({ id }) => id)
export const DEFAULT_LANGUAGE: Language = LANGUAGES[0].id

/** The one it names, or the first: a till that comes back from a newer version still speaks. */
export function languageOf(id: string | null): Language {
  return LANGUAGE_IDS.find((known) => known === id) ?? DEFAULT_LANGUAGE
}

export function localeOf(language: Language): string {
  return rowOf(language).locale
}

function rowOf(language: Language): LanguageRow {
  return LANGUAGES.find(({ id }) => id === language) ?? LANGUAGES[0]
}
