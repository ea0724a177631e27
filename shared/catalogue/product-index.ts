/**
 * The search of the counter, in memory: words from their beginnings, then with one or two typing mistakes, then pieces of
 * a barcode; what sells most first. Accents and case do not count. Made for an answer within a keystroke at 50,000
 * products: a full-text table sorts every match by sales, which at the first letter is most of the catalogue.
 */
import { fold, searchWords } from './search-words.ts'
import { Vocabulary, type WordMatch } from './vocabulary.ts'

export interface IndexedProduct {
  readonly rowid: number
  readonly name: string
  readonly code: string
  readonly categoryId: string
  readonly isFavourite: boolean
  readonly soldCount: number
}

export interface ProductQuery {
  readonly text: string
  readonly categoryId: string | null
  readonly favouritesOnly: boolean
  readonly limit: number
}

/** With fewer results than this, words with typing mistakes are looked for as well. */
const ENOUGH_RESULTS = 8
/** Digits of a barcode somebody reads out from a damaged label. */
const FRAGMENT_DIGITS_MIN = 3
const FRAGMENT_PENALTY = 3

interface Entry extends IndexedProduct { readonly folded: string }
type IsWanted = (entry: Entry | null | undefined) => entry is Entry

export class ProductIndex {
  readonly #entries: (Entry | null)[] = []
  readonly #slotOf = new Map<number, number>()
  readonly #vocabulary = new Vocabulary()
  #sold: number[] = []
  #nameRank = new Uint32Array(0)
  #byName: number[] = []
  #isRanked = true

  get size(): number {
    return this.#slotOf.size
  }

  /** Adds a product, or takes in how it changed. */
  put(product: IndexedProduct): void {
    this.remove(product.rowid)
    const slot = this.#entries.length
    this.#entries.push({ ...product, folded: fold(product.name) })
    this.#sold.push(product.soldCount)
    this.#slotOf.set(product.rowid, slot)
    this.#byName.push(slot)
    this.#isRanked = false
    for (const word of wordsOf(product)) this.#vocabulary.add(word, slot)
  }

  remove(rowid: number): void {
    const slot = this.#slotOf.get(rowid)
    const entry = slot === undefined ? null : this.#entries[slot]
    if (slot === undefined || !entry) return
    for (const word of wordsOf(entry)) this.#vocabulary.remove(word, slot)
    this.#entries[slot] = null
    this.#slotOf.delete(rowid)
    this.#isRanked = false
  }

  noteSold(rowid: number): void {
    const slot = this.#slotOf.get(rowid)
    if (slot !== undefined) this.#sold[slot] = (this.#sold[slot] ?? 0) + 1
  }

