/** In which language the page speaks. */
import { createContext, createElement, use, type ReactNode } from 'react'
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_IDS,
  localeOf,
  type Language,
} from '#shared/languages/languages.ts'
import type { OfficeWords } from '../i18n/es/office.ts'

const PACKS = import.meta.glob<OfficeWords>('../i18n/*/office.ts', {
  eager: true,
  import: 'office',
})

/** The first that the browser asks for and there is. */
export function languageAsked(wanted: readonly string[]): Language {
  const asked = wanted.map((one) => one.slice(0, 2))
  const known = asked.flatMap((one) => LANGUAGE_IDS.find((id) => id === one) ?? [])
  return known[0] ?? DEFAULT_LANGUAGE
}

export function wordsOf(language: Language): OfficeWords {
  const words = PACKS[`../i18n/${language}/office.ts`]
  if (words === undefined) throw new Error(`the head office has no words in «${language}»`)
  return words
}

interface Spoken {
  readonly words: OfficeWords
  readonly locale: string
}

const Words = createContext<Spoken | null>(null)

export function WordsOfOffice({
  language,
  children,
}: {
  readonly language: Language
  readonly children: ReactNode
}) {
  const words = wordsOf(language)
  return createElement(Words, { value: { words, locale: localeOf(language) } }, children)
}

function useSpoken(): Spoken {
  const spoken = use(Words)
  if (spoken === null) throw new Error('no words around')
  return spoken
}

export const useWords = () => useSpoken().words

/** Day and time as people write them; the shop's hour, wherever the page is read. */
export function useMoment(): (atMs: number) => string {
  const { locale } = useSpoken()
  const format = new Intl.DateTimeFormat(locale, {
    ...{ day: '2-digit', month: '2-digit', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    timeZone: 'America/Santiago',
  })
  return (atMs) => format.format(atMs)
}

/** A count as people write it. */
export function useCount(): (count: number) => string {
  const { locale } = useSpoken()
  return (count) => count.toLocaleString(locale)
}
