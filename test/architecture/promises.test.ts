/**
 * What a till in a Chilean shop has to do, and what tills elsewhere are complained of, row by row, each with the test
 * that holds it. A test that is renamed or removed is missed here. Rows of shifts and reports are not built yet.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, sourceFiles } from '../support/source-files.ts'

/** A test file and words of the title of a test in it. */
type Held = readonly [file: string, title: string]
type Row = readonly [row: string, ...held: Held[]]

const STORIES = 'test/renderer/stories.test.ts'
const SELLING = 'test/renderer/selling.test.ts'
const PAYING = 'test/renderer/paying-stories.test.ts'
const FIRST_TIMER = 'test/e2e/first-timer.test.ts'
const COUNTER_STORY = 'test/e2e/counter-story.test.ts'
const PAYMENT = 'shared/payment/payment.test.ts'
const STUCK = 'electron/till/sync/stuck-receipts.test.ts'
const SYNC = 'electron/till/sync/sync-worker.test.ts'
const RETURNS = 'electron/till/returns/returns.test.ts'
const STAFF = 'electron/till/staff/staff.test.ts'

/** What misleads a cashier, what rounding spoils, and what a scanner does to a screen. */
const FAILURES: readonly Row[] = [
  ['closed over what was not sent, without a word', [SELLING, 'is not closed over a receipt that has not gone out']],
  ['an error that names no sale; a queue that never reaches a service on this machine', [STUCK, 'shows the field, takes another buyer'], [COUNTER_STORY, 'survives restarts of till and service']],
  ['a green connection over receipts that did not go out', [STORIES, 'shows connection and backlog apart'], [STUCK, 'tells folios left, the clock of the service']],
  ['a sale with paper in the hand that becomes a draft again', ['test/architecture/promises.test.ts', 'a sale is never rewritten'], ['test/crash/crash-sweep.test.ts', 'loses nothing and leaves nothing half-done']],
  ['a sale left open for a hundredth; change of a peso that is not there', [PAYMENT, 'always balances'], ['shared/money/clp.test.ts', 'refuses what is not whole pesos']],
  ['the rest in cash has to be pressed twice', [PAYMENT, 'what is still due by a method is exactly what settles with it'], [PAYING, 'splits a payment by keyboard']],
  ['rounding left out of sums, kept when a card pays, or letting too little through', [PAYMENT, 'rounds the cash remainder only'], [PAYMENT, 'the card takes the rest to the peso'], ['electron/till/sales/payments.test.ts', 'the document keeps the exact total']],
  ['money rounded on the screen only', ['electron/till/sales/payments.test.ts', 'are one sale: the document keeps the exact total'], ['shared/document/receipt-document.test.ts', 'comes back as the same gross lines']],
  ['a scan typed into the quantity', [STORIES, 'hears the scanner on every screen of the sale, wherever the focus is']],
  ['prefixes, short and misread codes taken or dropped in silence', ['renderer/scanner/scan-detector.test.ts', 'finds every code a scanner sends'], ['shared/core/core.test.ts', 'lose control characters and symbology prefixes'], ['shared/core/core.test.ts', 'report a wrong check digit'], [STORIES, 'what is typed in the search field']],
  ['the same receipt given back more than once, offline too', [RETURNS, 'gives back each share to the peso in any parts'], [RETURNS, 'is one return however often the key is pressed']],
  ['the focus left where the next scan does harm', [STORIES, 'hears the scanner on every screen'], [SELLING, 'locks, sells nothing meanwhile']],
]

