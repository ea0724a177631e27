/**
 * Papers, the report of a shift, CSV files, the log of actions and whatever goes to or comes from
 * the tax authority are Chilean and stay Spanish, whatever language the screen speaks.
 */
import type { Language } from './languages.ts'

export const PAPER_LANGUAGE = 'es' satisfies Language
export const PAPER_LOCALE = 'es-CL'
