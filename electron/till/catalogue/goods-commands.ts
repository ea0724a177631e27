/** The owner's hands on the catalogue: who may, and the rows in the log beside each change. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { ok } from '#shared/core/result.ts'
import type { Approvals } from '../staff/approvals.ts'
import { notedWork } from './noted-work.ts'
import type { Catalogue } from './catalogue.ts'
import type { Staff } from '../staff/staff-ports.ts'

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
  | 'addExampleCategories'

export function goodsCommands(
  approvals: Approvals,
  { catalogue: { goods }, staff }: { readonly catalogue: Catalogue; readonly staff: Staff },
): Pick<TillApi, GoodsCommandName> {
  const allowed = notedWork(approvals, staff, 'editCatalogue')
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
    addExampleCategories: () => allowed((note) => goods.addExamples(note)),
  }
}
