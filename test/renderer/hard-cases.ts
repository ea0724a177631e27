/**
 * What a gallery leaves out: full carts, long names, large amounts, every state of a receipt, and a
 * core that is silent.
 */
import type { PrintJobId } from '#shared/core/brand.ts'
import { openCore, type CounterCore } from './counter-core.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import type { Gallery, Take } from './gallery.ts'
import { startScreenHost } from './screen-host.ts'
import { tapProduct } from '../support/tap-product.ts'
import type { IssueState } from '#shared/issuing/issue-moves.ts'
import type { PaperView, ReceiptDetail } from '#shared/receipts/views.ts'

const LONG_NAME = 'Detergente líquido concentrado ropa blanca y de color, aroma lavanda, 5 litros'
const LONG_PERSON =
  'Sociedad Agrícola, Ganadera y Forestal Hermanos Aguirrebengoa Undurraga Limitada'
const FULL_CART = 30

/** A cart that is long, dear and has been worked on. */
export async function sellMuch(counter: Counter<CounterCore>, take: Take): Promise<void> {
  await counter.press('F8')
  await freeLine(counter, LONG_NAME, '87654321')
  await freeLine(counter, 'Refrigerador industrial', '99999999')
  for (let tile = 0; tile < FULL_CART - 2; tile += 1) await tapProduct(counter.page, tile % 28)
  await counter.page
    .getByTestId('cart-line')
    .nth(FULL_CART - 1)
    .waitFor()
  await take('sale-full')
  await counter.press('Shift+F7').type('discount', '1234567').press('Enter')
  await counter.page.getByTestId('discount').waitFor({ state: 'detached' })
  await counter.page.getByTestId('cart-line').first().getByRole('button').first().click()
  await counter.press('Shift+F4').type('line-note', 'Despacho el martes, llamar antes')
  await take('note')
  await counter.press('Enter', 'Shift+F6').type('line-price', '76543210')
  await take('line-price')
  await counter.press('Enter')
  await take('sale-full-top')
  await counter.press('Shift+Delete')
  await take('clear-cart')
  await counter.press('Escape', 'F12').type('tendered', '200000000').tap('confirm-payment')
  await counter.page.getByRole('alert').first().waitFor()
  await take('payment-much-too-much')
  await counter.type('tendered', '180000000').tap('confirm-payment')
  await counter.page.getByRole('alert').first().waitFor()
  await take('payment-must-name')
  await counter
    .type('customer-rut', '76192083-9')
    .type('customer-legalName', LONG_PERSON)
    .type('customer-phone', '+56 9 5555 0123, +56 2 2555 0123 anexo 4567')
    .type('customer-email', 'adquisiciones.zona.sur@hermanos-aguirrebengoa.cl')
  await take('payment-contact-long')
  await counter.type('customer-phone', '+56 9 5555 0123')
  counter.till.world.failCommits(true)
  await counter.tap('confirm-payment').find('payment-unanswered')
  await take('payment-unanswered')
  counter.till.world.failCommits(false)
  await counter.tap('confirm-payment').find('paper-image')
  await take('result-large')
  await counter.press('F7').find('paper-image')
  await take('receipt-large')
}

async function freeLine(counter: Counter<CounterCore>, name: string, price: string): Promise<void> {
  await counter.press('F4').type('free-price', price).type('free-name', name).press('Enter')
  await counter.page.getByTestId('free-price').waitFor({ state: 'detached' })
}

/** The return of the large receipt: refused, kept for an exchange, spent. */
export async function returnMuch(counter: Counter<CounterCore>, take: Take): Promise<void> {
  await counter.tap('return-receipt').find('return-total').tap('confirm-return')
  await take('return-empty')
  await counter.page.getByTestId('back-quantity').first().fill('7')
  await counter.page.getByTestId('back-quantity').nth(1).fill('1')
  await counter.tap('confirm-return')
  await take('return-trouble')
  await counter.page.getByTestId('back-quantity').first().fill('1')
  await counter.tap('refund-PE')
  await take('return-transfer')
  await counter.tap('refund-NC').tapNth('reason-preset', 0)
  await take('return-kept')
  await counter.tap('confirm-return').find('paper-image')
  await take('returned-kept')
  await counter.press('Enter')
  for (const tile of [3, 4]) await tapProduct(counter.page, tile)
  await counter.press('F12').find('use-credit')
  await take('payment-credit')
  const [note] = counter.till.api.listReceipts({
    cursor: null,
    limit: 1,
    text: '',
    onlyPending: false,
  }).rows
  await counter.tap('use-credit').type('credit-name', String(note?.folio))
  await take('payment-credit-name')
  await counter.tap('credit-use')
  await counter.find('payment-part')
  await take('payment-credit-used')
  await counter.tap('confirm-payment').find('paper-image')
  await take('result-credit')
}

