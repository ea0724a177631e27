import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalTextOf } from '#shared/languages/refusals-of-notes.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { namedInvoice } from '#shared/languages/document-words.ts'
import { languageOf, type CoreWords, type Language } from '#shared/languages/languages.ts'
import { coreWordsOf } from '../i18n/texts.ts'

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return languageOf(i18n.language)
}

/** What the core says, in the cashier's language. */
export const useCoreWords = (): CoreWords => coreWordsOf(useLanguage())

/** The catalogue's sentence in the cashier's language. */
export function useRefusalText(): (refusal: Refusal) => string {
  const words = useCoreWords()
  const documentType = use(SpokenDocument)
  return (refusal) => refusalTextOf(refusal, words, documentType)
}

/** The same, of a document of this type. */
export function useDocumentRefusalText(documentType: string): (refusal: Refusal) => string {
  const words = useCoreWords()
  return (refusal) => refusalTextOf(refusal, words, documentType)
}

/** What is spoken of on this part of the screen: an invoice is called one there. */
export const SpokenDocument = createContext<string>('39')

/** A sentence about a receipt, as it is said of the document that is spoken of. */
export function useDocumentWords(): (said: string) => string {
  const words = useCoreWords()
  const documentType = use(SpokenDocument)
  return (said) => namedInvoice(said, documentType, words)
}
