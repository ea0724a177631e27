/** Words as the search compares them: without accents and case. `Ñuñoa 1,5 L` is `nunoa`, `1`, `5`, `l`. */
export function searchWords(text: string): string[] {
  return fold(text).match(/[a-z0-9]+/g) ?? []
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
