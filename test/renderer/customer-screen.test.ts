/** The customer's screen in Chromium, with what a shop can put on it at worst. */
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { CustomerScreen } from '#shared/devices/contract.ts'
import { applyToCart, EMPTY_CART, type Cart } from '#shared/selling/cart/cart.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { customerViewOf, type CustomerFacts } from '#shared/devices/customer-view.ts'
import { clp } from '#shared/money/clp.ts'
import { newSale } from '#shared/selling/open-sale/open-sale.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { NO_CHROMIUM, openChromium } from '../support/chromium.ts'

const ORIGIN = 'http://till.test'
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const SIZES = [
  [800, 480],
  [1024, 768],
  [1920, 1080],
  [600, 1024],
] as const
const LONG = 'Detergente líquido concentrado para ropa blanca y de color'
const CODE = { columns: 29, cells: '10'.repeat(421).slice(0, 841) }
const UNBROKEN = 'W'.repeat(LONG.length)

function cartOf(names: readonly string[], unitGrossClp = 1_990): Cart {
  return names.reduce<Cart>((cart, name) => {
    const line = { type: 'add-free-line', name, unitGrossClp, isExempt: false } as const
    const added = applyToCart(cart, line)
    if (!added.ok) throw new Error(added.refusal.code)
    return added.value
  }, EMPTY_CART)
}
const saleOf = (cart: Cart, tendered = '') => {
  const sale = newSale('01ARZ3NDEKTSV4RRFFQ69G5FAV' as SaleId)
  return { ...sale, cart, paying: { ...sale.paying, tendered } }
}

