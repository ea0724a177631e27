import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalTextOf } from '#shared/languages/refusals-of-notes.ts'
import { isRefusalIn, refusal as refusalOf, type Refusal } from '#shared/languages/refusals.ts'
import { namedInvoice } from '#shared/languages/document-words.ts'
import { languageOf, type CoreWords, type Language } from '#shared/languages/languages.ts'
import { useStore } from 'zustand'
import { coreWords } from '../i18n/texts.ts'

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return languageOf(i18n.language)
}

/** Null in the first picture, until they have come. */
function useSaid(): CoreWords | null {
  const language = useLanguage()
  return useStore(coreWords, (all) => all[language]) ?? null
}

/** What the core says, in the cashier's language. Of a part that comes later. */
export function useCoreWords(): CoreWords {
  const words = useSaid()
  if (words === null) throw new Error('a part that comes later comes with the words of the core')
  return words
}

/** The catalogue's sentence in the cashier's language. */
export function useRefusalText(): (refusal: Refusal) => string {
  return useDocumentRefusalText(use(SpokenDocument))
}

/** The same, of a document of this type. */
export function useDocumentRefusalText(documentType: string): (refusal: Refusal) => string {
  const words = useSaid()
  return (refusal) => (words === null ? '' : refusalTextOf(refusal, words, documentType))
}

/** The sentence of what may be the code of a refusal; null where it is none. */
export function useCodeText(): (code: string | null) => string | null {
  const words = useSaid()
  const textOf = useRefusalText()
  return (code) =>
    code !== null && words !== null && isRefusalIn(words, code) ? textOf(refusalOf(code)) : null
}

/** What is spoken of on this part of the screen: an invoice is called one there. */
export const SpokenDocument = createContext<string>('39')

/** A sentence about a receipt, as it is said of the document that is spoken of. */
export function useDocumentWords(): (said: string) => string {
  const words = useSaid()
  const documentType = use(SpokenDocument)
  return (said) => (words === null ? said : namedInvoice(said, documentType, words))
}
