/** The owner's hands on the catalogue: who may, and the rows in the log beside each change. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import { ok, type Result } from '#shared/core/result.ts'
import type { Approvals } from '../staff/approvals.ts'
import type { Store } from '../store.ts'
import type { NoteChange } from './goods-ports.ts'

export type GoodsCommandName =
  | 'goods'
  | 'saveGoods'
  | 'priceHistory'
  | 'previewBulk'
  | 'applyBulk'
  | 'undoBulk'
  | 'archiveProduct'
  | 'saveCategory'
  | 'moveCategory'

export function goodsCommands(
  approvals: Approvals,
  { catalogue: { goods }, staff }: Pick<Store, 'catalogue' | 'staff'>,
): Pick<TillApi, GoodsCommandName> {
  const allowed = <Value>(
    work: (note: NoteChange) => Result<Value, Refusal>,
  ): Result<Value, Refusal> => {
    const permission = approvals.allow({ right: 'editCatalogue', subject: null }, null)
    if (!permission.ok) return permission
    const { actor } = permission.value
    return work((action, detail) => staff.audit.write({ action, staff: actor, detail }))
  }
  return {
    goods: (input) => allowed(() => ok(goods.list(input))),
    saveGoods: (input) => allowed((note) => goods.save(input, note)),
    priceHistory: (input) => allowed(() => ok(goods.prices(input))),
    previewBulk: (input) => allowed(() => goods.bulk.preview(input)),
    applyBulk: (input) => allowed((note) => goods.bulk.apply(input, note)),
    undoBulk: () => allowed((note) => goods.bulk.undo(note)),
    archiveProduct: (input) => allowed((note) => goods.archive(input, note)),
    saveCategory: (input) => allowed((note) => goods.saveCategory(input, note)),
    moveCategory: (input) => allowed((note) => goods.moveCategory(input, note)),
  }
}
