import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chileanMobile, isWhatsappLink, WHATSAPP_LINK_CHARS_MAX, whatsappLink } from './whatsapp.ts'

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
      expect(isWhatsappLink(whatsappLink('56987654321', `a${text}`))).toBe(true)
    }),
  )
})

it.each([
  '',
  'https://wa.me/56987654321',
  'https://wa.me/56987654321?text=',
  'http://wa.me/56987654321?text=a',
  'HTTPS://wa.me/56987654321?text=a',
  'javascript:alert(1)//https://wa.me/56987654321?text=a',
  'file:///C:/Windows/System32/calc.exe',
  'whatsapp://send?phone=56987654321&text=a',
  'https://wa.me.evil.cl/56987654321?text=a',
  'https://evil@wa.me/56987654321?text=a',
  'https://wa.me:444/56987654321?text=a',
  'https://wa.me/../56987654321?text=a',
  'https://wa.me/5491123456789?text=a',
  'https://wa.me/56987654321?text=a&phone=1',
  'https://wa.me/56987654321?text=a#b',
  'https://wa.me/56987654321?text=a b',
  'https://wa.me/56987654321?text=a"b',
  'https://wa.me/56987654321?text=a\n',
  '--help https://wa.me/56987654321?text=a',
  ` https://wa.me/56987654321?text=a`,
  `https://wa.me/56987654321?text=${'a'.repeat(WHATSAPP_LINK_CHARS_MAX)}`,
])('no other address is one: %j', (address) => {
  expect(isWhatsappLink(address)).toBe(false)
})
