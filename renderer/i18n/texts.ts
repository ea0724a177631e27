import { createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/languages/languages.ts'
import type { ScreenWords } from './es/words.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: ScreenWords }
  }
}

/** Found by their folders, each named by its language: none has to be listed here. */
const PACKS = import.meta.glob<ScreenWords>('./*/words.ts', { eager: true, import: 'words' })

/**
 * Every text of the screen, in one language at a time. Refusals have packs of their own in
 * `shared/languages/`.
 */
export function createTexts(language: Language): I18n {
  const texts = createInstance()
  void texts.use(initReactI18next).init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: Object.fromEntries(LANGUAGES.map(({ id }) => [id, { translation: packOf(id) }])),
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return texts
}

export function packOf(language: Language): ScreenWords {
  const pack = PACKS[`./${language}/words.ts`]
  if (pack === undefined) throw new Error(`the screen has no words in «${language}»`)
  return pack
}
