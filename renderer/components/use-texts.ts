import { useTranslation } from 'react-i18next'
import { refusalTextOf } from '#shared/core/refusals-of-notes.ts'
import { refusalText, type Refusal } from '#shared/core/refusals.ts'
import { languageOf, type Language } from '#shared/languages/languages.ts'

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return languageOf(i18n.language)
}

/** The catalogue's sentence in the cashier's language. */
export function useRefusalText(): (refusal: Refusal) => string {
  const language = useLanguage()
  return (refusal) => refusalText(refusal, language)
}

/** The same, of a document of this type. */
export function useDocumentRefusalText(documentType: string): (refusal: Refusal) => string {
  const language = useLanguage()
  return (refusal) => refusalTextOf(refusal, language, documentType)
}
