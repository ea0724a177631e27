import { expect, it } from 'vitest'
import { readDiscount, typeDiscount } from './read-discount.ts'

it('a percent sign typed among pesos is a percent, and a peso sign among percents an amount', () => {
  expect(typeDiscount('15%', 'amount')).toEqual({ text: '15', kind: 'percent' })
  expect(typeDiscount('15 %', 'amount')).toEqual({ text: '15', kind: 'percent' })
  expect(typeDiscount('$1.500', 'percent')).toEqual({ text: '1.500', kind: 'amount' })
  expect(typeDiscount('15', 'amount')).toEqual({ text: '15', kind: 'amount' })
})

it.each([
  ['15', 'percent', { kind: 'percent', percent: 15 }],
  ['0', 'percent', null],
  ['101', 'percent', 'unreadable'],
  ['', 'percent', 'unreadable'],
  ['1.500', 'amount', { kind: 'amount', amountClp: 1500 }],
  ['0', 'amount', null],
  ['1.5', 'amount', 'unreadable'],
  ['', 'amount', 'unreadable'],
  ['-5', 'amount', 'unreadable'],
] as const)('«%s» as %s', (text, kind, rule) => {
  expect(readDiscount(text, kind)).toEqual(rule)
})
