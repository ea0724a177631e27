/** The core's words in every language, for whoever speaks more than one. */
import { words as english } from './en/words.ts'
import { words as spanish, type CoreWords } from './es/words.ts'
import { DEFAULT_LANGUAGE, type Language, type RefusalCode } from './languages.ts'
import { isRefusalIn } from './refusals.ts'

const WORDS: Readonly<Record<Language, CoreWords>> = { es: spanish, en: english }

export const wordsOf = (language: Language): CoreWords => WORDS[language]

export const isRefusalCode = (code: string): code is RefusalCode =>
  isRefusalIn(wordsOf(DEFAULT_LANGUAGE), code)
