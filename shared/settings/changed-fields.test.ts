import { expect, it } from 'vitest'
import { changedFields, changedSecret } from './changed-fields.ts'

it('says each field with its old and its new value, and nothing of what is the same', () => {
  const before = { a: 1, b: 'x', shop: { rut: '1-9', address: 'Calle' }, methods: [{ id: 'EF' }] }
  const change = {
    a: 1,
    b: null,
    c: undefined,
    shop: { rut: '2-7', address: 'Calle' },
    methods: [{ id: 'EF' }, { id: 'TC' }],
    scale: { path: 'COM3' },
  }
  expect(changedFields(before, change)).toEqual([
    { what: 'b', from: 'x', to: '—' },
    { what: 'shop.rut', from: '1-9', to: '2-7' },
    { what: 'methods', from: '—', to: '[{"id":"TC"}]' },
    { what: 'scale.path', from: '—', to: 'COM3' },
  ])
})

it('cuts what nobody reads in a log, and names a secret without showing it', () => {
  const [{ to } = { to: '' }] = changedFields({}, { text: 'x'.repeat(1_000) })
  expect(to).toHaveLength(201)
  expect(changedSecret('apiKey', true, false)).toEqual({
    what: 'apiKey',
    from: '—',
    to: '(secreto)',
  })
})
