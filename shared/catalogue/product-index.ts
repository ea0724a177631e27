/**
 * The search of the counter, in memory: words from their beginnings, then with one or two typing
 * mistakes, then pieces of a barcode; what sells most first. Accents and case do not count. Made
 * for an answer within a keystroke at 50,000 products: a full-text table sorts every match by
 * sales, which at the first letter is most of the catalogue.
 */
import { fold, looseWords, nameWords, searchWords } from './search-words.ts'
import { Vocabulary, type WordMatch } from './vocabulary.ts'

export interface IndexedProduct {
  readonly rowid: number
  readonly name: string
  readonly code: string
  /** Besides `code`. */
  readonly moreCodes?: readonly string[]
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

interface Entry extends IndexedProduct {
  readonly folded: string
  readonly foldedCodes: readonly string[]
}
type IsWanted = (entry: Entry | null | undefined) => boolean

/** Of a barcode somebody reads out from a damaged label. */
const FRAGMENT_CHARS_MIN = 3
/** Of words found apart that were typed as one; less than a typing mistake. */
const APART_PENALTY = 2
/** With fewer results than this, words with typing mistakes are looked for as well. */
const ENOUGH_RESULTS = 8

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
    const foldedCodes = [product.code, ...(product.moreCodes ?? [])].map(fold)
    this.#entries.push({ ...product, folded: fold(product.name), foldedCodes })
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

  /** Puts in order what has come in; the first question would otherwise wait for it. */
  prepare(): void {
    this.#rank()
    this.#vocabulary.sort()
  }

  /** Row ids, best first. */
  search({ text, limit, ...filter }: ProductQuery): number[] {
    this.prepare()
    const isWanted: IsWanted = (entry) =>
      entry != null &&
      (filter.categoryId === null || entry.categoryId === filter.categoryId) &&
      (!filter.favouritesOnly || entry.isFavourite)
    const words = searchWords(text)
    const best = new Best(limit, (a, b) => this.#compare(a, b))
    if (text.trim() === '') {
      this.#entries.forEach((entry, slot) => {
        if (isWanted(entry)) best.offer(slot, 0)
      })
      return this.#rowids(best)
    }
    // A text that names nothing finds nothing: what merely comes first would be sold by the next
    // Enter.
    if (words.length === 0) return []
    const begun = (word: string) => this.#vocabulary.beginning(word)
    this.#collectCodes(fold(text.trim()), isWanted, best)
    this.#collect(words, begun, isWanted, best)
    if (best.count < ENOUGH_RESULTS) {
      this.#collect(looseWords(text), begun, isWanted, best, APART_PENALTY)
      this.#collect(
        words,
        (word) => [...begun(word), ...this.#vocabulary.resembling(word)],
        isWanted,
        best,
      )
    }
    if (best.count === 0) {
      for (const apart of this.#vocabulary.apart(words))
        this.#collect(apart, begun, isWanted, best, APART_PENALTY)
    }
    return this.#rowids(best)
  }

  /** Products in which every word is found, with the sum of what the words cost. */
  #collect(
    words: readonly string[],
    matchesOf: (word: string) => WordMatch[],
    isWanted: IsWanted,
    best: Best,
    extra = 0,
  ): void {
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
      if (found[slot] === words.length && isWanted(this.#entries[slot]))
        best.offer(slot, extra + (penalties[slot] ?? 0))
    }
  }

  #collectCodes(piece: string, isWanted: IsWanted, best: Best): void {
    if (!/\d/.test(piece) || /\s/.test(piece)) return
    const isFragment = piece.length >= FRAGMENT_CHARS_MIN
    for (let slot = 0; slot < this.#entries.length; slot += 1) {
      const entry = this.#entries[slot]
      if (!entry) continue
      const penalty = codePenalty(entry.foldedCodes, piece, isFragment)
      if (penalty !== null && isWanted(entry)) best.offer(slot, penalty)
    }
  }

  /** Below zero when `a` sells better, is a favourite, or comes first by name. */
  #compare(a: number, b: number): number {
    return (
      (this.#sold[b] ?? 0) - (this.#sold[a] ?? 0) ||
      Number(this.#entries[b]?.isFavourite ?? false) -
        Number(this.#entries[a]?.isFavourite ?? false) ||
      (this.#nameRank[a] ?? 0) - (this.#nameRank[b] ?? 0)
    )
  }

  /** Names are compared once a change, not once a question. */
  #rank(): void {
    if (this.#isRanked) return
    const name = (slot: number) => this.#entries[slot]?.folded ?? ''
    this.#byName = this.#byName.filter((slot) => this.#entries[slot] !== null)
    this.#byName.sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a - b))
    this.#nameRank = new Uint32Array(this.#entries.length)
    this.#byName.forEach((slot, rank) => {
      this.#nameRank[slot] = rank
    })
    this.#isRanked = true
  }

  #rowids(best: Best): number[] {
    return best.sorted().flatMap((slot) => this.#entries[slot]?.rowid ?? [])
  }
}

const FRAGMENT_PENALTY = 3

/** What finding the product by this piece of a code costs; null where no code of its has it. */
function codePenalty(codes: readonly string[], piece: string, isFragment: boolean): number | null {
  let penalty: number | null = null
  for (const code of codes) {
    if (code === piece) return 0
    if (code.startsWith(piece)) penalty = 1
    else if (penalty === null && isFragment && code.includes(piece)) penalty = FRAGMENT_PENALTY
  }
  return penalty
}

function wordsOf({ name }: IndexedProduct): Iterable<string> {
  return nameWords(name)
}

/**
 * The best few of many, without sorting the many: a heap with the worst of the best on top. A slot
 * counts once, as first offered.
 */
class Best {
  readonly #limit: number
  readonly #compare: (a: number, b: number) => number
  readonly #slots: number[] = []
  readonly #penaltyOf = new Map<number, number>()

  constructor(limit: number, compare: (a: number, b: number) => number) {
    this.#limit = limit
    this.#compare = compare
  }

  get count(): number {
    return this.#slots.length
  }

  offer(slot: number, penalty: number): void {
    const worst = this.#slots[0]
    if (this.#slots.length < this.#limit) {
      if (this.#penaltyOf.has(slot)) return
      this.#slots.push(slot)
      this.#penaltyOf.set(slot, penalty)
      this.#up(this.#slots.length - 1)
    } else if (worst !== undefined) {
      const difference = penalty - (this.#penaltyOf.get(worst) ?? 0) || this.#compare(slot, worst)
      if (difference >= 0 || this.#penaltyOf.has(slot)) return
      this.#penaltyOf.delete(worst)
      this.#penaltyOf.set(slot, penalty)
      this.#slots[0] = slot
      this.#down(0)
    }
  }

  sorted(): number[] {
    return [...this.#slots].sort((a, b) => this.#order(a, b))
  }

  #order(a: number, b: number): number {
    return (this.#penaltyOf.get(a) ?? 0) - (this.#penaltyOf.get(b) ?? 0) || this.#compare(a, b)
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
      const worse = left + 1 < this.#slots.length && this.#isWorse(left + 1, left) ? left + 1 : left
      if (worse >= this.#slots.length || !this.#isWorse(worse, at)) return
      this.#swap(at, worse)
      at = worse
    }
  }

  #isWorse(a: number, b: number): boolean {
    return this.#order(this.#slots[a] ?? 0, this.#slots[b] ?? 0) > 0
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#slots[a] ?? 0, this.#slots[b] ?? 0]
    this.#slots[a] = other
    this.#slots[b] = one
  }
}
