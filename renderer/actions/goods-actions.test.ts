/** Ways into the goods: each for whoever may, and no way that ends in a refusal. */
import { expect, it } from 'vitest'
import { NO_RIGHTS, type RoleRights } from '#shared/staff/rights.ts'
import type { TillUi } from '../stores/till-ui.ts'
import type { Action } from './action.ts'
import { GOODS_ACTIONS } from './goods-actions.ts'

const ways = (rights: RoleRights) => {
  const ui = { staff: { getState: () => ({ staff: { rights } }) } } as unknown as TillUi
  const actions: readonly Action[] = GOODS_ACTIONS
  return actions.filter(({ isEnabled }) => isEnabled?.(ui) ?? true).map(({ id }) => id)
}

it('leads who may only count to the counts, and to nothing else', () => {
  expect(ways({ ...NO_RIGHTS, stock: true })).toEqual(['goGoods', 'moveStock'])
  expect(ways(NO_RIGHTS)).toEqual([])
})

it('leads who keeps the catalogue everywhere but to counts and promotions', () => {
  const all = GOODS_ACTIONS.map(({ id }) => id)
  expect(ways({ ...NO_RIGHTS, editCatalogue: true })).toEqual(
    all.filter((id) => id !== 'moveStock' && id !== 'editPromotions'),
  )
})
