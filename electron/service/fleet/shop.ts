/** What is known of a shop while edits are merged into it, one after the other, in memory. */
import type { Edit, EditResult } from '#shared/fleet/contract.ts'
import {
  takenWords,
  type SharedKind,
  type SharedValue,
  type TakenWord,
} from '#shared/fleet/shared-records.ts'
import {
  isFurther,
  isLater,
  mergeEdit,
  type FleetRecord,
  type Made,
  type ShopView,
  type Told,
} from './merge.ts'

export interface OfKind {
  readonly kind: SharedKind
  readonly id: string
}

export interface Word extends Pick<TakenWord, 'space' | 'word'> {
  readonly kind: SharedKind
}

/** As much of a shop as edits ask for. */
export interface Loaded {
  readonly version: number
  readonly records: readonly (OfKind & { readonly record: FleetRecord })[]
  readonly words: readonly (Word & { readonly id: string })[]
  readonly aliases: readonly (OfKind & { readonly standsFor: string })[]
}

/** An edit with what it is answered, for whoever asks again. */
interface AnsweredEdit {
  readonly kind: SharedKind
  /** Of the record it went to. */
  readonly id: string
  readonly result: EditResult
}

export class Shop implements ShopView {
  readonly #records = new Map<string, FleetRecord>()
  readonly #words = new Map<string, string>()
  readonly #aliases = new Map<string, string>()
  readonly #changed = new Map<string, OfKind>()
  readonly #released = new Map<string, Word>()
  readonly #taken = new Map<string, Word & { readonly id: string }>()
  readonly #made: (OfKind & { readonly standsFor: string })[] = []
  readonly #erased: OfKind[] = []
  #leaving: ReadonlySet<string> = new Set()
  #answered: AnsweredEdit[] = []
  #told: Told[] = []
  #version: number

  constructor({ version, records, words, aliases }: Loaded) {
    this.#version = version
    for (const each of records) this.#records.set(nameOf(each), each.record)
    for (const each of words) this.#words.set(wordName(each), each.id)
    for (const each of aliases) this.#aliases.set(nameOf(each), each.standsFor)
  }

  recordOf(kind: SharedKind, id: string): FleetRecord | undefined {
    return this.#records.get(nameOf({ kind, id }))
  }

  standsFor(kind: SharedKind, id: string): string {
    return this.#aliases.get(nameOf({ kind, id })) ?? id
  }

  holderOf(kind: SharedKind, { space, word }: Pick<TakenWord, 'space' | 'word'>) {
    return this.#words.get(wordName({ kind, space, word }))
  }

  isLeaving(kind: SharedKind, { space, word }: Pick<TakenWord, 'space' | 'word'>): boolean {
    return this.#leaving.has(wordName({ kind, space, word }))
  }

  /**
   * Words that records give up in these edits, and can: so two products change codes in one go.
   * One that would not get what it asks for keeps what it has, and with it whoever waits for that.
   */
  expect(edits: readonly { readonly edit: Edit; readonly made: Made }[]): void {
    const going = edits.flatMap(({ edit, made }) => this.#going(edit, made))
    for (let isFewer = true; isFewer; ) {
      this.#leaving = new Set(going.flatMap(({ leaves }) => leaves))
      const stays = going.findIndex(({ id, needs }) =>
        needs.some((word) => {
          const holder = this.#words.get(word)
          return holder !== undefined && holder !== id && !this.#leaving.has(word)
        }),
      )
      isFewer = stays >= 0
      if (isFewer) going.splice(stays, 1)
    }
  }

  #going(edit: Edit, made: Made) {
    const { kind } = edit
    const id = this.standsFor(kind, edit.id)
    const record = this.recordOf(kind, id)
    if (record === undefined || record.gone !== null || edit.is_deleted) return []
    return Object.entries(edit.fields).flatMap(([field, value]) => {
      const stamp = record.stamps[field]
      if (stamp !== undefined && !isLater(made, stamp)) return []
      const wordsOf = (of: SharedValue) => takenWords(kind, { [field]: of })
      const name = (word: Omit<Word, 'kind'>) => wordName({ ...word, kind })
      const takes = wordsOf(value).map(name)
      const leaves = wordsOf(record.fields[field] ?? null).map(name)
      // A list takes what there is of its words; a code is given up by whoever has it further.
      const needs = Array.isArray(value)
        ? []
        : wordsOf(value)
            .filter((word) => {
              const holder = this.recordOf(kind, this.holderOf(kind, word) ?? '')
              return !isFurther(kind, holder?.fields ?? {}, word)
            })
            .map(name)
      return [{ id, needs, leaves: leaves.filter((word) => !takes.includes(word)) }]
    })
  }

  take(edit: Edit, made: Made): EditResult {
    const { kind } = edit
    const merged = mergeEdit(this, edit, made, this.#version + 1)
    for (const { id, record } of merged.changed) this.#put({ kind, id }, record)
    if (merged.alias !== null) {
      this.#aliases.set(nameOf(edit), merged.alias)
      this.#made.push({ kind, id: edit.id, standsFor: merged.alias })
    }
    if (merged.erased !== null) this.#erase({ kind, id: merged.erased })
    this.#told.push(...merged.told)
    const id = this.standsFor(kind, edit.id)
    this.#answered.push({ kind, id, result: merged.result })
    return merged.result
  }

  /** What is to be stored. */
  outcome() {
    return {
      version: this.#version,
      records: [...this.#changed].map(([name, of]) => ({
        ...of,
        record: this.#records.get(name) as FleetRecord,
      })),
      released: [...this.#released.values()],
      taken: [...this.#taken.values()],
      aliases: this.#made,
      erased: this.#erased,
      answered: this.#answered,
      told: this.#told,
    }
  }

  #put(of: OfKind, record: FleetRecord): void {
    const name = nameOf(of)
    const { kind, id } = of
    for (const { space, word } of takenWords(kind, this.#records.get(name)?.fields ?? {})) {
      const freed = wordName({ kind, space, word })
      if (this.#words.get(freed) !== id && this.#words.has(freed)) continue
      this.#words.delete(freed)
      this.#taken.delete(freed)
      this.#released.set(freed, { kind, space, word })
    }
    for (const { space, word } of takenWords(kind, record.fields)) {
      const taken = wordName({ kind, space, word })
      this.#words.set(taken, id)
      this.#taken.set(taken, { kind, space, word, id })
      this.#released.delete(taken)
    }
    this.#records.set(name, record)
    this.#changed.set(name, of)
    this.#version = Math.max(this.#version, record.version)
  }

  /** Also of what this request itself answered and told so far. */
  #erase(of: OfKind): void {
    const isOf = (each: OfKind) => each.kind === of.kind && each.id === of.id
    this.#erased.push(of)
    this.#told = this.#told.filter((told) => !isOf(told))
    this.#answered = this.#answered.map((each) =>
      isOf(each) ? { ...each, result: { ...each.result, lost: [] } } : each,
    )
  }
}

const nameOf = ({ kind, id }: OfKind) => `${kind} ${id}`
const wordName = ({ kind, space, word }: Word) => `${kind} ${space} ${word}`
