import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { eanCheckDigit } from '#shared/catalogue/barcode.ts'
import { applyToCart, EMPTY_CART } from '#shared/selling/cart/cart.ts'
import { commitOf, sellOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, till, api } = tillPerTest()

const names = (text: string) =>
  api
    .searchProducts({ text, categoryId: null, favouritesOnly: false, limit: 20 })
    .map(({ name }) => name)
const label = (body: string) => `${body}${eanCheckDigit(body)}`
/** Another program's hand on the table, as an import has. */
function insertMany(count: number, name: (at: number) => string): void {
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
  const insert = db.prepare(
    "INSERT INTO product (id, code, name, unit_gross_clp, is_exempt, category_id) VALUES (?, ?, ?, 990, 0, 'a')",
  )
  db.transaction(() => {
    for (let at = 0; at < count; at += 1) insert.run(`x${at}`, `X${at}`, name(at))
  })()
  db.close()
}

const NAMELESS = ['.', '--', '¿?', '%%%', '🛒', 'خبز', '"', '*']

describe('the search', () => {
  it.each(NAMELESS)('finds nothing for %s', (text) => {
    expect(names(text)).toEqual([])
    expect(names(' ').length).toBeGreaterThan(0)
  })

  it('forgives typing mistakes, learns what others write, and puts what sells first', () => {
    expect(names('cafe molifo')).toEqual(['Café molido'])
    expect(
      api.saveProduct({
        code: '555',
        name: 'Café en grano',
        unitGrossClp: 5990,
        isExempt: false,
        unit: null,
        categoryId: 'a',
        isFavourite: false,
      }),
    ).toMatchObject({ ok: true })
    expect(names('cafe')).toEqual(['Café molido', 'Café en grano'])
    sellOf(api, '555')
    expect(names('cafe')).toEqual(['Café en grano', 'Café molido'])
    insertMany(3, (at) => `Manjar ${at}`)
    expect(names('manjra')).toEqual(['Manjar 0', 'Manjar 1', 'Manjar 2'])
  })

  it('answers while the index of a large catalogue is built, and after an import takes it in anew', async () => {
    await till.stop()
    insertMany(2_500, (at) => `Galleta ${at}`)
    await fixture.open()
    expect(names('galleta 2499')).toEqual(['Galleta 2499'])
    expect(names('gallleta 2499')).toEqual([])
    // Neither then does a text that names nothing find what comes first.
    for (const text of NAMELESS) expect(names(text)).toEqual([])
    await fixture.clock.advance(10)
    expect(names('gallleta 2499')).toEqual(['Galleta 2499'])
  })
})

it('tells the whole catalogue piece by piece, each product once', () => {
  insertMany(7, (at) => `Galleta ${at}`)
  const all = api.productSlice({ after: 0, limit: 100 })
  expect(all.next).toBeNull()
  const codes: string[] = []
  for (let after: number | null = 0; after !== null; ) {
    const { products, next } = api.productSlice({ after, limit: 3 })
    expect(products.length).toBeLessThanOrEqual(3)
    codes.push(...products.map(({ code }) => code))
    after = next
  }
  expect(codes).toEqual(all.products.map(({ code }) => code))
  expect(new Set(codes).size).toBe(codes.length)
  const answer = api.productByCode('X3')
  expect(all.products.find(({ code }) => code === 'X3')).toEqual(answer.ok ? answer.value : null)
})

describe('labels of a scale', () => {
  it('weigh a product sold by weight to the gram', () => {
    const scanned = api.productByCode(label('200010100350'))
    expect(scanned).toMatchObject({
      ok: true,
      value: { name: 'Pan (kg)', weighed: 350, unitGrossClp: 1890 },
    })
  })

  it('with a price charge that price to the peso, and nobody needs to allow it', async () => {
    const saved = await api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: '3690' })
    await api.saveStaff({ staffId: null, name: 'Camila', role: 'cashier', pin: '2580' })
    expect(saved.ok).toBe(true)
    await api.signIn({
      staffId: api.staff().members.find(({ role }) => role === 'cashier')?.id ?? '',
      pin: '2580',
    })
    const scanned = api.productByCode(label('250010101987'))
    if (!scanned.ok) throw new Error(scanned.refusal.code)
    const cart = applyToCart(EMPTY_CART, { type: 'add-product', product: scanned.value })
    if (!cart.ok) throw new Error(cart.refusal.code)
    const command = commitOf(api, cart.value)
    expect(
      api.commitSale({
        ...command,
        lines: command.lines.map((line) => ({ ...line, unitGrossClp: 987 })),
        expectedTotalClp: 987,
      }),
    ).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    expect(api.commitSale(command)).toMatchObject({ ok: true, value: { totalClp: 1987 } })
  })

  it('are divided as the shop says, also after a restart', async () => {
    const weight = { prefixes: ['2'], carries: 'weight' as const, itemDigits: 6, valueDigits: 5 }
    expect(api.saveScaleLayouts({ layouts: [{ ...weight, valueDigits: 6 }] })).toMatchObject({
      refusal: { code: 'SCALE_LAYOUT_NOT_VALID' },
    })
    expect(api.saveScaleLayouts({ layouts: [weight] })).toEqual({ ok: true, value: [weight] })
    await till.stop()
    await fixture.open()
    expect(api.productByCode(label('200010100350'))).toMatchObject({
      value: { name: 'Pan (kg)', weighed: 350 },
    })
    expect(api.scaleLayouts()).toEqual([weight])
  })

  it.each([
    ['of an unknown product', label('209999900350'), 'SCALE_LABEL_UNKNOWN'],
    ['without weight', label('200010100000'), 'SCALE_LABEL_EMPTY'],
    ['of something sold by the piece', label('200020100350'), 'SCALE_LABEL_NOT_BY_WEIGHT'],
    ['misread', label('200010100350').replace('350', '850'), 'BARCODE_CHECK_DIGIT'],
  ])('%s are refused', (_, code, expected) =>
    expect(api.productByCode(code)).toMatchObject({ refusal: { code: expected } }),
  )
})