describe.skipIf(NO_CHROMIUM !== null)('the customer’s screen', () => {
  let browser: Browser
  let page: Page
  let waiting: Route[] = []
  let version = 0
  let isAway = false
  let shown: CustomerScreen

  const answer = async (route: Route): Promise<void> => {
    const { seen } = route.request().postDataJSON() as { readonly seen: string | null }
    if (isAway) await route.abort()
    else if (seen === shown.version) waiting.push(route)
    else await route.fulfill({ json: { result: { data: shown } } })
  }
  const put = async (facts: Partial<CustomerFacts>, part: Partial<CustomerScreen> = {}) => {
    const none = { sale: null, methods: DEFAULT_METHODS, isLocked: false, charged: null }
    version += 1
    const names = { language: 'es', shopName: 'Almacén Don Pepe', pictureId: null } as const
    const view = customerViewOf({ ...none, ...facts })
    shown = { ...names, ...part, view, version: String(version) }
    const held = waiting
    waiting = []
    await Promise.all(held.map(answer))
    await page.locator(`#root[data-view=${view.kind}]`).waitFor()
  }
  const said = () => page.locator('#root').innerText()
  /** What sticks out of the picture, or is cut off in it, of what has to be read whole. */
  const cutOff = () =>
    page.evaluate(() => {
      const { innerWidth: width, innerHeight: height } = window
      const isIn = ({ left, top, right, bottom }: DOMRect) =>
        left >= 0 && top >= 0 && right <= width + 1 && bottom <= height + 1
      const newest = [...document.querySelectorAll('li:last-child')]
      return [
        ...document.querySelectorAll('strong, h1, header, svg, [data-view=thanks] p'),
        ...newest,
      ]
        .filter(
          (one) => !isIn(one.getBoundingClientRect()) || one.scrollWidth > one.clientWidth + 1,
        )
        .map((one) => one.textContent)
        .concat(document.documentElement.scrollWidth > width ? ['the page'] : [])
    })
  /** Lines that are to be seen whole, and those the page says are above. */
  const counted = () =>
    page.evaluate(() => {
      const list = document.querySelector('ul')
      const top = list?.getBoundingClientRect().top ?? 0
      const seen = [...(list?.children ?? [])].filter(
        (line) => line.getBoundingClientRect().top >= top - 1,
      )
      const words = document.querySelector('section p')
      const isSaid = list !== null && words?.checkVisibility() === true
      return seen.length + Number((isSaid ? /\d+/.exec(words.textContent)?.[0] : null) ?? 0)
    })
  const fits = async (lines = 0) => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await expect.poll(async () => [width, await cutOff()]).toEqual([width, []])
      await expect.poll(async () => [width, await counted()]).toEqual([width, lines])
    }
  }

  beforeAll(async () => {
    browser = await openChromium()
    page = await browser.newPage()
    await page.route(`${ORIGIN}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname === '/trpc/customerView') return answer(route)
      const body = readFileSync(join(inject('screenRoot'), pathname))
      return route.fulfill({ body, contentType: TYPES[extname(pathname)] ?? 'text/plain' })
    })
    shown = {
      ...{ language: 'es', shopName: 'Almacén Don Pepe', pictureId: null, version: '0' },
      view: { kind: 'idle' },
    }
    await page.goto(`${ORIGIN}/customer.html`)
  })
  afterAll(() => browser?.close())

  it.each([
    ['long names', cartOf([LONG, UNBROKEN, LONG]), 'Almacén Don Pepe'],
    ['200 lines', cartOf(Array.from({ length: 200 }, (_, at) => `${at} ${LONG}`)), 'Don Pepe'],
    ['the dearest goods', cartOf([LONG, UNBROKEN], 99_999_999), UNBROKEN],
  ])(
    'shows the newest line and the sums whole with %s, on every size',
    async (_, cart, shopName) => {
      await put({ sale: saleOf(cart, '900000000') }, { shopName })
      await fits(cart.lines.length)
    },
  )

  it('says names as text, whatever is in them', async () => {
    await put({ sale: saleOf(cartOf(['<img src=x onerror=alert(1)>', '<b>pan</b>'])) })
    await expect.poll(said).toContain('<img src=x onerror=alert(1)>')
    expect(await page.locator('#root li b, #root li img').count()).toBe(0)
  })

  it('shows nothing of a sale that was emptied, cancelled or left at a locked counter', async () => {
    const sale = saleOf(cartOf(['Pan marraqueta']))
    for (const after of [{ sale: saleOf(EMPTY_CART) }, { sale: null }, { sale, isLocked: true }]) {
      await put({ sale })
      await expect.poll(said).toContain('Pan marraqueta')
      await put(after)
      await expect.poll(said).toMatch(/^Almacén Don Pepe\s+Bienvenidos$/)
    }
  })

  it('forgets the sale while the core is away, and has it again when it is back', async () => {
    await put({ sale: saleOf(cartOf(['Pan marraqueta'])) }, { language: 'en' })
    // A browser that translates a page writes its own language there.
    await page.locator('html').evaluate((html) => html.setAttribute('lang', 'de'))
    isAway = true
    const held = waiting
    waiting = []
    await Promise.all(held.map((route) => route.abort()))
    await page.locator('#root[data-view=idle]').waitFor()
    await expect.poll(said).toBe('Welcome')
    isAway = false
    await page.locator('#root[data-view=sale]').waitFor()
    await expect.poll(said).toContain('Pan marraqueta')
  })

  it.each([
    [
      'es',
      /Gracias[\s\S]*Total[\s\S]*Ahorró[\s\S]*Recibido[\s\S]*Vuelto\s+\$10\s+Comprobante provisorio/,
    ],
    ['en', /Thank[\s\S]*Total[\s\S]*Change\s+\$10\s+Provisional/],
  ] as const)('thanks in %s with the change, whole on every size', async (language, words) => {
    const sums = {
      toCollectClp: clp(99_999_990),
      tenderedClp: clp(100_000_000),
      changeClp: clp(10),
    }
    const document = { kind: 'provisional' } as const
    const charged = { ...sums, savedClp: clp(9_999_990), document }
    await put({ charged, code: CODE }, { language, shopName: LONG })
    await expect.poll(said).toMatch(words)
    expect(await page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${language}`))
    await fits()
  })
})
