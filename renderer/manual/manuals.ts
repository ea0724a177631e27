/** The manual in every language that has one, found by its folder as the screen's words are. */
import { LANGUAGES, localeOf, type Language } from '#shared/languages/languages.ts'
import type { ManualWords } from '../i18n/es/manual.ts'
import type { ManualGroup } from '../i18n/manual-page.ts'
import { useLanguage } from '../kit/use-texts.ts'

const PACKS = import.meta.glob<readonly ManualGroup[]>('../i18n/*/manual-pages/groups.ts', {
  import: 'groups',
  eager: true,
})

const WORDS = import.meta.glob<ManualWords>('../i18n/*/manual.ts', {
  import: 'manual',
  eager: true,
})

/** Taken by the gallery; a sale's result, the theme and the tablet stand for no page. */
const PICTURES = import.meta.glob<string>(
  [
    '../../resources/screenshots/*.png',
    '!../../resources/screenshots/oscuro.png',
    '!../../resources/screenshots/resultado.png',
    '!../../resources/screenshots/tableta.png',
  ],
  { query: '?url', import: 'default', eager: true },
)

/** What stands around the pages, in the language of the screen. */
export function useManualWords(): ManualWords {
  const words = WORDS[`../i18n/${useLanguage()}/manual.ts`]
  if (words === undefined) throw new Error('the manual has no words in the language of the screen')
  return words
}

export interface Manual {
  readonly locale: string
  readonly groups: readonly ManualGroup[]
}

/** In the language asked for, or in the first that has one. */
export function manualIn(asked: Language): Manual {
  for (const id of [asked, ...LANGUAGES.map((row) => row.id)]) {
    const groups = PACKS[`../i18n/${id}/manual-pages/groups.ts`]
    if (groups !== undefined) return { locale: localeOf(id), groups }
  }
  throw new Error('there is no manual')
}

/** All that ship. */
export const PICTURE_NAMES = Object.keys(PICTURES).map((path) => path.replace(/^.*\/|\.png$/g, ''))

export const pictureAt = (name: string): string | undefined =>
  PICTURES[`../../resources/screenshots/${name}.png`]
