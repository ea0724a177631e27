/**
 * What a till in a Chilean shop has to do, and what tills elsewhere are complained of, row by row,
 * each with the test that holds it. A test that is renamed or removed is missed here. Rows of
 * reports over several shifts are not built yet.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
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
const STUCK = 'electron/till/sync/steps/stuck-receipts.test.ts'
const SYNC = 'electron/till/sync/scheduler/sync-worker.test.ts'
const SYNC_PAPERS = 'electron/till/sync/scheduler/papers.test.ts'
const RETURNS = 'electron/till/returns/returns.test.ts'
const STAFF = 'electron/till/staff/staff.test.ts'
const SALES = 'electron/till/sales/sales.test.ts'
const PAYMENTS = 'electron/till/sales/payments.test.ts'
const CATALOGUE = 'electron/till/catalogue/catalogue.test.ts'
const SCANS = 'renderer/scanner/scan-detector.test.ts'
const SHIFTS = 'electron/till/shifts/shifts.test.ts'
const SHIFT = 'shared/shift/shift.test.ts'
const CRASH = 'test/crash/crash-sweep.test.ts'
const PROCESS = 'test/integration/till-process.test.ts'
const PRINTING_STORY = 'test/integration/printing-story.test.ts'
const PRINTING_PAPER = 'test/integration/printing-paper.test.ts'
const CORE_STORIES = 'electron/till/sales/selling-stories.test.ts'
/**
 * Told by the core, by the screen over a core in memory, and those the service has a say in by the
 * real programs in Chromium.
 */
const STORIES_OF_ALL = 'test/support/selling-stories.ts'

/**
 * Sales lost, doubled or held up, papers, speed and the disk; what misleads a cashier, what
 * rounding spoils, what a scanner does.
 */
