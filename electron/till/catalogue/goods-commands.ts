/** The owner's hands on the catalogue, with the rows in the log beside each change. */
import { ok } from '#shared/core/result.ts'
import { notedBy } from './noted-work.ts'
import type { Catalogue } from './catalogue.ts'
import type { Handlers, Staff } from '../staff/staff-ports.ts'

type GoodsCommandName =
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

export function goodsCommands({
  catalogue: { goods },
  staff,
}: {
  readonly catalogue: Catalogue
  readonly staff: Staff
}): Handlers<GoodsCommandName> {
  const noted = notedBy(staff)
  return {
    goods: (input) => ok(goods.list(input)),
    saveGoods: (input, _, who) => goods.save(input, noted(who)),
    priceHistory: (input) => ok(goods.prices(input)),
    previewBulk: (input) => goods.bulk.preview(input),
    applyBulk: (input, _, who) => goods.bulk.apply(input, noted(who)),
    undoBulk: (_, who) => goods.bulk.undo(noted(who)),
    archiveProduct: (input, _, who) => goods.archive(input, noted(who)),
    saveCategory: (input, _, who) => goods.saveCategory(input, noted(who)),
    moveCategory: (input, _, who) => goods.moveCategory(input, noted(who)),
    addExampleCategories: (_, who) => goods.addExamples(noted(who)),
  }
}
