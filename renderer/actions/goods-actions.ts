/** What is done in the catalogue; the registry lists the keys with all others. */
import type { TillUi } from '../stores/till-ui.ts'
import type { Dialog } from '../stores/screen-store.ts'
import { pickedOf } from '../stores/goods-picks.ts'
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
  ofOwner('newGoods', 'F4', { kind: 'goods', row: null, code: '' }),
  ofOwner('editShelves', 'F7', { kind: 'shelves' }),
  ofOwner('changeGoods', 'F3', (ui) => ({ kind: 'change-goods', picked: pickedOf(ui) })),
  ofOwner('labelGoods', 'Shift+F5', (ui) => ({
    kind: 'label-goods',
    row: null,
    picked: pickedOf(ui),
  })),
  ofOwner('importGoods', 'F6', { kind: 'import-goods' }),
  ofOwner('chooseColumns', 'Shift+F3', { kind: 'goods-columns' }),
  ofOwner('exportGoods', 'F5', { kind: 'export-goods' }),
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

/** What is done to the catalogue in a dialog. */
function ofOwner<const Id extends string, const Key extends string>(
  id: Id,
  key: Key,
  dialog: Dialog | ((ui: TillUi) => Dialog),
) {
  return {
    id,
    scope: 'goods',
    keys: [key],
    isEnabled: mayEditCatalogue,
    run: (ui: TillUi) =>
      ui.screen.getState().open(typeof dialog === 'function' ? dialog(ui) : dialog),
  } as const satisfies Action
}

/** A till without people is its owner's. */
export function mayEditCatalogue(ui: TillUi): boolean {
  return ui.staff.getState().staff?.rights.editCatalogue === true
}

/** Goods that come, and counts: also of somebody who may change no product. */
export function mayKeepStock(ui: TillUi): boolean {
  return ui.staff.getState().staff?.rights.stock === true
}
