/** What the catalogue's own commands stand on. */
import type { AuditAction, AuditRow } from '#shared/staff/views.ts'
import type { CategoryView } from '#shared/catalogue/category.ts'
import type { ProductId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock } from '../kernel/ports.ts'

/** Writes to the log of the shop, inside the transaction of the change. */
export type NoteChange = (action: AuditAction, detail: AuditRow['detail']) => void

export interface GoodsPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly newId: () => ProductId
  readonly newCategoryId: () => string
  /** What a shop without a shelf may ask for. */
  readonly examples: readonly CategoryView[]
}