/** An invoice of another till: its form, what is missing, and what it gives back. */
export async function returnOutside(counter: Counter<CounterCore>, take: Take): Promise<void> {
  await counter.press('F9', 'Shift+F4').find('outside-folio')
  await take('outside')
  await counter.press('Shift+Tab', 'ArrowRight', 'ArrowRight').find('outside-commune')
  await counter
    .type('outside-folio', '12')
    .type('outside-date', '19-11-2026')
    .type('outside-total', '11900')
    .type('outside-buyer', '76192083-9')
  await take('outside-invoice')
  await counter.press('Enter')
  await counter.page.locator('[aria-invalid=true]').first().waitFor()
  await take('outside-invoice-trouble')
  await counter
    .type('outside-legalName', LONG_PERSON)
    .type('outside-activity', 'Almacén')
    .type('outside-address', 'Irarrázaval 2401')
    .type('outside-commune', 'Ñuñoa')
    .press('Enter')
    .find('outside-check')
  await take('return-outside')
  await counter.press('Escape').find('return-outside')
}

const STATES: readonly (readonly [
  name: string,
  state: IssueState,
  part: Partial<ReceiptDetail>,
])[] = [
  ['queued', 'queued', { lastErrorCode: 'SERVICE_UNREACHABLE' }],
  ['sending', 'sending', {}],
  ['accepted', 'accepted', {}],
  ['reconciling', 'reconciling', {}],
  [
    'rejected',
    'rejected',
    {
      lastErrorCode: 'FIELD_VALIDATION',
      fieldErrors: [
        { field: 'receiver.rut', code: 'invalid', message: 'El RUT no existe en el registro.' },
      ],
    },
  ],
  [
    'deleting',
    'queued',
    {
      deletion: 'asked',
      deletionNote: {
        reason: 'Se cobró dos veces',
        askedBy: 'Camila',
        askedAt: 0 as never,
        problemCode: null,
      },
    },
  ],
  [
    'aside',
    'attention',
    {
      deletion: null,
      deletionNote: null,
      fieldErrors: [],
      setAsideReason: 'Lo ve la contadora el lunes',
    },
  ],
]

/** The newest receipt in each state it can be in, and its paper in trouble. */
export async function showStates(counter: Counter<CounterCore>, take: Take): Promise<void> {
  const { world } = counter.till
  await world.setOnline(false)
  await counter.press('F8')
  await tapProduct(counter.page, 2)
  await counter
    .press('F12')
    .tap('confirm-payment')
    .find('paper-image')
    .press('F7')
    .find('detail-state')
  for (const [name, issueState, part] of STATES) {
    world.amendNewest({ issueState, lastErrorCode: null, lastErrorText: null, ...part })
    await counter.page.getByTestId('detail-state').filter({ hasText: /./ }).waitFor()
    await settled(counter)
    await take(`receipt-${name}`)
  }
  await counter.tap('only-pending')
  await take('receipts-pending')
  world.amendNewest({ setAsideReason: null, issueState: 'queued', lastErrorCode: null, papers: [] })
  await world.setOnline(true)
  await counter.page
    .getByTestId('pending-count')
    .filter({ hasText: 'Sin boletas' })
    .or(counter.page.getByTestId('pending-count').filter({ hasText: 'No receipts' }))
    .waitFor()
  const paper: PaperView = {
    jobId: 'job-x' as PrintJobId,
    kind: 'receipt',
    state: 'held',
    widthMm: 58,
    printerId: 'virtual-80',
    detail: null,
    trouble: null,
    isShrunk: false,
    imagePath: null,
    printedAt: null,
  }
  world.amendNewest({
    papers: [paper, { ...paper, jobId: 'job-y' as PrintJobId, kind: 'copy', state: 'unknown' }],
  })
  await settled(counter)
  await take('receipt-paper-held')
  await counter.type('receipts-search', 'zapatos')
  await settled(counter)
  await take('receipts-none-found')
  await counter.type('receipts-search', '')
}

/** Two pictures later everything the feed announced is drawn. */
async function settled({ page }: Counter<CounterCore>): Promise<void> {
  await page.waitForTimeout(400)
}

/**
 * Before there is an answer, when there is none, and when the core goes away; and a shop on its
 * first day.
 */
export async function beSilent({ browser, root, options, takeOf, begin }: Gallery): Promise<void> {
  const fresh = await openCounter(browser, root, options, await openCore())
  await begin(fresh)
  const takeFresh = takeOf(fresh.page)
  await fresh.press('F9')
  await settled(fresh)
  await takeFresh('receipts-empty')
  await fresh.press('F3')
  await settled(fresh)
  await takeFresh('receipts-none-pending')
  await fresh.press('F8', 'Shift+F8')
  await takeFresh('parked-empty')
  await fresh.close()
  const core = await openCore()
  const host = await startScreenHost(root, core)
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  let answers: 'late' | 'never' = 'late'
  await page.route('**/trpc/**', async (route) => (answers === 'late' ? undefined : route.abort()))
  await page.goto(host.url)
  await page.getByTestId('search').waitFor()
  await page.waitForTimeout(400)
  await takeOf(page)('sale-loading')
  answers = 'never'
  await page.reload()
  await page.getByTestId('core-down').waitFor()
  await takeOf(page)('core-down')
  await page.keyboard.press('F9')
  await page.waitForTimeout(400)
  await takeOf(page)('receipts-failed')
  await page.keyboard.press('F10')
  await page.waitForTimeout(400)
  await takeOf(page)('settings-failed')
  await context.close()
  await host.stop()
  await core.close()
}
