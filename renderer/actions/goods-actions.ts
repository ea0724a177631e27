/** What is done in the catalogue; the registry lists the keys with all others. */
import type { TillUi } from '../stores/till-ui.ts'
import { focuses, goTo, opens, type Action } from './action.ts'

export const GOODS_ACTIONS = [
  {
    id: 'goGoods',
    scope: 'everywhere',
    keys: ['Shift+F9'],
    isEnabled: (ui) => mayEditCatalogue(ui) || mayKeepStock(ui),
    run: goTo('goods'),
  },
  {
    id: 'searchGoods',
    scope: 'goods',
    keys: ['F2'],
    isEnabled: mayEditCatalogue,
    run: focuses('goods'),
  },
  {
    id: 'newGoods',
    scope: 'goods',
    keys: ['F4'],
    isEnabled: mayEditCatalogue,
    run: opens({ kind: 'goods', row: null, code: '' }),
  },
  {
    id: 'editShelves',
    scope: 'goods',
    keys: ['F7'],
    isEnabled: mayEditCatalogue,
    run: opens({ kind: 'shelves' }),
  },
  {
    id: 'changeGoods',
    scope: 'goods',
    keys: ['F3'],
    isEnabled: mayEditCatalogue,
    run: opens({ kind: 'change-goods' }),
  },
  {
    id: 'labelGoods',
    scope: 'goods',
    keys: ['Shift+F5'],
    isEnabled: mayEditCatalogue,
    run: opens({ kind: 'label-goods', row: null }),
  },
  {
    id: 'importGoods',
    scope: 'goods',
    keys: ['F6'],
    isEnabled: mayEditCatalogue,
    run: opens({ kind: 'import-goods' }),
  },
  {
    id: 'exportGoods',
    scope: 'goods',
    keys: ['F5'],
    isEnabled: mayEditCatalogue,
    run: opens({ kind: 'export-goods' }),
  },
  {
    id: 'moveStock',
    scope: 'goods',
    keys: ['Shift+F4'],
    isEnabled: mayKeepStock,
    run: opens({ kind: 'stock' }),
  },
  {
    id: 'editPromotions',
    scope: 'goods',
    keys: ['Shift+F6'],
    isEnabled: (ui) => ui.staff.getState().staff?.rights.promotions === true,
    run: opens({ kind: 'promotions' }),
  },
] as const satisfies readonly Action[]

/** A till without people is its owner's. */
export function mayEditCatalogue(ui: TillUi): boolean {
  return ui.staff.getState().staff?.rights.editCatalogue === true
}

/** Goods that come, and counts: also of somebody who may change no product. */
export function mayKeepStock(ui: TillUi): boolean {
  return ui.staff.getState().staff?.rights.stock === true
}
