import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chileanMobile, whatsappLink } from './whatsapp.ts'

it.each([
  ['+56 9 8765 4321', '56987654321'],
  ['9 8765 4321', '56987654321'],
  ['987654321', '56987654321'],
  ['0056987654321', '56987654321'],
  ['56 (9) 8765-4321', '56987654321'],
])('reads %s', (typed, mobile) => {
  expect(chileanMobile(typed)).toBe(mobile)
})

it.each([
  '',
  '87654321',
  '2 2345 6789',
  '+54 9 11 2345 6789',
  '9876543210',
  '9 8765 432x',
  '+++',
  '９８７６５４３２１',
])('refuses %s', (typed) => {
  expect(chileanMobile(typed)).toBeNull()
})

it('makes one link to one number, whatever the shop is called', () => {
  const unit = fc.oneof(fc.constantFrom('&', '#', '?', '/', ' ', '%', '\n', 'ñ', '"'), fc.string())
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      const text = parts.join('').toWellFormed()
      const link = new URL(whatsappLink('56987654321', text))
      expect(`${link.origin}${link.pathname}`).toBe('https://wa.me/56987654321')
      expect([...link.searchParams]).toEqual([['text', text]])
      expect(link.hash).toBe('')
    }),
  )
})
