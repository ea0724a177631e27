/** A value as the log keeps it, in words for the owner. */
import type { TFunction } from 'i18next'
import { LANGUAGES } from '#shared/languages/languages.ts'
import type { EmissionModel, ExemptShare } from '#shared/selling/payment/emission.ts'
import { clp, formatClp } from '#shared/money/clp.ts'

const THEME_WORDS = {
  system: 'settings.themeSystem',
  light: 'settings.themeLight',
  dark: 'settings.themeDark',
} as const

/** As the log writes what has a word of its own. */
const WRITTEN = new Map<
  string,
  'settingsPlace.secret' | 'settingsPlace.nothing' | 'settingsPlace.on' | 'settingsPlace.off'
>([
  ['(secreto)', 'settingsPlace.secret'],
  ['', 'settingsPlace.nothing'],
  ['—', 'settingsPlace.nothing'],
  ['true', 'settingsPlace.on'],
  ['false', 'settingsPlace.off'],
])

/** `what` is the field, for what its number or code means. */
export function valueWords(t: TFunction, what: string, text: string): string {
  const written = WRITTEN.get(text)
  if (written !== undefined) return t(written)
  // A list or a group: its whole is in the log, here it would only be signs.
  if (/^[[{]/.test(text)) return t('settingsPlace.other')
  if (what.endsWith('Clp') && /^\d{1,9}$/.test(text)) return formatClp(clp(Number(text)))
  if (what === 'exemptShare') return t(`emission.exempt.shares.${text as ExemptShare}`)
  if (what === 'emission.model') return t(`emission.short.${text as EmissionModel}`)
  const theme = what === 'theme' ? THEME_WORDS[text as keyof typeof THEME_WORDS] : undefined
  if (theme !== undefined) return t(theme)
  return (what === 'language' && LANGUAGES.find(({ id }) => id === text)?.name) || text
}
