/** Finds pages of the manual by any word of theirs, and by what people call it. */
import type { ManualGroup, ManualPage } from '../i18n/manual-page.ts'
import { findSettings } from '../kit/find-setting.ts'
import { plainText, textsOf } from './manual-text.ts'

export function findPages(
  groups: readonly ManualGroup[],
  typed: string,
  word: (key: string) => string,
): ManualPage[] {
  const known = groups.flatMap(({ pages }) =>
    pages.map((page) => ({
      id: page,
      name: plainText(page.title, word),
      section: page.also,
      words: textsOf(page)
        .map((text) => plainText(text, word))
        .join(' '),
    })),
  )
  return findSettings(known, typed)
}
