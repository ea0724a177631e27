import { expect, it } from 'vitest'
import { f29Codes } from './f29.ts'

it('names the form’s codes it is sure of, and none for what the form leaves open', () => {
  const receipt = { documentedBy: 'receipt' } as const
  expect(f29Codes({ ...receipt, documentType: '39' })).toEqual({ count: 110, amount: 111 })
  expect(f29Codes({ ...receipt, documentType: '41' })).toEqual({ count: 586, amount: 142 })
  expect(f29Codes({ ...receipt, documentType: '33' })).toEqual({ count: 503, amount: 502 })
  expect(f29Codes({ ...receipt, documentType: '61' })).toBeNull()
  expect(f29Codes({ documentedBy: 'voucher', documentType: '39' })).toBeNull()
})