const FAILURES: readonly Row[] = [
  [
    'a paid sale lost because it was written late',
    [CRASH, 'loses nothing and leaves nothing half-done'],
    [SALES, 'writes sale, lines, payment, outbox row and print job at once'],
  ],
  [
    'a receipt in the hand and no trace of it after the machine went off',
    [CRASH, 'a power cut at any operation loses no acknowledged sale'],
    [PROCESS, 'killed between commit and sending'],
    [COUNTER_STORY, 'survives restarts of till and service'],
  ],
  [
    'papers printed that never reached the service, without a word',
    [SALES, 'writes sale, lines, payment, outbox row and print job at once'],
    ['test/integration/demo-on-paper.test.ts', 'issues and prints every sale exactly once'],
    [SHIFT, 'reads folios as runs'],
  ],
  [
    'a document taken for sent because it was tried',
    [SYNC, 'sends the same bytes after a lost answer'],
    ['test/crash/whole-life.test.ts', 'nothing lost, nothing half-done'],
  ],
  [
    'one sale stored twice after a timeout',
    [SYNC, 'sends the same bytes after a lost answer'],
    [STUCK, 'is found by reading the folios that can be it'],
    [
      'test/integration/service-first-slice.test.ts',
      'lets one of many simultaneous requests with the same reference win',
    ],
  ],
  [
    'a new sale dropped because its reference was taken',
    ['shared/core/core.test.ts', 'sort by time and keep every random bit'],
    [SYNC, 'never adopts a document that carries another reference'],
    [STUCK, 'a service that gives one document to two sales'],
  ],
  [
    'two programs on one queue',
    [PROCESS, 'a second till on the same data'],
    ['electron/till/db/open-database.test.ts', 'lets one till in'],
  ],
  [
    'a double press charged twice',
    [STORIES, 'charges once however often the key is pressed'],
    [SALES, 'is one sale however often the key is pressed'],
  ],
  [
    'one stuck document holds all later ones',
    [SYNC, 'is set aside with its cause and does not hold the others'],
    [STUCK, 'a receipt that breaks the service each time goes to a person'],
  ],
  [
    'payments that stay behind when the sale goes',
    [PAYMENTS, 'the document keeps the exact total'],
    [SALES, 'writes sale, lines, payment, outbox row and print job at once'],
  ],
  [
    'a printer that fails after the payment, and a receipt nobody finds again',
    [SYNC_PAPERS, 'waits for the printer and comes out once'],
    [PRINTING_STORY, 'with no printer keeps selling'],
    [STORIES, 'finds by folio and by product'],
  ],
  [
    'no paper without a network',
    [SYNC, 'hands over one slip at once'],
    ['test/integration/demo-on-paper.test.ts', 'a slip for those sold offline'],
  ],
  [
    'a second paper by itself, a copy refused, one dead printer before the others',
    [SYNC_PAPERS, 'whose fate is unknown is never sent again by itself'],
    [STORIES_OF_ALL, 'a copy that says so'],
    [SALES, 'keeps no other printer waiting'],
    [PRINTING_STORY, 'when the first is gone, once each and unmarked'],
  ],
  [
    'a receipt too small, wrapped or cut at the side',
    ['test/golden/paper.test.ts', '%i mm'],
    [PRINTING_PAPER, 'as large as one of the printable width'],
    [PRINTING_PAPER, 'nothing is lost at the side'],
  ],
  [
    'ñ and accents that come out as something else',
    ['test/golden/paper.test.ts', 'test page'],
    ['shared/core/core.test.ts', 'keeps Latin-1 and names what is not'],
  ],
  [
    'a large catalogue that keeps the counter waiting; a code looked for among words',
    [CATALOGUE, 'answers while the index of a large catalogue is built'],
    [
      'renderer/stores/known-products.test.ts',
      'asks for no code of a large catalogue once it has read it',
    ],
  ],
  [
    'sales lost with the power; a damaged file and no copy; a SQLite with a known fault',
    [CRASH, 'the control bites'],
    ['electron/till/db/open-database.test.ts', 'synchronous=FULL'],
    ['electron/till/durability/backup-restore.test.ts', 'rescues sales from a damaged database'],
    ['electron/till/durability/disk-trouble.test.ts', 'the SQLite this runs on'],
  ],
  [
    'closed over what was not sent, without a word',
    [SELLING, 'is not closed over a receipt that has not gone out'],
  ],
  [
    'an error that names no sale; a queue that never reaches a service on this machine',
    [STUCK, 'shows the field, takes another buyer'],
    [COUNTER_STORY, 'mends a receipt the service refuses'],
    [COUNTER_STORY, 'survives restarts of till and service'],
  ],
  [
    'a green connection over receipts that did not go out; a till that stays offline',
    [STORIES, 'shows connection and backlog apart'],
    [SYNC, 'keeps every receipt, says why, and goes on when the key is mended'],
    [CORE_STORIES, 'opens for the first time with no network at all'],
    ['test/architecture/promises.test.ts', 'nobody asks the browser'],
  ],
  [
    'a sale with paper in the hand that becomes a draft again',
    ['test/architecture/promises.test.ts', 'a sale is never rewritten'],
    [CRASH, 'loses nothing and leaves nothing half-done'],
  ],
  [
    'a sale left open for a hundredth; change of a peso that is not there',
    [PAYMENT, 'always balances'],
    ['shared/money/clp.test.ts', 'refuses what is not whole pesos'],
  ],
  [
    'the rest in cash has to be pressed twice',
    [PAYMENT, 'what is still due by a method is exactly what settles with it'],
    [PAYING, 'splits a payment by keyboard'],
  ],
  [
    'rounding left out of sums, kept when a card pays, or letting too little through',
    [PAYMENT, 'rounds the cash remainder only'],
    [PAYMENT, 'the card takes the rest to the peso'],
    [PAYMENT, 'lends nothing by rounding'],
    [SHIFT, 'shows the rounding of the law as a line of its own'],
    [PAYMENTS, 'the document keeps the exact total'],
    [RETURNS, 'gives back each share to the peso in any parts'],
  ],
  [
    'money rounded on the screen only',
    ['shared/sale/decide-sale.test.ts', 'to the peso what the cashier saw'],
    [PAYMENTS, 'are one sale: the document keeps the exact total'],
    ['shared/document/receipt-document.test.ts', 'comes back as the same gross lines'],
    [STORIES_OF_ALL, 'split three ways, the rest in cash rounded by law'],
  ],
  [
    'a scan typed into the quantity',
    [STORIES, 'hears the scanner on every screen of the sale, wherever the focus is'],
    [SELLING, 'takes nothing of it for a quantity'],
  ],
  [
    'prefixes, short and misread codes taken or dropped in silence',
    [SCANS, 'finds every code a scanner sends'],
    [SCANS, 'three figures faster than any hand'],
    ['shared/core/core.test.ts', 'lose control characters and symbology prefixes'],
    ['shared/core/core.test.ts', 'report a wrong check digit'],
    [SELLING, 'shows and sounds a scan that went wrong'],
  ],
  [
    'the same receipt given back more than once, offline too',
    [RETURNS, 'gives back each share to the peso in any parts'],
    [RETURNS, 'is one return however often the key is pressed'],
  ],
  [
    'the focus left where the next scan does harm',
    [STORIES, 'hears the scanner on every screen'],
    [SELLING, 'locks, sells nothing meanwhile'],
  ],
  [
    'sold offline, sent after the close, and found in another shift or in none',
    [SHIFTS, 'sent later, and stays in its shift'],
  ],
  [
    'a shift that waits for a network, or is lost on the way',
    [SHIFTS, 'is opened once, however often the key is pressed, and survives a restart'],
    [SHIFTS, 'needs no network'],
  ],
  [
    'no close unless the count is right; the difference nowhere',
    [SHIFTS, 'takes any count with its reason'],
    [SHIFT, 'is taken whatever it adds up to'],
    [SHIFT, 'closes with any count'],
  ],
  [
    'a close that fails over sales long made',
    [SHIFT, 'adds up to the peso, whatever was sold'],
    [SHIFTS, 'is a fact'],
  ],
  [
    'a list that moves under the finger',
    [PAYING, 'opens the row that was seen'],
    ['renderer/receipts/steady-rows.test.ts', 'are pressed as they stood'],
  ],
]

