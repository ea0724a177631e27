/** Finds settings by the beginnings of words: their own name first, then other names of theirs. */
import { fold } from '#shared/catalogue/search-words.ts'

interface FoundBy<Id> {
  readonly id: Id
  readonly name: string
  /** The name of its part. */
  readonly section: string
  /** Parted by commas. */
  readonly words: string
}

/** Longest text that is looked for. */
export const SEARCH_CHARS_MAX = 60

/** Each word that was typed has to begin a word of the setting. Empty finds nothing. */
export function findSettings<Id>(settings: readonly FoundBy<Id>[], typed: string): Id[] {
  const asked = wordsOf(typed.slice(0, SEARCH_CHARS_MAX))
  if (asked.length === 0) return []
  return settings
    .map((setting) => ({ id: setting.id, rank: rankOf(setting, asked) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ id }) => id)
}

/** 0 = not it; a word of the name counts more than one of its part, and that more than another. */
function rankOf({ name, section, words }: FoundBy<unknown>, asked: readonly string[]): number {
  const places = [wordsOf(words), wordsOf(section), wordsOf(name)]
  let rank = 0
  for (const word of asked) {
    const at = places.findLastIndex((place) => place.some((each) => each.startsWith(word)))
    if (at === -1) return 0
    rank += at + 1
  }
  return rank
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
