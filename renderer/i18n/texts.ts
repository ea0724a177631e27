import { createInstance, type BackendModule, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGES, type Language } from '#shared/languages/languages.ts'
import type { ScreenWords } from './es/words.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: ScreenWords }
  }
}

/** Found by their folders, each named by its language: none has to be listed here. */
const PACKS = import.meta.glob<ScreenWords>('./*/words.ts', { import: 'words' })
const fetched = new Map<string, ScreenWords>()

/**
 * Every text of the screen, in one language at a time; the others are fetched when they are asked
 * for. Refusals have packs of their own in `shared/languages/`.
 */
export async function createTexts(language: Language): Promise<I18n> {
  // A screen without words is worse than none.
  await fetchPack(language)
  const texts = createInstance()
  const packs: BackendModule = {
    type: 'backend',
    init: () => undefined,
    read(asked, _namespace, answer) {
      fetchPack(asked).then(
        (words) => answer(null, words),
        (error: Error) => answer(error, null),
      )
    },
  }
  await texts
    .use(packs)
    .use(initReactI18next)
    .init({
      lng: language,
      // The packs have the same texts, key by key.
      fallbackLng: false,
      // React escapes what it renders.
      interpolation: { escapeValue: false },
    })
  return texts
}

/** The words of every language, for whoever searches in all of them: `packOf` has them then. */
export async function fetchPacks(): Promise<void> {
  for (const { id } of LANGUAGES) await fetchPack(id)
}

/** Of a language whose words were fetched. */
export function packOf(language: Language): ScreenWords {
  const pack = fetched.get(language)
  if (pack === undefined) throw new Error(`the screen has no words in «${language}» yet`)
  return pack
}

async function fetchPack(language: string): Promise<ScreenWords> {
  const pack = fetched.get(language) ?? (await PACKS[`./${language}/words.ts`]?.())
  if (pack === undefined) throw new Error(`the screen has no words in «${language}»`)
  fetched.set(language, pack)
  return pack
}
