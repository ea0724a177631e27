/** Hands of the till driver at the screen: what a cashier scans, types and presses, and reads. */
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { cartTotals, EMPTY_CART } from '#shared/selling/cart/cart.ts'
import { CREDIT_ID } from '#shared/selling/payment/payment-method.ts'
import { paperOf } from '../support/port-hands.ts'
import { sendScan } from '../support/scan-in-page.ts'
import {
  outOf,
  type Answer,
  type Buyer,
  type Hands,
  type Paid,
  type Paper,
  type PayAnswer,
} from '../support/till-driver.ts'
import type { TillApi } from '#shared/bridge/contract.ts'

/** The machine may be busy; how long a step takes is not what a story is about. */
const PATIENT = { timeout: 60_000 }
/** More than any story makes. */
const SALES_MAX = 100
const BUTTONS: Readonly<Record<string, string>> = { EF: 'pay-cash', TC: 'pay-card' }

/** What a cashier reads where a button is not there. */
const NOT_OFFERED = 'La pantalla no lo ofrece.'

/** What a screen does not show, or cannot bring about. */
export interface BehindTheScreen {
  /** Papers of the newest sales, the newest first. */
  papers(sales: number): Promise<readonly (readonly Paper[])[]>
  setOnline(isOnline: boolean): Promise<void> | void
  /** Ends the till without a word and opens it again, or only its page. */
  restart(): Promise<unknown>
}

interface HeldCounter {
  readonly page: Page
  readonly till: {
    readonly api: TillApi
    readonly world: { setOnline(isOnline: boolean): Promise<void> | void }
  }
}

/** A page that may be another one after a restart. */
export interface Screen {
  readonly page: Page
}

/** On a core in this process, which outlives its page. */
export function counterHands({ page, till }: HeldCounter): Hands {
  return screenHands(
    { page },
    {
      async papers(sales) {
        const { rows } = till.api.listReceipts({
          cursor: null,
          limit: sales,
          text: '',
          onlyPending: false,
        })
        return rows.map(({ saleId }) => {
          const found = till.api.receipt(saleId)
          return found.ok ? found.value.papers.map(paperOf).sort() : []
        })
      },
      setOnline: (isOnline) => till.world.setOnline(isOnline),
      async restart() {
        // What was done last is on its way to the core; a till that dies before it has come is
        // test/crash's affair.
        const shown = Number((await page.getByTestId('cart-total').innerText()).replace(/\D/g, ''))
        await expect
          .poll(() => cartTotals(till.api.loadDraft().sale?.cart ?? EMPTY_CART).totalClp, PATIENT)
          .toBe(shown)
        await page.reload()
      },
    },
  )
}

