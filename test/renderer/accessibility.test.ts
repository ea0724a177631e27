/**
 * Nothing for axe-core to find on any screen, in either theme, lying or standing; no target smaller
 * than a finger, no focus that cannot be seen, and nothing that moves for whoever asked for calm.
 * The light one is the development build, so that every screen was also looked at by React.
 */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { openCore, type CounterCore } from './counter-core.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import { buildDevelopmentScreen } from './development-screen.ts'
import { findMoving, findSmallTargets } from './out-of-hand.ts'
import { PINS } from '../support/crew.ts'
import { PRODUCTS, UNKNOWN_CODE as unknown } from './counter-shop.ts'
import { SECTIONS } from './setting-sections.ts'

const bread = PRODUCTS[0]?.code
/** What a finger in a hurry hits; WCAG 2.2 asks for 24. */
const FINGER_PX = 44
const FOCUS_STEPS = 24
let developmentRoot: string | undefined

afterAll(() => {
  if (developmentRoot !== undefined) rmSync(developmentRoot, { recursive: true, force: true })
})

describe.skipIf(NO_CHROMIUM !== null).each([
  ['light, 1024 x 768', { colorScheme: 'light', viewport: { width: 1024, height: 768 } }],
  ['dark, portrait tablet', { colorScheme: 'dark', viewport: { width: 768, height: 1024 } }],
] as const)('axe-core finds nothing (%s)', (_, options) => {
  let own: Counter<CounterCore>
  beforeAll(async () => {
    if (options.colorScheme === 'light') developmentRoot = await buildDevelopmentScreen()
    const root = options.colorScheme === 'light' ? developmentRoot : inject('screenRoot')
    own = await openCounter(await sharedChromium(), root ?? '', options, await openCore())
  })
  afterAll(() => own?.close())

  it('on any screen of a sale, its dialogs, the receipts, a return and the settings', async () => {
    const found: Record<string, string[]> = {}
    const check: Check = async (screen, { isPopoverOpen = false } = {}) => {
      const problems = [
        ...(await own.accessibilityProblems({ isPopoverOpen })),
        ...(await own.page.evaluate(findSmallTargets, FINGER_PX)),
      ]
      if (problems.length > 0) found[screen] = problems
    }
    await check('empty sale')
    expect(await unseenFocus(own), 'focus not visible').toEqual([])
    await sell(own, check)
    await handOver(own, check)
    await pay(own, check)
    await takeBack(own, check)
    await lookBack(own, check)
    await keepGoods(own, check)
    await readReports(own, check)
    await setUp(own, check)
    expect(found).toEqual({})
    expect(own.complaints).toEqual([])
  })

  it('begins no transition for whoever asked for calm, also where every colour changes', async () => {
    expect(await own.page.evaluate(begunByAnotherTheme)).toBe(0)
  })
})

/** Runs in the page: transitions of its elements, however short. */
async function begunByAnotherTheme(): Promise<number> {
  let begun = 0
  document.addEventListener('transitionrun', () => void (begun += 1), true)
  const { dataset } = document.documentElement
  dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark'
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return begun
}

type Check = (screen: string, options?: { readonly isPopoverOpen?: boolean }) => Promise<void>

async function sell(own: Counter<CounterCore>, check: Check): Promise<void> {
  await own
    .scan(bread ?? '')
    .scan(unknown)
    .find('search-trouble')
  await check('sale with trouble')
  await own.tap('create-product', 'save-product')
  await check('product dialog')
  await own.press('Escape', 'Escape').tap('edit-discount')
  await check('discount')
  await own.press('Escape', 'F6')
  await check('quantity')
  await own.press('Escape', 'F4')
  await check('free amount')
  await own.press('Escape', 'F5').type('price-code', 'pa').press('Enter')
  await own.page.getByText('Agregar', { exact: true }).first().waitFor()
  await check('prices')
  await own.press('Escape', 'Shift+F4')
  await check('note')
  await own.press('Escape', 'Shift+Delete')
  await check('empty the sale')
  await own.press('Escape')
}

async function keepGoods(own: Counter<CounterCore>, check: Check): Promise<void> {
  await own.press('Shift+F9').find('goods-row')
  await check('catalogue')
  await own.page.getByTestId('goods-row').first().click()
  await own.find('goods-cost')
  await check('product of the catalogue')
  for (const [key, dialog] of [
    ['F7', 'categories'],
    ['F6', 'import'],
    ['F3', 'many'],
    ['F5', 'export'],
  ] as const) {
    await own.press('Escape', key)
    await own.page.getByRole('dialog').waitFor()
    await check(dialog)
  }
  await own.press('Escape')
}

