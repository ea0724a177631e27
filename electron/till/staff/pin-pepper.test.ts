/** The pepper of the PINs: what a copied database gives away, and a shop whose pepper is lost. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { must } from '../../../test/support/must.ts'
import { createFileSecretStore } from '../adapters/system.ts'
import { checkTill } from '../durability/support-desk.ts'
import { tillFolder, type TillFolder } from '../durability/till-folder.ts'
import { isPin } from './pin-hash.ts'
import { newOwnerPin } from './new-owner-pin.ts'

const { fixture, till } = fixturePerTest()
const PIN = '3690'
const NEW_PIN = '8264'
let folder: TillFolder

const open = (changes: Parameters<typeof fixture.open>[0] = {}) =>
  fixture.open({
    pinCost: 4,
    ownSecret: createFileSecretStore(folder.ownSecret),
    pinPepper: createFileSecretStore(folder.pinPepper),
    ...changes,
  })
const hire = async (name = 'Paula', role: 'owner' | 'cashier' = 'owner', pin = PIN) =>
  must(await till.api.saveStaff({ staffId: null, name, role, pin }))
const idOf = (name: string) => till.api.staff().members.find((one) => one.name === name)?.id ?? ''
const signIn = (pin: string, name = 'Paula') => till.api.signIn({ staffId: idOf(name), pin })
interface Row {
  readonly hash: Buffer
  readonly salt: Buffer
  readonly cost: number
  readonly pepperId: string
}
function rowOf(name = 'Paula'): Row {
  const db = new Database(folder.database, { readonly: true })
  try {
    const row = db
      .prepare<[string], Row>(
        'SELECT pin_hash AS hash, pin_salt AS salt, pin_cost AS cost, pin_pepper AS pepperId FROM staff WHERE name = ?',
      )
      .get(name)
    if (row === undefined) throw new Error(`no ${name}`)
    return row
  } finally {
    db.close()
  }
}
const support = (pin = NEW_PIN) => newOwnerPin(fixture.dataDir, pin, fixture.clock, { cost: 4 })

beforeEach(() => {
  folder = tillFolder(fixture.dataDir)
})

it('a copied database tells no PIN, also to who tries all of them', async () => {
  await open()
  await hire()
  const row = rowOf()
  expect(row.pepperId).toMatch(/^[0-9a-f]{16}$/)
  // As a thief would, who has the file and not the secret beside it.
  expect(await isPin(PIN, { ...row, pepperId: '' }, null)).toBe(false)
  expect(await signIn('3691')).toMatchObject({ refusal: { code: 'PIN_WRONG' } })
  expect(await signIn(PIN)).toMatchObject({ ok: true })
  const secret = readFileSync(folder.pinPepper, 'utf8')
  expect(readFileSync(folder.database).includes(secret.trim())).toBe(false)
})

it('a PIN of before is peppered at the next right sign-in, and not at a wrong one', async () => {
  const before = await fixture.open({ pinCost: 4 })
  await hire()
  await before.stop()
  await open()
  expect(await signIn('3691')).toMatchObject({ ok: false })
  expect(rowOf().pepperId).toBe('')
  expect(await signIn(PIN)).toMatchObject({ ok: true })
  expect(rowOf().pepperId).not.toBe('')
  expect(await signIn(PIN)).toMatchObject({ ok: true })
})

it('a pepper that is lost is said, counts no try, and support makes the owner a PIN', async () => {
  const before = await open()
  await hire()
  await hire('Camila', 'cashier', '2580')
  await before.stop()
  // The backup on another computer: the database came, the secret did not.
  rmSync(folder.pinPepper)
  const elsewhere = await open()
  for (let turn = 0; turn < 6; turn += 1)
    expect(await signIn(PIN)).toMatchObject({ refusal: { code: 'PIN_OF_ANOTHER_MACHINE' } })
  await elsewhere.stop()
  expect((await support()).join(' ')).toContain('Paula')
  await open()
  expect(await signIn(PIN)).toMatchObject({ refusal: { code: 'PIN_WRONG' } })
  expect(await signIn(NEW_PIN)).toMatchObject({ ok: true })
  expect(rowOf().pepperId).not.toBe('')
  const page = must(till.api.audit({ cursor: null, limit: 20 }))
  expect(page.rows.find(({ staffName }) => staffName.startsWith('Soporte'))).toMatchObject({
    action: 'staff-saved',
    detail: { name: 'Paula', role: 'owner' },
  })
  expect(checkTill(fixture.dataDir).isWhole).toBe(true)
  // The others get theirs from the owner, as always.
  must(
    await till.api.saveStaff({
      staffId: idOf('Camila'),
      name: 'Camila',
      role: 'cashier',
      pin: '2580',
    }),
  )
  expect(await signIn('2580', 'Camila')).toMatchObject({ ok: true })
})

it('a keyring that does not open makes no other pepper, and opens again as before', async () => {
  const before = await open()
  await hire()
  await before.stop()
  const closed = { load: async () => null, isClosed: async () => true, save: async () => {} }
  const shut = await open({ pinPepper: closed })
  expect(await signIn(PIN)).toMatchObject({ refusal: { code: 'PIN_OF_ANOTHER_MACHINE' } })
  await shut.stop()
  await open()
  expect(await signIn(PIN)).toMatchObject({ ok: true })
})

it('support puts a pepper nobody can open aside, and throws nothing away', async () => {
  const before = await open()
  await hire()
  await before.stop()
  mkdirSync(dirname(folder.pinPepper), { recursive: true })
  writeFileSync(folder.pinPepper, 'sealed:AAAA')
  await support()
  expect(existsSync(folder.pinPepper)).toBe(false)
  expect(readFileSync(`${folder.pinPepper}.lost`, 'utf8')).toBe('sealed:AAAA')
})

it('support refuses an open till, an easy PIN, a folder of another user and one with nobody', async () => {
  await expect(support()).rejects.toMatchObject({ code: 'TILL_NOT_FOUND' })
  const till1 = await open()
  await hire()
  await expect(support()).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' })
  await till1.stop()
  await expect(support('1234')).rejects.toThrow('PIN')
  copyFileSync(folder.database, `${folder.database}.before`)
  const stranger = newOwnerPin(fixture.dataDir, NEW_PIN, fixture.clock, { cost: 4, userId: 4_242 })
  await expect(stranger).rejects.toMatchObject({ code: 'NOT_THE_OWNER_OF_THE_FILES' })
  expect(readFileSync(folder.database)).toEqual(readFileSync(`${folder.database}.before`))
  const nobody = await open({ dataDir: `${fixture.dataDir}-2` })
  await nobody.stop()
  await expect(
    newOwnerPin(`${fixture.dataDir}-2`, NEW_PIN, fixture.clock, { cost: 4 }),
  ).rejects.toMatchObject({ code: 'NOBODY_SET_UP' })
  rmSync(`${fixture.dataDir}-2`, { recursive: true })
})
