/**
 * Tax documents travel in ISO-8859-1. Typographic characters that people paste from elsewhere have
 * an obvious Latin-1 spelling; what has none (emoji, other alphabets) is reported, never dropped in
 * silence.
 */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u201a', "'"],
  ['\u201c', '"'],
  ['\u201d', '"'],
  ['\u201e', '"'],
  ['\u2013', '-'],
  ['\u2014', '-'],
  ['\u2212', '-'],
  ['\u2026', '...'],
  ['\u2022', '\u00b7'],
  ['\u20ac', 'EUR'],
  ['\u2122', '(TM)'],
  ['\u0152', 'OE'],
  ['\u0153', 'oe'],
  ['\u2009', ' '],
  ['\u202f', ' '],
])

/** A character that ISO-8859-1 does not have, or one of its control characters. */
const OUTSIDE_LATIN1 = /[^\x20-\x7e\xa0-\xff]/u

/** Text in composed form with typographic characters respelled. */
export function foldToLatin1(text: string): string {
  if (!OUTSIDE_LATIN1.test(text)) return text
  let folded = ''
  for (const character of text.normalize('NFC')) folded += SPELLINGS.get(character) ?? character
  return folded
}

/**
 * The first character that ISO-8859-1 cannot carry (control characters included), or null when all
 * is well.
 */
export function firstOutsideLatin1(text: string): string | null {
  return OUTSIDE_LATIN1.exec(text)?.[0] ?? null
}
