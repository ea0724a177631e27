import { expect, it } from 'vitest'
import { clp } from '../money/clp.ts'
import { cardToVoid, type ChargedCard } from './charged-card.ts'

const card = (changes: Partial<ChargedCard> = {}): ChargedCard => ({
  method: 'TC',
  amountClp: clp(1_996),
  reference: 'Crédito ****0042 Aut. A1 Op. 101',
  operation: '101',
  isVoidable: true,
  ...changes,
})

it('voids the one card that was charged with just that, and no part of one', () => {
  const other = card({ operation: '102', amountClp: clp(500) })
  expect(cardToVoid([card(), other], clp(500))).toBe(other)
  expect(cardToVoid([card()], clp(996))).toBe(null)
  expect(cardToVoid([card({ isVoidable: false })], clp(1_996))).toBe(null)
  expect(cardToVoid([card({ operation: '' })], clp(1_996))).toBe(null)
  expect(cardToVoid([card(), card({ operation: '102' })], clp(1_996))).toBe(null)
})