/** On any core. */
export function screenHands(screen: Screen, behind: BehindTheScreen): Hands {
  const at = (testId: string) => screen.page.getByTestId(testId)
  const isShown = (testId: string) => at(testId).isVisible()
  const press = (key: string) => screen.page.keyboard.press(key)
  const numberIn = async (testId: string) =>
    Number(((await at(testId).textContent()) ?? '').replace(/\D/g, ''))
  const words = async (testId: string) =>
    ((await isShown(testId)) ? await at(testId).textContent() : '') ?? ''
  const issued = async () =>
    /emitida N° (\d+)/i.exec((await words('issue-state')) || (await words('detail-state')))?.[1]
  const newest = async () => (await behind.papers(1))[0] ?? []
  const toSale = async () => {
    if (await isShown('receipts-search')) await press('F8')
  }
  return {
    async scan(code) {
      await toSale()
      const cart = async () => (await at('cart-line').allInnerTexts()).join('|')
      const before = (await isShown('search')) ? await cart() : ''
      await screen.page.evaluate(sendScan, code)
      await expect
        .poll(async () => (await isShown('weight')) || (await cart()) !== before, PATIENT)
        .toBe(true)
      if (await isShown('weight')) await fillWeight(screen, '1')
    },
    async weigh(code, text) {
      await toSale()
      await screen.page.evaluate(sendScan, code)
      await fillWeight(screen, text)
    },
    ...editing(screen),
    openPayment: (buyer) => openPayment(screen, buyer),
    pay: (parts, buyer) => pay(screen, parts, buyer),
    async giveBack(pieces, method) {
      await openReceipts(screen)
      await choose(at('receipt-row').filter({ hasNotText: 'Nota de crédito' }).first())
      await at('detail-state').waitFor()
      if (!(await isShown('return-receipt'))) return { ok: false, message: NOT_OFFERED }
      await at('return-receipt').click()
      await at('return-total').waitFor()
      if (pieces === 'all') await at('return-all').click()
      else
        for (const [line, count] of pieces.entries())
          await at('back-quantity')
            .nth(line)
            .fill(count === 0 ? '' : String(count).replace('.', ','))
      await at('reason-preset').first().click()
      await at(`refund-${method}`).click()
      await at('confirm-return').click()
      await at('handed-over').waitFor()
      return { ok: true, givenBackClp: await numberIn('handed-over') }
    },
    reprint: () => press('F6'),
    deleteReceipt: (reason) => deleteReceipt(screen, reason),
    async mend({ rut, legalName }) {
      await openNewest(screen)
      await at('mend-rut').fill(rut)
      await at('mend-legalName').fill(legalName)
      await at('resend-fixed').click()
      return answered(screen, async () => !(await isShown('mend-rut')))
    },
    async restart() {
      await behind.restart()
      await at('search').waitFor()
    },
    async setOnline(isOnline) {
      await behind.setOnline(isOnline)
      await at('connection')
        .filter({ hasText: isOnline ? 'En línea' : 'Sin conexión' })
        .waitFor({ timeout: PATIENT.timeout })
    },
    look: {
      cartClp: async () => ((await isShown('cart-total')) ? numberIn('cart-total') : Number.NaN),
      cartLines: () => at('cart-line').count(),
      splitClp: async () => ((await isShown('split-sum')) ? numberIn('split-sum') : Number.NaN),
      isIssued: async () => (await issued()) !== undefined,
      folio: async () => Number((await issued()) ?? Number.NaN),
      pendingCount: async () => Number(await at('pending-count').getAttribute('data-count')),
      papers: newest,
      printed: async () => outOf(await newest()),
      everyPaper: () => behind.papers(SALES_MAX),
      async folios() {
        await openReceipts(screen)
        const rows = await at('receipt-row').allInnerTexts()
        return rows.map((row) => {
          const folio = /N° (\d+)/.exec(row)?.[1]
          return folio === undefined ? null : Number(folio)
        })
      },
      async fieldErrors() {
        await openNewest(screen)
        return words('field-errors')
      },
    },
    eventually: (look, expected) => expect.poll(look, PATIENT).toEqual(expected),
  }
}

async function fillWeight({ page }: Screen, text: string): Promise<void> {
  await page.getByTestId('weight').fill(text)
  await page.keyboard.press('Enter')
  await page.getByTestId('weight').waitFor({ state: 'detached' })
}

/** What is done to the cart, and to its line touched last. */
function editing({
  page,
}: Screen): Pick<
  Hands,
  'addFree' | 'setQuantity' | 'setDiscount' | 'setPrice' | 'setCartDiscount' | 'park' | 'recall'
> {
  const at = (testId: string) => page.getByTestId(testId)
  const apply = async () => {
    await at('apply').click()
    await at('apply').waitFor({ state: 'detached' })
  }
  const edit = async (button: string, field: string, text: string) => {
    await at(button).click()
    await at(field).fill(text)
    await apply()
  }
  return {
    async addFree({ clp, isExempt }) {
      if (!(await at('search').isVisible())) await page.keyboard.press('F8')
      await at('search').waitFor()
      await page.keyboard.press('F4')
      await at('free-price').fill(String(clp))
      if (isExempt) await page.getByText('Exento de IVA').click()
      await apply()
    },
    setQuantity: (text) => edit('edit-quantity', 'quantity', text),
    setDiscount: (given) => edit('edit-discount', 'discount', String(given)),
    setPrice: (clp) => edit('edit-price', 'line-price', String(clp)),
    async setCartDiscount(given) {
      await page.keyboard.press('Shift+F7')
      await at('discount').fill(String(given))
      await apply()
    },
    async park(name) {
      await page.keyboard.press('Shift+F12')
      await at('parked-name').fill(name)
      await apply()
    },
    async recall(name) {
      if (!(await at('search').isVisible())) await page.keyboard.press('Enter')
      await at('parked-count').click()
      await at('parked-sale').filter({ hasText: name }).click()
      await at('cart-line').first().waitFor()
    },
  }
}

