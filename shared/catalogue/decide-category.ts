/** The shelves of a shop: their names, colours and order, decided without the catalogue. */
import type { CategoryView } from './category.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { foldToLatin1 } from '../text/latin1.ts'
import { seenLines } from '../text/typed-text.ts'

export const CATEGORY_NAME_CHARS_MAX = 30
/** More chips than anyone walks through at a counter. */
export const CATEGORIES_MAX = 60
/** Degrees of hue that are told apart on a tile, for whoever chooses one. */
export const CATEGORY_HUES = [25, 50, 75, 110, 140, 180, 205, 235, 270, 305, 340] as const

/** Where the products of a shop stand that has named no shelf yet; kept with the first of them. */
export const FIRST_CATEGORY: CategoryView = { id: 'varios', name: 'Varios', hue: CATEGORY_HUES[0] }

/** The same where shelves have names of their own: made with the first goods that need it. */
export const UNSHELVED = { id: 'sin-categoria', name: 'Sin categoría' } as const

/** What a product can be put on: there is always a shelf to choose. */
export const shelvesToChoose = (kept: readonly CategoryView[]): readonly CategoryView[] =>
  kept.length === 0 ? [FIRST_CATEGORY] : kept

/** Where goods go that name none: never onto a shelf the owner made for others. */
export const unnamedShelfId = (shelves: readonly Pick<CategoryView, 'id'>[]): string =>
  shelves.some(({ id }) => id === FIRST_CATEGORY.id) ? FIRST_CATEGORY.id : UNSHELVED.id

/** Where there is nothing to choose it is chosen; empty where a person has to. */
export const onlyShelfId = (shelves: readonly CategoryView[]): string =>
  shelves.length === 1 ? (shelves[0]?.id ?? '') : ''

interface Named {
  readonly id: string
  readonly name: string
}

/** The name as it may be kept. `others` are the shelves there are; `id` null for a new one. */
export function decideCategoryName(
  typed: string,
  id: string | null,
  others: readonly Named[],
): Result<string, Refusal> {
  const name = foldToLatin1(seenLines(typed)).trim().replace(/\s+/g, ' ')
  if (name === '') return refuse(refusal('NAME_REQUIRED', 'name'))
  if (name.length > CATEGORY_NAME_CHARS_MAX)
    return refuse(
      refusal('CATEGORY_NAME_TOO_LONG', 'name', { most: String(CATEGORY_NAME_CHARS_MAX) }),
    )
  const same = others.find((other) => other.id !== id && wordOf(other.name) === wordOf(name))
  if (same) return refuse(refusal('CATEGORY_TAKEN', 'name', { name: same.name }))
  if (id === null && others.length >= CATEGORIES_MAX)
    return refuse(refusal('CATEGORIES_FULL', 'name', { most: String(CATEGORIES_MAX) }))
  if (id !== null && !others.some((other) => other.id === id))
    return refuse(refusal('CATEGORY_GONE', 'name'))
  return ok(name)
}

/** All ids with this one a place earlier or later; the same order where there is no such place. */
export function withMovedCategory(
  ids: readonly string[],
  id: string,
  by: 'earlier' | 'later',
): readonly string[] {
  const at = ids.indexOf(id)
  const to = by === 'earlier' ? at - 1 : at + 1
  if (at === -1 || to < 0 || to >= ids.length) return ids
  return ids.with(at, ids[to] ?? id).with(to, id)
}

export const sameCategory = (one: string, other: string) => wordOf(one) === wordOf(other)

/** Upper case and accents make no other word. */
const wordOf = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