/** What a shop cannot do without at the counter, offline, from its hardware, and for its people. */
const MUSTS: readonly Row[] = [
  ['scanner adds, again adds one more', [STORIES, 'hears the scanner on every screen'], ['shared/cart/cart.test.ts', 'adds the same product to its line']],
  ['search by name, code, pieces, without accents', ['shared/catalogue/product-index.test.ts', 'finds a piece of a barcode'], ['electron/till/catalogue/catalogue.test.ts', 'forgives typing mistakes']],
  ['categories and favourites', [SELLING, 'shows a shelf by key and by finger'], ['shared/catalogue/product-index.test.ts', 'filters by shelf']],
  ['a whole sale by keyboard', [STORIES, 'without the mouse']],
  ['a whole sale by touch, with keypads', [STORIES, 'works by touch alone'], [FIRST_TIMER, 'ten receipts']],
  ['decimal quantities; labels with weight or price', ['shared/money/quantity.test.ts', 'reads «%s»'], ['shared/catalogue/scale-label.test.ts', 'carries grams or pesos'], [SELLING, 'divides the labels of the shop']],
  ['discounts on line and sale, with limits by role', ['shared/cart/cart.test.ts', 'takes off exactly that amount to the peso'], ['shared/staff/rights.test.ts', 'is never less than the limits'], [SELLING, 'asks for a PIN over the shoulder']],
  ['a free amount', [STORIES, 'adds a free amount, exempt']],
  ['several sales parked and recalled', ['electron/till/parked/parked.test.ts', 'come back whole after a restart'], [SELLING, 'parks a sale by keyboard']],
  ['several payments in one sale', [PAYMENT, 'always balances'], [PAYING, 'splits a payment by keyboard']],
  ['tendered, change, quick amounts', [PAYMENT, 'offers only sums that pay'], [FIRST_TIMER, 'ten receipts']],
  ['cash rounding apart from the total', [PAYMENT, 'rounds the cash remainder only'], ['shared/money/clp.test.ts', 'gives a multiple of ten']],
  ['39 or 41 by what is sold', ['electron/till/sales/sales.test.ts', 'is a 41 when every line is exempt'], ['shared/document/receipt-document.test.ts', 'chooses the type by the lines']],
  ['the buyer by RUT; named from 135 UF on', [PAYING, 'stops at 135 UF'], ['electron/till/sales/payments.test.ts', 'found by RUT and by name']],
  ['gives back from the original receipt, by line, never more than was paid', [RETURNS, 'gives back each share to the peso in any parts'], [RETURNS, 'is not the cashier alone']],
  ['the value of a return pays for the next sale', [RETURNS, 'pays once']],
  ['gives back without network too', [RETURNS, 'a numbered receipt comes back at once']],
  ['sells without network and switches by itself', ['electron/till/sales/selling-stories.test.ts', 'opens for the first time with no network at all'], [COUNTER_STORY, 'sells online and offline']],
  ['the connection always in sight', [STORIES, 'shows connection and backlog apart']],
  ['what is not sent, with retry', [STORIES, 'explains a receipt that needs a person'], [SYNC, 'keeps every receipt, says why, and goes on when the key is mended']],
  ['not closed over unsent receipts without being told', [SELLING, 'is not closed over a receipt']],
  ['a failing document stands aside, the rest goes on', [SYNC, 'is set aside with its cause and does not hold the others']],
  ['opens with no network at all', ['electron/till/sales/selling-stories.test.ts', 'opens for the first time with no network at all']],
  ['ESC/POS on USB, 58 and 80 mm', ['test/usb/usb-printing.test.ts', '%s'], ['test/golden/paper.test.ts', 'test page']],
  ['the drawer on cash, and without a sale by permission', ['electron/till/sales/payments.test.ts', 'open the drawer when one of them does'], [STAFF, 'opens the drawer without a sale'], [SELLING, 'opens the drawer without a sale with a PIN']],
  ['a PIN each, fast hand-over', [STAFF, 'puts the name of whoever serves on the sale'], [SELLING, 'locks, sells nothing meanwhile']],
  ['locks itself when nobody touches it', [SELLING, 'locks itself when nobody touches it'], ['renderer/staff/auto-lock.test.ts', 'counted from the last touch']],
  ['roles with rights, enforced by the core', [STAFF, 'refuses at the commit what goes beyond the rights'], [STAFF, 'lets the owner move the limits']],
  ['a PIN over the shoulder, named on the receipt', [STAFF, 'takes a PIN over the shoulder for this sale and this line only'], [SELLING, 'asks for a PIN over the shoulder']],
  ['a log of risky actions', [STAFF, 'remembers lines that vanish'], [STAFF, 'remembers how many of something were taken off a line'], [STAFF, 'keeps its log']],
  ['the key never reaches the screen', [STORIES, 'shows only the tail of a good key'], ['electron/main/shell.test.ts', 'is sealed by the operating system']],
]

/** Titles of tests, however they are written: `it('…'`, `it.each(…)('…'`, and keys of a table of stories. */
function titlesOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').split('\n').filter((line) => /\b(?:it|test|describe)\b.*['"`(]|^\s*\]?\)\('|^ {2}'.*:/.test(line)).join('\n')
}

describe.each([['what tills elsewhere are complained of', FAILURES], ['what a shop cannot do without', MUSTS]] as const)('%s', (_, rows) => {
  it.each(rows.map(([row, ...held]) => [row, held] as const))('%s', (_row, held) => {
    expect(held.length).toBeGreaterThan(0)
    expect(held.filter(([file, title]) => !titlesOf(file).includes(title))).toEqual([])
  })
})

it('a sale is never rewritten: no statement of the till changes or removes one, its lines or its payments', () => {
  const code = sourceFiles(['electron/till']).filter(({ path }) => !path.includes('migrations') && !path.endsWith('.test.ts'))
  const rewriting = code.filter(({ text }) => /\b(?:UPDATE|DELETE FROM|REPLACE INTO)\s+(?:sale|sale_line|sale_payment)\b/.test(text))
  expect(code.length).toBeGreaterThan(20)
  expect(rewriting.map(({ path }) => path)).toEqual([])
})