async function readReports(own: Counter<CounterCore>, check: Check): Promise<void> {
  await own.press('Shift+F10')
  for (const [part, table] of [
    ['totals', 'table-f29'],
    ['products', 'table-categories'],
    ['documents', 'report-quiet'],
  ] as const) {
    await own.page.getByTestId(`part-${part}`).click()
    await own.find(table)
    await check(`report: ${part}`)
  }
  await own.press('F8')
}

async function handOver(own: Counter<CounterCore>, check: Check): Promise<void> {
  await own.till.world.hire()
  await own
    .see('nav-staff', 'Camila')
    .press('Shift+F6')
    .type('line-price', '5')
    .press('Enter')
    .find('needs')
  await check('permission')
  await own.press('Escape', 'Shift+F12').find('parked-name')
  await check('park')
  await own.press('Enter').see('parked-count', '1')
  await check('sale with one parked')
  await own.press('Shift+F8')
  await check('parked sales')
  await own.press('Enter')
  await own.page.getByTestId('parked-sale').waitFor({ state: 'detached' })
  await own.press('Shift+F1').find('pin')
  await check('another cashier')
  await own.tap('lock').read('¿Quién atiende?')
  await check('locked')
  await own.type('pin', PINS.owner)
  await own.page.getByText('Paula', { exact: true }).click()
  await own.type('pin', PINS.owner).press('Enter').see('nav-staff', 'Paula').press('F1')
  await check('manual')
  await own.press('Escape', 'Control+F1')
  await check('shortcuts')
  await own.press('Escape')
}

async function pay(own: Counter<CounterCore>, check: Check): Promise<void> {
  await own.press('F12').type('customer-rut', '1-1').type('tendered', '1').tap('confirm-payment')
  await check('payment with trouble')
  await own.tap('pay-card')
  await check('card')
  await own.type('customer-rut', '').tap('confirm-payment').find('paper-image')
  await check('result')
}

async function takeBack(own: Counter<CounterCore>, check: Check): Promise<void> {
  await own.press('F7').tap('return-receipt').find('return-total')
  await own.page.getByTestId('back-quantity').fill('9')
  await own.tap('confirm-return')
  await own.page.getByRole('alert').first().waitFor()
  await check('return with trouble')
  await own.page.getByTestId('back-quantity').fill('1')
  await own.tap('reason-preset', 'refund-NC')
  await check('return')
  await own.tap('confirm-return').find('paper-image')
  await check('returned')
  await own
    .press('Enter')
    .scan(bread ?? '')
    .press('F12')
    .tap('use-credit')
  await check('paid by what came back')
  await own.press('Escape')
}

async function lookBack(own: Counter<CounterCore>, check: Check): Promise<void> {
  const { world } = own.till
  await own.press('F12')
  await world.setOnline(false)
  await own.tap('confirm-payment').find('paper-image')
  await check('result offline')
  world.setPrinterTrouble('PAPER_OUT')
  world.setStatus({ clockSkewMs: 300_000 })
  await own.press('F7').tap('delete-receipt')
  await check('delete')
  await own.press('Escape')
  await own.page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await own.find('keep-open')
  await check('closing')
  await own.press('Escape')
  await world.refuseDocuments('receiver.rut', 'FIELD_VALIDATION')
  await own.find('resend-fixed')
  await check('receipt that was refused')
  await own.tap('connection')
  await check('connection', { isPopoverOpen: true })
  await own.press('Escape')
}

async function setUp(own: Counter<CounterCore>, check: Check): Promise<void> {
  await own.press('F10').read('Epson')
  await check('settings')
  for (const section of ['scale', 'support', 'updates', ...SECTIONS]) {
    await own.tap(`settings-nav-${section}`)
    await check(`settings-${section}`)
  }
  await own.tap('open-audit').find('audit')
  await check('audit')
  await own.press('Escape').tap('settings-nav-printer', 'set-up-virtual-80').find('save-printer')
  await check('printer', { isPopoverOpen: true })
}

/**
 * Goes along with Tab. Whatever has the focus must show it, by an outline of its own or of its
 * frame.
 */
async function unseenFocus(counter: Counter<CounterCore>): Promise<string[]> {
  const unseen: string[] = []
  for (let step = 0; step < FOCUS_STEPS; step += 1) {
    await counter.press('Tab')
    const name = await counter.page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return null
      const isOutlined = (element: Element | null) => {
        const style = element === null ? null : getComputedStyle(element)
        return (
          style !== null && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
        )
      }
      return isOutlined(focused) || isOutlined(focused.closest('label'))
        ? null
        : focused.outerHTML.slice(0, 120)
    })
    if (name !== null) unseen.push(name)
  }
  return [...unseen, ...(await counter.page.evaluate(findMoving))]
}
