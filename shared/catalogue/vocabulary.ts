/**
 * The distinct words of a catalogue, each with the products it occurs in: what a typed word may
 * mean, best first.
 */
import { forgivenEdits, prefixDistance } from './edit-distance.ts'
import { countBits, letterMask } from './search-words.ts'

export interface WordMatch {
  readonly slots: readonly number[]
  /** 0 for the word itself and its beginnings, more for each edit. */
  readonly penalty: number
}

/** What an edit costs in the order of results. */
const EDIT_PENALTY = 4
/** Of each part of two words typed as one. */
const APART_CHARS_MIN = 2

export class Vocabulary {
  readonly #slotsOf = new Map<string, number[]>()
  #words: string[] = []
  /** Words without figures, the only ones that may be mistyped, and the letters each has. */
  #plainWords: string[] = []
  #masks = new Int32Array(0)
  #isSorted = true

  add(word: string, slot: number): void {
    const slots = this.#slotsOf.get(word)
    if (slots) {
      if (slots.at(-1) !== slot) slots.push(slot)
      return
    }
    this.#slotsOf.set(word, [slot])
    this.#words.push(word)
    this.#isSorted = false
  }

  remove(word: string, slot: number): void {
    const slots = this.#slotsOf.get(word)
    const at = slots?.indexOf(slot) ?? -1
    if (at >= 0) slots?.splice(at, 1)
  }

  /** Words that begin with what is typed. */
  beginning(typed: string): WordMatch[] {
    this.sort()
    const matches: WordMatch[] = []
    for (let index = this.#lowerBound(typed); index < this.#words.length; index += 1) {
      const word = this.#words[index] ?? ''
      if (!word.startsWith(typed)) break
      matches.push({ slots: this.#slotsOf.get(word) ?? [], penalty: 0 })
    }
    return matches
  }

  /** Words that begin almost like what is typed, those with fewer edits first. */
  resembling(typed: string): WordMatch[] {
    const most = forgivenEdits(typed)
    if (most === 0) return []
    this.sort()
    const mask = letterMask(typed)
    const matches: WordMatch[] = []
    for (let index = 0; index < this.#plainWords.length; index += 1) {
      // A letter the word does not have at all takes an edit; most words are out by that already.
      if (countBits(mask & ~(this.#masks[index] ?? 0)) > most) continue
      const word = this.#plainWords[index] ?? ''
      const distance = prefixDistance(typed, word, most)
      if (distance !== null && distance > 0)
        matches.push({ slots: this.#slotsOf.get(word) ?? [], penalty: distance * EDIT_PENALTY })
    }
    return matches.sort((a, b) => a.penalty - b.penalty)
  }

  /**
   * What was typed without a space: `cocacola` as `coca`, `cola`, where the first part is a whole
   * word of the catalogue.
   */
  apart(words: readonly string[]): string[][] {
    return words.flatMap((word, at) => {
      const ways: string[][] = []
      for (let cut = APART_CHARS_MIN; cut <= word.length - APART_CHARS_MIN; cut += 1) {
        const [left, right] = [word.slice(0, cut), word.slice(cut)]
        if ((this.#slotsOf.get(left)?.length ?? 0) > 0)
          ways.push([...words.slice(0, at), left, right, ...words.slice(at + 1)])
      }
      return ways
    })
  }

  /** In the order of the alphabet; the first question after a change does it otherwise. */
  sort(): void {
    if (this.#isSorted) return
    this.#words.sort()
    this.#plainWords = this.#words.filter((word) => !/\d/.test(word))
    this.#masks = Int32Array.from(this.#plainWords, letterMask)
    this.#isSorted = true
  }

  #lowerBound(typed: string): number {
    let low = 0
    let high = this.#words.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#words[middle] ?? '') < typed) low = middle + 1
      else high = middle
    }
    return low
  }
}
