/**
 * A number with its decimals, or letters in a row, of any alphabet: what no product is called must
 * still be asked for.
 */
const ATOM = /\p{N}+(?:[.,]\p{N}+)*|\p{L}+/gu
const NUMBER = /^\p{N}/u

/** Units as they are typed and as they stand on labels; one of each is compared. */
const UNIT_OF: Readonly<Record<string, string>> = {
  l: 'l',
  lt: 'l',
  lts: 'l',
  litro: 'l',
  litros: 'l',
  kg: 'kg',
  kgs: 'kg',
  kilo: 'kg',
  kilos: 'kg',
  g: 'g',
  gr: 'g',
  grs: 'g',
  gramo: 'g',
  gramos: 'g',
  ml: 'ml',
  cc: 'ml',
}

interface Atom {
  readonly text: string
  /** What stands between it and the one before: nothing, a space, or something else. */
  readonly gap: 'none' | 'space' | 'other'
}

/**
 * What is asked for, word by word, without accents and case. A number and its unit are one word,
 * however they are written: `Ñuñoa 1,5 lts` is `nunoa`, `1.5l`. Empty for a text that names
 * nothing.
 */
export function searchWords(text: string): string[] {
  const words: string[] = []
  let isAfterNumber = false
  for (const { text: atom, gap } of atomsOf(text)) {
    const unit = isAfterNumber ? UNIT_OF[atom] : undefined
    const last = words.length - 1
    if (unit !== undefined && gap !== 'other') words[last] += unit
    else if (gap === 'none') words[last] += atom
    else words.push(atom)
    isAfterNumber = NUMBER.test(atom)
  }
  return words
}

/** The same with every number and every word apart: `arroz1kg` is `arroz`, `1`, `kg`. */
export function looseWords(text: string): string[] {
  return fold(text).match(/\p{N}+|\p{L}+/gu) ?? []
}

/**
 * Every word a name can be found by: its words, whole and apart, and each number joined to what
 * follows it.
 */
export function nameWords(name: string): Set<string> {
  const words = new Set(looseWords(name))
  let run = ''
  let number: string | null = null
  for (const { text: atom, gap } of atomsOf(name)) {
    run = gap === 'none' ? run + atom : atom
    words.add(atom).add(run)
    if (number !== null && gap !== 'other')
      words.add(number + atom).add(number + (UNIT_OF[atom] ?? atom))
    number = NUMBER.test(atom) ? atom : null
  }
  return words
}

function atomsOf(text: string): Atom[] {
  const folded = fold(text)
  let end = 0
  return [...folded.matchAll(ATOM)].map((match, index) => {
    const between = folded.slice(end, match.index)
    end = match.index + match[0].length
    const gap =
      index > 0 && between === '' ? 'none' : index > 0 && between.trim() === '' ? 'space' : 'other'
    return { text: match[0].replaceAll(',', '.'), gap }
  })
}

export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The letters of a word as bits, to rule most words out before their edits are counted. */
export function letterMask(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index)
    mask |= 1 << (code >= 97 ? code - 97 : 26 + (code % 6))
  }
  return mask
}

export function countBits(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** A name as it is compared: without accents, capitals and double spaces. */
export function foldName(name: string): string {
  return fold(name).replace(/\s+/g, ' ').trim()
}
