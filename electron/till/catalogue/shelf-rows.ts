/** Rows of the category table: the shelves of the shop, in their order. */
import type { CategoryView } from '#shared/catalogue/category.ts'
import { FIRST_CATEGORY } from '#shared/catalogue/decide-category.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'

export const allShelves = (db: TillDatabase) =>
  db.prepare<[], CategoryView>('SELECT id, name, hue FROM category ORDER BY position, rowid')

/** Behind those there are. Inside the caller's transaction. */
export function createAddShelves(db: TillDatabase): (added: readonly CategoryView[]) => void {
  const insert = db.prepare(
    'INSERT INTO category (id, name, hue, position) VALUES (?, ?, ?, (SELECT coalesce(max(position), -1) + 1 FROM category))',
  )
  return (added) => {
    for (const { id, name, hue } of added) insert.run(id, name, hue)
  }
}

/** For the first product of a shop that has named no shelf. Inside the caller's transaction. */
export function createFirstShelf(db: TillDatabase): (categoryId: string) => void {
  const any = db.prepare('SELECT 1 FROM category LIMIT 1')
  const add = createAddShelves(db)
  return (categoryId) => {
    if (categoryId === FIRST_CATEGORY.id && any.get() === undefined) add([FIRST_CATEGORY])
  }
}

/** Screens draw the shelves from the start's answer, and tiles in their colours. */
export function announceShelves(journal: Pick<Journal, 'append'>): void {
  journal.append('settings', null, { changed: 'categories' })
  journal.append('catalogue', null, { changed: 'categories' })
}