async function openPayment({ page }: Screen, buyer: Buyer | null): Promise<void> {
  const at = (testId: string) => page.getByTestId(testId)
  if (!(await at('tendered').isVisible())) await page.keyboard.press('F12')
  await at('tendered').waitFor()
  if (buyer === null) return
  await at('customer-rut').fill(buyer.rut)
  await at('customer-legalName').fill(buyer.legalName)
}

async function pay(
  screen: Screen,
  parts: readonly Paid[],
  buyer: Buyer | null,
): Promise<PayAnswer> {
  const { page } = screen
  const at = (testId: string) => page.getByTestId(testId)
  await openPayment(screen, buyer)
  for (const [index, { method, amountClp, reference }] of parts.entries()) {
    if (method === CREDIT_ID) {
      await at('use-credit').click()
      await at('credit-name').fill(reference)
      await at('credit-use').click()
      await at('credit-use').waitFor({ state: 'detached' })
      continue
    }
    await at(BUTTONS[method] ?? `pay-${method}`).click()
    if (reference !== '') await at('reference').fill(reference)
    await at('tendered').fill(amountClp === null ? '' : String(amountClp))
    if (index < parts.length - 1) await at('add-payment').click()
  }
  await at('confirm-payment').click()
  const refused = page.getByRole('alert').first()
  await expect
    .poll(async () => (await at('change').isVisible()) || (await refused.isVisible()), PATIENT)
    .toBe(true)
  if (!(await at('change').isVisible()))
    return { ok: false, message: (await refused.textContent()) ?? '' }
  const hasChange = await page.getByRole('heading', { name: 'Su vuelto' }).isVisible()
  return {
    ok: true,
    changeClp: hasChange
      ? Number(((await at('change').textContent()) ?? '').replace(/\D/g, ''))
      : 0,
  }
}

/** The list as it is now: it has been read, and drawn. */
async function openReceipts({ page }: Screen): Promise<void> {
  if (await page.getByTestId('receipts-search').isVisible()) return
  const isRead = page.waitForResponse((answer) => answer.url().includes('listReceipts'))
  await page.keyboard.press('F9')
  await (await isRead).finished()
  await page.getByTestId('receipt-row').first().waitFor()
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

/** By its key: a press of the mouse faster than any eye means the row that stood there before. */
const choose = (row: Locator) => row.press('Enter')

/** Whatever was made last; it stays open. */
async function openNewest(screen: Screen): Promise<void> {
  await openReceipts(screen)
  const row = screen.page.getByTestId('receipt-row').first()
  if ((await row.getAttribute('aria-current')) !== 'true') await choose(row)
  await screen.page.getByTestId('detail-state').waitFor()
}

async function deleteReceipt(screen: Screen, reason: string): Promise<Answer> {
  const at = (testId: string) => screen.page.getByTestId(testId)
  if (!(await at('delete-reason').isVisible())) {
    await openNewest(screen)
    await screen.page.keyboard.press('Shift+Delete')
  }
  await at('delete-reason').fill(reason)
  await at('delete-confirm').click()
  return answered(screen, async () => !(await at('delete-reason').isVisible()))
}

/** An order is done when what it was given in is gone; else it says why not. */
async function answered({ page }: Screen, isDone: () => Promise<boolean>): Promise<Answer> {
  const refused = page.getByRole('alert').first()
  await expect.poll(async () => (await isDone()) || (await refused.isVisible()), PATIENT).toBe(true)
  return (await isDone())
    ? { ok: true }
    : { ok: false, message: (await refused.textContent()) ?? '' }
}
