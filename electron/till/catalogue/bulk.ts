/**
 * One change to all products of a list: shown first, done if it is still what was shown, and taken
 * back while the till runs. Each product has its row in the log.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  BULK_SAMPLE_ROWS,
  type applyBulkInput,
  type bulkInput,
  type BulkDone,
  type BulkPreview,
  type BulkRefusal,
} from '#shared/catalogue/goods-bulk.ts'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import type { CategoryView } from '#shared/catalogue/category.ts'
import { afterBulk, BULK_ROWS_MAX } from '#shared/catalogue/bulk-change.ts'
import { changesOfGoods } from '#shared/catalogue/decide-goods.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { GoodsPorts, NoteChange } from './goods-ports.ts'
import { createGoodsList } from './goods-list.ts'
import { createGoodsRows, type GoodsRows } from './goods-rows.ts'

export interface Bulk {
  preview(input: z.output<typeof bulkInput>): Result<BulkPreview, Refusal>
  apply(input: z.output<typeof applyBulkInput>, note: NoteChange): Result<BulkDone, Refusal>
  undo(note: NoteChange): Result<BulkDone, Refusal>
}

interface Pair {
  readonly before: GoodsRow
  readonly to: GoodsRow
}

export function createBulk(ports: GoodsPorts): Bulk {
  const { db, journal } = ports
  const plan = createPlan(ports)
  const put = createPut(ports)
  /** What may be taken back: the last change of this till's life. */
  let last: readonly Pair[] = []
  const applied = db.transaction(
    ({ shown, ...input }: z.output<typeof applyBulkInput>, note: NoteChange) => {
      const planned = plan(input)
      if (!planned.ok) return planned
      if (planned.value.shown !== shown) return refuse(refusal('BULK_NOT_AS_SHOWN'))
      for (const pair of planned.value.pairs) put(pair, note)
      journal.append('catalogue', null, { bulk: planned.value.pairs.length })
      return planned
    },
  )
  const undone = db.transaction((pairs: readonly Pair[], note: NoteChange) => {
    const rows = createGoodsRows(db)
    const same = pairs.filter(({ to }) => sameRow(rows.byId(to.id), to))
    for (const { before, to } of same) put({ before: to, to: unlessTaken(rows, before) }, note)
    journal.append('catalogue', null, { bulk: same.length })
    return same.length
  })
  return {
    preview(input) {
      const planned = plan(input)
      if (!planned.ok) return planned
      const { pairs, refused, shown } = planned.value
      return ok({
        shown,
        changed: pairs.length,
        refused: refused.length,
        refusals: refused.slice(0, BULK_SAMPLE_ROWS),
        sample: pairs.slice(0, BULK_SAMPLE_ROWS),
        mayUndo: last.length,
      })
    },
    apply(input, note) {
      const planned = applied.immediate(input, note)
      journal.publish()
      if (!planned.ok) return planned
      last = planned.value.pairs
      return ok({ changed: last.length, left: 0 })
    },
    undo(note) {
      const changed = undone.immediate(last, note)
      journal.publish()
      const left = last.length - changed
      last = []
      return ok({ changed, left })
    },
  }
}

/** A place somebody else got meanwhile stays theirs. */
function unlessTaken(rows: GoodsRows, row: GoodsRow): GoodsRow {
  const holder = row.fixedPlace === null ? undefined : rows.atPlace(row.fixedPlace)
  return holder === undefined || holder.id === row.id ? row : { ...row, fixedPlace: null }
}

interface Planned {
  readonly pairs: readonly Pair[]
  readonly refused: readonly BulkRefusal[]
  /** Of all that would change: the same again is the same change. */
  readonly shown: string
}

function createPlan({ db }: GoodsPorts) {
  const list = createGoodsList(db)
  return ({ change, ...asked }: z.output<typeof bulkInput>): Result<Planned, Refusal> => {
    const { rows, total } = list({ ...asked, offset: 0, limit: BULK_ROWS_MAX })
    if (total > BULK_ROWS_MAX)
      return refuse(refusal('BULK_TOO_MANY', null, { most: String(BULK_ROWS_MAX) }))
    if (change.kind === 'category' && !hasCategory(db, change.categoryId))
      return refuse(refusal('CATEGORY_UNKNOWN', 'categoryId'))
    const decided = rows.map((before) => ({ before, to: afterBulk(before, change) }))
    const pairs = decided.flatMap(({ before, to }) =>
      to.ok && to.value !== before ? [{ before, to: to.value }] : [],
    )
    const shown = createHash('sha256').update(JSON.stringify(pairs, withoutStock)).digest('hex')
    const refused = decided.flatMap(({ before, to }) =>
      to.ok ? [] : [{ name: before.name, refusal: to.refusal }],
    )
    return ok({ pairs, refused, shown })
  }
}

/** What is sold meanwhile changes nothing of what was shown. */
const withoutStock = (key: string, value: unknown) => (key === 'stock' ? undefined : value)

const hasCategory = (db: GoodsPorts['db'], id: string) =>
  db.prepare<[string]>('SELECT 1 FROM category WHERE id = ?').get(id) !== undefined

function createPut({ db, clock }: GoodsPorts): (pair: Pair, note: NoteChange) => void {
  const rows = createGoodsRows(db)
  const archive = db.prepare('UPDATE product SET archived_at_ms = ? WHERE id = ?')
  const category = db
    .prepare<[string], CategoryView['name']>('SELECT name FROM category WHERE id = ?')
    .pluck()
  const logged = (row: GoodsRow) => ({ ...row, category: category.get(row.categoryId) ?? '—' })
  return ({ before, to }, note) => {
    rows.change(before, to, clock.now())
    for (const detail of changesOfGoods(logged(before), logged(to)))
      note('product-changed', { ...detail })
    if (before.isArchived === to.isArchived) return
    archive.run(to.isArchived ? clock.now() : null, to.id)
    note(to.isArchived ? 'product-archived' : 'product-restored', {
      what: `${to.name} (${to.code})`,
    })
  }
}

/** All that taking back would write; a picture hung meanwhile is none of it. */
const sameRow = (one: GoodsRow | undefined, other: GoodsRow) =>
  one !== undefined && isDeepStrictEqual({ ...one, pictureId: null }, { ...other, pictureId: null })