/** What a shop cannot do without at the counter, offline, from its hardware, and for its people. */
const MUSTS: readonly Row[] = [
  [
    'scanner adds, again adds one more',
    [STORIES, 'hears the scanner on every screen'],
    ['shared/cart/cart.test.ts', 'adds the same product to its line'],
  ],
  [
    'search by name, code, pieces, without accents',
    ['shared/catalogue/product-index.test.ts', 'finds a piece of a barcode'],
    ['shared/catalogue/product-index.test.ts', 'the search of the counter'],
    [CATALOGUE, 'forgives typing mistakes'],
  ],
  [
    'tiles that keep their place',
    ['electron/till/catalogue/tiles.test.ts', 'keeps its order whatever sells'],
    ['test/renderer/tiles.test.ts', 'are arranged by two taps, by the mouse, by keyboard'],
    ['test/renderer/layout.test.ts', 'shows the keypad whole'],
  ],
  [
    'categories and favourites',
    [SELLING, 'shows a shelf by key and by finger'],
    ['shared/catalogue/product-index.test.ts', 'filters by shelf'],
  ],
  ['a whole sale by keyboard', [STORIES, 'without the mouse']],
  [
    'a whole sale by touch, with keypads',
    [STORIES, 'works by touch alone'],
    [SELLING, 'changes the price of a line'],
    [FIRST_TIMER, 'ten receipts'],
  ],
  [
    'the weight of a scale on a wire, by itself',
    ['electron/scale/scale.test.ts', 'goes on by itself when it is back'],
    ['shared/scale/scale.test.ts', 'however the bytes are cut'],
    ['test/renderer/weighing.test.ts', 'shows the weight of the scale by itself'],
  ],
  [
    'decimal quantities; labels with weight or price',
    ['shared/money/quantity.test.ts', 'reads «%s»'],
    ['shared/catalogue/scale-label.test.ts', 'carries grams or pesos'],
    [CATALOGUE, 'weigh a product sold by weight to the gram'],
    [STORIES_OF_ALL, 'decimals, a discount'],
    [SELLING, 'divides the labels of the shop'],
  ],
  [
    'discounts on line and sale, in pesos and percent, with limits by role',
    ['shared/cart/cart.test.ts', 'is taken off what is there, also off what is scanned later'],
    [STORIES, 'discounts the whole sale to the peso'],
    ['shared/staff/rights.test.ts', 'is never less than the limits'],
    [SELLING, 'asks for a PIN over the shoulder'],
  ],
  [
    'a free amount',
    [STORIES, 'adds a free amount, exempt'],
    [STORIES_OF_ALL, 'a free amount without IVA'],
  ],
  [
    'several sales parked and recalled',
    ['electron/till/parked/parked.test.ts', 'come back whole after a restart'],
    [SELLING, 'parks a sale by keyboard'],
    [STORIES_OF_ALL, 'a parked sale waits'],
  ],
  [
    'several payments in one sale',
    [PAYMENT, 'always balances'],
    [STORIES_OF_ALL, 'split three ways'],
    [PAYING, 'splits a payment by keyboard'],
  ],
  [
    'tendered, change, quick amounts',
    ['shared/payment/quick-cash.test.ts', 'offers what can be handed over'],
    [FIRST_TIMER, 'ten receipts'],
  ],
  [
    'cash rounding apart from the total',
    [PAYMENTS, 'the document keeps the exact total'],
    [PAYMENT, 'rounds the cash remainder only'],
    ['shared/money/clp.test.ts', 'gives a multiple of ten'],
  ],
  [
    '39 or 41 by what is sold',
    ['electron/till/sales/sales.test.ts', 'is a 41 when every line is exempt'],
    ['shared/document/receipt-document.test.ts', 'chooses the type by the lines'],
  ],
  [
    'the buyer by RUT; named from 135 UF on',
    [PAYING, 'stops at 135 UF'],
    [STORIES_OF_ALL, 'from 135 UF on the law wants to know who buys'],
    ['electron/till/sales/payments.test.ts', 'found by RUT and by name'],
  ],
  [
    'gives back from the original receipt, by line, never more than was paid',
    [RETURNS, 'gives back each share to the peso in any parts'],
    [RETURNS, 'is not the cashier alone'],
  ],
  ['the value of a return pays for the next sale', [RETURNS, 'pays once']],
  [
    'gives back without network too',
    [RETURNS, 'a numbered receipt comes back at once'],
    [STORIES_OF_ALL, 'the credit note by itself'],
  ],
  [
    'sells without network and switches by itself',
    [
      'electron/till/sales/selling-stories.test.ts',
      'opens for the first time with no network at all',
    ],
    [COUNTER_STORY, 'sells online and offline'],
  ],
  ['the connection always in sight', [STORIES, 'shows connection and backlog apart']],
  [
    'deletes what is pending',
    [STORIES_OF_ALL, 'what is pending is deleted with a reason'],
    ['test/integration/deleting-receipts.test.ts', 'deletes what has not gone out'],
  ],
  [
    'what is not sent, with retry',
    [STORIES, 'explains a receipt that needs a person'],
    [SYNC, 'keeps every receipt, says why, and goes on when the key is mended'],
  ],
  ['not closed over unsent receipts without being told', [SELLING, 'is not closed over a receipt']],
  [
    'a failing document stands aside, the rest goes on',
    [SYNC, 'is set aside with its cause and does not hold the others'],
  ],
  [
    'opens with no network at all',
    [
      'electron/till/sales/selling-stories.test.ts',
      'opens for the first time with no network at all',
    ],
    [COUNTER_STORY, 'survives restarts of till and service'],
  ],
  [
    'the receipt at payment, also offline',
    [SYNC, 'issues, fetches the PDF and prints, without anyone'],
    [STORIES_OF_ALL, 'a provisional slip at once'],
    [COUNTER_STORY, 'issues and prints each receipt once'],
  ],
  [
    'any past sale again, marked COPIA',
    [STORIES, 'shows its paper and prints a copy'],
    [STORIES_OF_ALL, 'a copy that says so'],
    ['test/golden/paper.test.ts', 'copy'],
    [PRINTING_PAPER, 'puts the banner above'],
  ],
  [
    'a printer in trouble holds no sale: another one, again, or a file',
    [PRINTING_STORY, 'with no printer keeps selling'],
    [PRINTING_STORY, 'prints each receipt once through an empty roll'],
    [PRINTING_STORY, 'sends papers to the second printer'],
    ['test/renderer/printing-stories.test.ts', 'is saved as the service drew it'],
  ],
  [
    '58 and 80 mm, logo, lines of the shop, test page',
    ['test/golden/paper.test.ts', 'test page'],
    [PRINTING_PAPER, 'the logo and the lines of the shop'],
    [PRINTING_STORY, 'prints a test page on the printer that is asked for'],
  ],
  [
    'the stamp, readable',
    ['test/integration/demo-on-paper.test.ts', 'prints a stamp that reads back from the dots'],
    [PRINTING_PAPER, 'prints with a stamp that reads back'],
  ],
  [
    'ESC/POS on USB, 58 and 80 mm',
    ['test/usb/usb-printing.test.ts', '%s'],
    ['test/golden/paper.test.ts', 'test page'],
  ],
  [
    'the drawer on cash, and without a sale by permission',
    ['electron/till/sales/payments.test.ts', 'open the drawer when one of them does'],
    [STAFF, 'opens the drawer without a sale'],
    [SELLING, 'opens the drawer without a sale with a PIN'],
  ],
  [
    'a shift with its float',
    [SHIFTS, 'has to be open to sell, give back or delete'],
    [SHIFTS, 'is opened once'],
  ],
  [
    'cash in and out with a reason',
    [SHIFTS, 'expects in the drawer what really went in and out'],
    [SHIFTS, 'writes a movement once'],
  ],
  [
    'a count by coins and notes, its difference kept',
    [SHIFTS, 'takes any count with its reason'],
    [SHIFTS, 'close with more missing than the limit is a supervisor'],
  ],
  [
    'X and Z on paper and as a file',
    [SHIFTS, 'reads an X at any time'],
    [SHIFTS, 'taken to a spreadsheet that adds up'],
  ],
  ['a close over unsent receipts says so', [SHIFTS, 'needs no network: what is unsent is said']],
  [
    'what should be there by each method, vouchers too',
    [SHIFT, 'keeps card vouchers that are the receipt apart'],
  ],
  [
    'a PIN each, fast hand-over',
    [STAFF, 'puts the name of whoever serves on the sale'],
    [SELLING, 'locks, sells nothing meanwhile'],
  ],
  [
    'locks itself when nobody touches it',
    [SELLING, 'locks itself when nobody touches it'],
    ['renderer/actions/auto-lock.test.ts', 'counted from the last touch'],
  ],
  [
    'roles with rights, enforced by the core',
    [STAFF, 'refuses at the commit what goes beyond the rights'],
    [STAFF, 'lets the owner move the limits'],
  ],
  [
    'a PIN over the shoulder, named on the receipt',
    [STAFF, 'takes a PIN over the shoulder for this sale and this line only'],
    [SELLING, 'asks for a PIN over the shoulder'],
  ],
  [
    'a log of risky actions',
    [STAFF, 'remembers lines that vanish'],
    [STAFF, 'remembers how many of something were taken off a line'],
    [STAFF, 'keeps its log'],
  ],
  [
    'the key never reaches the screen',
    ['test/renderer/settings.test.ts', 'shows only the tail of a good key'],
    ['electron/host/secret-store.test.ts', 'is sealed by the operating system'],
  ],
]

