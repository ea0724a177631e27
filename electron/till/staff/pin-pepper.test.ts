/** The pepper of the PINs: what a copied database gives away, and a shop whose pepper is lost. */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { must } from '../../../test/support/must.ts'
import { createFileSecretStore, SEALED_MARK } from '../adapters/system.ts'
import { checkTill } from '../backup/durability/support-desk.ts'
import { tillFolder, type TillFolder } from '../kernel/till-folder.ts'
import { isPin } from './pin-hash.ts'
import { newOwnerPin } from '../backup/new-owner-pin.ts'

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

const sealed = `${SEALED_MARK}AAAA`
const pepperFiles = () =>
  readdirSync(folder.folder)
    .filter((name) => name.startsWith('pin-pepper'))
    .sort()

it('support leaves a pepper that the keyring opens, and with it the PINs of the others', async () => {
  // As Electron keeps it: sealed on disk, open to the till.
  const plain = 'ab'.repeat(32)
  const keyring = { load: async () => plain, isClosed: async () => false, save: async () => {} }
  const before = await open({ pinPepper: keyring })
  await hire()
  await hire('Camila', 'cashier', '2580')
  await before.stop()
  writeFileSync(folder.pinPepper, sealed)
  expect((await support()).join(' ')).toContain('llavero del sistema y queda donde está')
  expect(readFileSync(folder.pinPepper, 'utf8')).toBe(sealed)
  await open({ pinPepper: keyring })
  expect(await signIn('2580', 'Camila')).toMatchObject({ ok: true })
  expect(await signIn(NEW_PIN)).toMatchObject({ ok: true })
  expect(pepperFiles()).toEqual(['pin-pepper'])
})

it('only one that the open keyring does not know makes way, and nothing is thrown away', async () => {
  const before = await open()
  await hire()
  await hire('Camila', 'cashier', '2580')
  await before.stop()
  writeFileSync(folder.pinPepper, sealed)
  let isLost = false
  const kept: string[] = []
  const keyring = {
    load: async () => kept[0] ?? null,
    isClosed: async () => kept.length === 0 && existsSync(folder.pinPepper),
    isLost: async () => isLost,
    save: async (text: string | null) => void (text !== null && kept.push(text)),
  }
  const openShut = async () => (await open({ pinPepper: keyring })).stop()
  isLost = true
  await openShut()
  expect(pepperFiles()).toEqual(['pin-pepper'])
  await support()
  // Locked for a while is not lost.
  isLost = false
  await openShut()
  expect([readFileSync(folder.pinPepper, 'utf8'), kept]).toEqual([sealed, []])
  isLost = true
  await open({ pinPepper: keyring })
  expect([pepperFiles(), kept.length]).toEqual([['pin-pepper.lost'], 1])
  expect(readFileSync(`${folder.pinPepper}.lost`, 'utf8')).toBe(sealed)
  expect(await signIn(NEW_PIN)).toMatchObject({ ok: true })
  expect(await signIn('2580', 'Camila')).toMatchObject({
    refusal: { code: 'PIN_OF_ANOTHER_MACHINE' },
  })
})

it('support puts one that is damaged aside at once, and says of each which it is', async () => {
  const before = await open()
  await hire()
  await before.stop()
  const own = readFileSync(folder.pinPepper, 'utf8')
  expect((await support()).join(' ')).toContain('se lee bien')
  expect(readFileSync(folder.pinPepper, 'utf8')).toBe(own)
  for (const end of ['', '-2']) {
    writeFileSync(folder.pinPepper, own.slice(0, 20))
    expect((await support()).join(' ')).toContain(`estaba dañado, no se puede leer`)
    expect(readFileSync(`${folder.pinPepper}.lost${end}`, 'utf8')).toBe(own.slice(0, 20))
  }
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