  /** Row ids, best first. */
  search({ text, limit, ...filter }: ProductQuery): number[] {
    this.#rank()
    const isWanted = (entry: Entry | null | undefined): entry is Entry => entry != null
      && (filter.categoryId === null || entry.categoryId === filter.categoryId) && (!filter.favouritesOnly || entry.isFavourite)
    const words = searchWords(text)
    const best = new Best(limit, (a, b) => this.#compare(a, b))
    if (words.length === 0) {
      this.#entries.forEach((entry, slot) => { if (isWanted(entry)) best.offer({ slot, penalty: 0 }) })
      return this.#rowids(best)
    }
    this.#collect(words, (word) => this.#vocabulary.beginning(word), isWanted, best)
    if (best.count < ENOUGH_RESULTS) {
      this.#collect(words, (word) => [...this.#vocabulary.beginning(word), ...this.#vocabulary.resembling(word)], isWanted, best)
    }
    if (best.count < limit) this.#collectFragments(text, isWanted, best)
    return this.#rowids(best)
  }

  /** Products in which every word is found, with the sum of what the words cost. */
  #collect(words: readonly string[], matchesOf: (word: string) => WordMatch[], isWanted: IsWanted, best: Best): void {
    const found = new Uint8Array(this.#entries.length)
    const penalties = new Uint8Array(this.#entries.length)
    words.forEach((word, index) => {
      for (const { slots, penalty } of matchesOf(word)) {
        for (const slot of slots) {
          if (found[slot] !== index) continue
          found[slot] = index + 1
          penalties[slot] = Math.min(255, (penalties[slot] ?? 0) + penalty)
        }
      }
    })
    for (let slot = 0; slot < found.length; slot += 1) {
      if (found[slot] === words.length && isWanted(this.#entries[slot])) best.offer({ slot, penalty: penalties[slot] ?? 0 })
    }
  }

  #collectFragments(text: string, isWanted: IsWanted, best: Best): void {
    const digits = text.replace(/\s/g, '')
    if (digits.length < FRAGMENT_DIGITS_MIN || !/^\d+$/.test(digits)) return
    this.#entries.forEach((entry, slot) => {
      if (entry?.code.includes(digits) === true && isWanted(entry)) best.offer({ slot, penalty: FRAGMENT_PENALTY })
    })
  }

  #compare(a: Hit, b: Hit): number {
    return a.penalty - b.penalty || (this.#sold[b.slot] ?? 0) - (this.#sold[a.slot] ?? 0)
      || Number(this.#entries[b.slot]?.isFavourite ?? false) - Number(this.#entries[a.slot]?.isFavourite ?? false)
      || (this.#nameRank[a.slot] ?? 0) - (this.#nameRank[b.slot] ?? 0)
  }

  /** Names are compared once a change, not once a question. */
  #rank(): void {
    if (this.#isRanked) return
    const name = (slot: number) => this.#entries[slot]?.folded ?? ''
    this.#byName = this.#byName.filter((slot) => this.#entries[slot] !== null)
    this.#byName.sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a - b))
    this.#nameRank = new Uint32Array(this.#entries.length)
    this.#byName.forEach((slot, rank) => { this.#nameRank[slot] = rank })
    this.#isRanked = true
  }

  #rowids(best: Best): number[] {
    return best.sorted().flatMap(({ slot }) => this.#entries[slot]?.rowid ?? [])
  }
}

function wordsOf({ name, code }: IndexedProduct): string[] {
  return [...searchWords(name), ...searchWords(code)]
}

interface Hit { readonly slot: number; readonly penalty: number }

/** The best few of many, without sorting the many: a heap with the worst of the best on top. A slot counts once. */
class Best {
  readonly #limit: number
  readonly #compare: (a: Hit, b: Hit) => number
  readonly #heap: Hit[] = []
  readonly #slots = new Set<number>()

  constructor(limit: number, compare: (a: Hit, b: Hit) => number) {
    this.#limit = limit
    this.#compare = compare
  }

  get count(): number {
    return this.#heap.length
  }

  offer(hit: Hit): void {
    const worst = this.#heap[0]
    if (this.#slots.has(hit.slot)) return
    if (this.#heap.length < this.#limit) {
      this.#heap.push(hit)
      this.#slots.add(hit.slot)
      this.#up(this.#heap.length - 1)
    } else if (worst && this.#compare(hit, worst) < 0) {
      this.#slots.delete(worst.slot)
      this.#slots.add(hit.slot)
      this.#heap[0] = hit
      this.#down(0)
    }
  }

  sorted(): Hit[] {
    return [...this.#heap].sort(this.#compare)
  }

  #up(from: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isWorse(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #down(from: number): void {
    let at = from
    for (;;) {
      const left = 2 * at + 1
      const worse = left + 1 < this.#heap.length && this.#isWorse(left + 1, left) ? left + 1 : left
      if (worse >= this.#heap.length || !this.#isWorse(worse, at)) return
      this.#swap(at, worse)
      at = worse
    }
  }

  #isWorse(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]]
    return one !== undefined && other !== undefined && this.#compare(one, other) > 0
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#heap[a], this.#heap[b]]
    if (one && other) [this.#heap[a], this.#heap[b]] = [other, one]
  }
}