/**
 * Titles of tests, however they are written: `it('…'`, `it.each(…)('…'`, keys and rows of a table
 * of stories.
 */
/** Texts that name something: the first argument of a call, a property, the first cell of a row. */
function titlesOf(file: string): string {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), 'utf8'),
    ts.ScriptTarget.ES2024,
    true,
  )
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const { parent } = node
      const isFirst =
        (ts.isCallExpression(parent) && parent.arguments[0] === node) ||
        (ts.isArrayLiteralExpression(parent) && parent.elements[0] === node)
      if (isFirst || ts.isPropertyAssignment(parent)) {
        titles.push(ts.isStringLiteralLike(node) ? node.text : node.getText())
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles.join('\n')
}

describe.each([
  ['what tills elsewhere are complained of', FAILURES],
  ['what a shop cannot do without', MUSTS],
] as const)('%s', (_, rows) => {
  it.each(rows.map(([row, ...held]) => [row, held] as const))('%s', (_row, held) => {
    expect(held.length).toBeGreaterThan(0)
    expect(held.filter(([file, title]) => !titlesOf(file).includes(title))).toEqual([])
  })
})

it('a sale is never rewritten: no statement of the till changes or removes one, its lines or its payments', () => {
  const code = sourceFiles(['electron/till']).filter(
    ({ path }) => !path.includes('migrations') && !path.endsWith('.test.ts'),
  )
  const rewriting = code.filter(({ text }) =>
    /\b(?:UPDATE|DELETE FROM|REPLACE INTO)\s+(?:sale|sale_line|sale_payment)\b/.test(text),
  )
  expect(code.length).toBeGreaterThan(20)
  expect(rewriting.map(({ path }) => path)).toEqual([])
})

it('nobody asks the browser whether there is a network: it knows of cables, not of the service', () => {
  const code = sourceFiles(['electron', 'renderer', 'shared']).filter(
    ({ path }) => !path.endsWith('.test.ts'),
  )
  expect(code.length).toBeGreaterThan(100)
  expect(code.filter(({ text }) => /\bonLine\b/.test(text)).map(({ path }) => path)).toEqual([])
})
