import { expect, it } from 'vitest'
import { fieldPath, readCandidate } from './candidate.ts'

it('writes field paths the way the contract does', () => {
  expect([
    fieldPath(['items', 0, 'description']),
    fieldPath(['totals', 'taxes', 2, 'rate']),
    fieldPath([]),
  ]).toEqual(['items[0].description', 'totals.taxes[2].rate', ''])
})

it('keeps what is sound beside what is not', () => {
  const candidate = readCandidate({
    branch_office: 'x',
    invoice_type: '39',
    items: [{ quantity: 1, unit_price: 2, description: 'a' }, { quantity: '1' }],
  })
  expect(candidate.complete).toBeNull()
  expect(candidate.document).toEqual({ invoice_type: '39' })
  expect(candidate.items).toEqual([{ quantity: 1, unit_price: 2, description: 'a' }, null])
  expect(candidate.errors).toContainEqual(
    expect.objectContaining({ code: 'INVALID_TYPE', field: 'branch_office' }),
  )
  expect(candidate.errors).toContainEqual(
    expect.objectContaining({ code: 'REQUIRED', field: 'recipient' }),
  )
})

it.each([[null], ['text'], [3], [[]]])('reports %j as no document', (body) => {
  expect(readCandidate(body).errors.length).toBeGreaterThan(0)
})

it('takes a member that is null for one that is not there, but no line and nothing required', () => {
  const line = { quantity: 1, unit_price: 2, description: 'a', taxes: null }
  const { document, items, errors } = readCandidate({
    observations: null,
    recipient: null,
    payment_method: { code: null },
    items: [line, null],
  })
  expect(document).toEqual({ payment_method: {} })
  expect(items).toEqual([{ quantity: 1, unit_price: 2, description: 'a' }, null])
  expect(errors).toContainEqual(expect.objectContaining({ code: 'REQUIRED', field: 'recipient' }))
  expect(errors).toContainEqual(
    expect.objectContaining({ code: 'INVALID_TYPE', field: 'items[1]' }),
  )
  expect(errors.map(({ field }) => field)).not.toContain('observations')
})
