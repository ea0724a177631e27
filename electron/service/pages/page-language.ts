/** Which of the program's languages a browser asks for. */
import { DEFAULT_LANGUAGE, LANGUAGE_IDS, type Language } from '#shared/languages/languages.ts'

/** More of a header is not read. */
const HEADER_MAX = 200

/** The first of the list, unless the browser would rather have another. */
export function languageAsked(acceptLanguage: string): Language {
  const wishes = acceptLanguage
    .slice(0, HEADER_MAX)
    .split(',')
    .map((wish) => {
      const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';')
      const q = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find(Boolean)
      return { tag: tag.split('-')[0], weight: q === undefined ? 1 : Number(q) }
    })
  const weightOf = (language: Language) =>
    Math.max(0, ...wishes.filter(({ tag }) => tag === language).map(({ weight }) => weight || 0))
  return LANGUAGE_IDS.reduce(
    (best, language) => (weightOf(language) > weightOf(best) ? language : best),
    DEFAULT_LANGUAGE,
  )
}
