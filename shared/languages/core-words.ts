/** The core's words in every language, for whoever speaks more than one. */
import { words as english } from './en/words.ts'
import { words as spanish, type CoreWords } from './es/words.ts'
import type { Language } from './languages.ts'

const WORDS: Readonly<Record<Language, CoreWords>> = { es: spanish, en: english }

export const wordsOf = (language: Language): CoreWords => WORDS[language]
