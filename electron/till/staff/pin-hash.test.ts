import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { tillFixture, type TillFixture } from '../../../test/support/till-fixture.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import { hashPin, isPin, PIN_COST } from './pin-hash.ts'

let fixture: TillFixture
beforeEach(() => {
  fixture = tillFixture()
})
afterEach(() => fixture.close())

function costsOnDisk(): number[] {
  const db = new Database(tillFolder(fixture.dataDir).database, { readonly: true })
  try {
    return db.prepare<[], number>('SELECT pin_cost FROM staff WHERE is_demo = 0').pluck().all()
  } finally {
    db.close()
  }
}

it('costs what OWASP asks for: N = 2^15, r = 8, three times over', async () => {
  expect(PIN_COST).toBe(15)
  const stored = await hashPin('4196', Buffer.alloc(16, 7), PIN_COST)
  // Of another implementation of RFC 7914: openssl kdf -kdfopt n:32768 -kdfopt r:8 -kdfopt p:3.
  expect(Buffer.from(stored.hash).toString('hex')).toBe(
    'b5ddfd6f678ec5fd4ecd448d8afedc4c9e3de622d6d33a9369d97b3e635db6b1',
  )
  expect([await isPin('4196', stored), await isPin('4197', stored)]).toEqual([true, false])
})

it('a till nobody tells another cost makes its hashes at that one', async () => {
  const { api } = await fixture.open({ pinCost: undefined })
  must(await api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: '3690' }))
  expect(costsOnDisk()).toEqual([PIN_COST])
})

it('a hash of an older till is made again at the next sign-in, and opens as before', async () => {
  const before = await fixture.open({ pinCost: 4 })
  must(await before.api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: '3690' }))
  await before.stop()
  const { api } = await fixture.open({ pinCost: 6 })
  const staffId = api.staff().members[0]?.id ?? ''
  expect(await api.signIn({ staffId, pin: '3691' })).toMatchObject({ ok: false })
  expect(costsOnDisk()).toEqual([4])
  expect(await api.signIn({ staffId, pin: '3690' })).toMatchObject({ ok: true })
  expect(costsOnDisk()).toEqual([6])
  expect(await api.signIn({ staffId, pin: '3690' })).toMatchObject({ ok: true })
})
