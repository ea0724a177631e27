import { expect, it } from 'vitest'
import { shownAddress } from './postgres-address.ts'

it.each([
  ['postgres://meson:secret@db.cl:5432/meson', 'postgres://db.cl:5432/meson'],
  ['postgres://localhost/meson?user=meson&password=secret', 'postgres://localhost/meson'],
  ['postgres://meson:my@secret@localhost/meson', 'postgres://localhost/meson'],
  ['postgres://meson:my/secret@localhost/meson', 'postgres://...'],
  ['postgres://meson:12/secret@localhost/meson', 'postgres://...'],
  ['postgres://meson:12#secret@localhost/meson', 'postgres://...'],
  ['postgres://meson:12?secret@localhost/meson', 'postgres://...'],
  ['postgres://meson:%zzsecret@localhost/meson', 'postgres://localhost/meson'],
])('shows nothing of the password in %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown)
})
