import { createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#shared/core/refusals.ts'
import { en } from './en.ts'
import { es } from './es.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof es }
  }
}

/**
 * Every text of the screen, in one language at a time. Refusals have their own catalogue in
 * shared/core/refusals.ts.
 */
export function createTexts(language: Language): I18n {
  const texts = createInstance()
  void texts.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'es',
    resources: { es: { translation: es }, en: { translation: en } },
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return texts
}
