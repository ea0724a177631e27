import { createInstance, type BackendModule, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { createStore } from 'zustand/vanilla'
import { LANGUAGES, type CoreWords, type Language } from '#shared/languages/languages.ts'
import type { LaterWords, ScreenWords } from './es/later.ts'
import type { FirstWords } from './es/words.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: ScreenWords }
  }
}

/** Found by their folders, each named by its language: none has to be listed here. */
const FIRST = import.meta.glob<FirstWords>('./*/words.ts', { import: 'words' })
const LATER = import.meta.glob<LaterWords>('./*/later.ts', { import: 'later' })
const CORE = import.meta.glob<CoreWords>('../../shared/languages/*/words.ts', { import: 'words' })
const fetched = new Map<string, ScreenWords>()
let shown: I18n | null = null

/** What the core says, in the languages whose words were fetched. */
export const coreWords = createStore<Readonly<Partial<Record<string, CoreWords>>>>(() => ({}))

/**
 * Every text of the screen, in one language at a time; the others are fetched when they are asked
 * for. `isWhole`: nothing is left for later. Refusals have packs of their own in
 * `shared/languages/`, which come later too: nothing is refused before the first picture.
 */
export async function createTexts(language: Language, isWhole = false): Promise<I18n> {
  // A screen without words is worse than none.
  const first = isWhole ? await fetchPack(language) : await fetchFirst(language)
  const texts = createInstance()
  const packs: BackendModule = {
    type: 'backend',
    init: () => undefined,
    read(asked, _namespace, answer) {
      if (asked === language && !fetched.has(asked)) return answer(null, first)
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
  shown = texts
  return texts
}

/** Before any part is drawn that is not in the first picture. */
export async function fetchLaterWords(): Promise<void> {
  if (shown !== null) await fetchPack(shown.language)
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

async function fetchFirst(language: string): Promise<FirstWords> {
  const first = await FIRST[`./${language}/words.ts`]?.()
  if (first === undefined) throw new Error(`the screen has no words in «${language}»`)
  return first
}

async function fetchPack(language: string): Promise<ScreenWords> {
  const known = fetched.get(language)
  if (known !== undefined) return known
  const [first, later, said] = await Promise.all([
    fetchFirst(language),
    LATER[`./${language}/later.ts`]?.(),
    CORE[`../../shared/languages/${language}/words.ts`]?.(),
  ])
  if (later === undefined || said === undefined)
    throw new Error(`the screen has no words in «${language}»`)
  coreWords.setState({ [language]: said })
  const pack = { ...first, ...later }
  fetched.set(language, pack)
  // What is shown began with the first words alone.
  if (shown?.hasResourceBundle(language, 'translation') === true)
    shown.addResourceBundle(language, 'translation', pack)
  return pack
}
