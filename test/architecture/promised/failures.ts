import {
  CATALOGUE,
  CLOSING,
  CORE_STORIES,
  COUNTER_STORY,
  CRASH,
  PAYING,
  PAYMENT,
  PAYMENTS,
  PRINTING_PAPER,
  PRINTING_STORY,
  PROCESS,
  RETURNS,
  SALES,
  SCANS,
  SELLING,
  SHIFT,
  SHIFT_REPORT,
  SHIFTS,
  STORIES,
  STORIES_OF_ALL,
  STUCK,
  SYNC,
  SYNC_PAPERS,
  type Row,
} from './test-files.ts'

/**
 * Sales lost, doubled or held up, papers, speed and the disk; what misleads a cashier, what
 * rounding spoils, what a scanner does.
 */
export const FAILURES: readonly Row[] = [
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
    [SHIFT_REPORT, 'reads folios as runs'],
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
    ['electron/till/tables/open-database.test.ts', 'lets one till in'],
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
    ['electron/till/tables/open-database.test.ts', 'synchronous=FULL'],
    [
      'electron/till/backup/durability/backup-restore.slow.test.ts',
      'rescues sales from a damaged database',
    ],
    ['electron/till/backup/durability/disk-trouble.test.ts', 'the SQLite this runs on'],
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
    [SHIFT_REPORT, 'shows the rounding of the law as a line of its own'],
    [PAYMENTS, 'the document keeps the exact total'],
    [RETURNS, 'gives back each share to the peso in any parts'],
  ],
  [
    'money rounded on the screen only',
    ['shared/selling/sale/decide-sale.test.ts', 'to the peso what the cashier saw'],
    [PAYMENTS, 'are one sale: the document keeps the exact total'],
    ['shared/issuing/receipt-document.test.ts', 'comes back as the same gross lines'],
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
    [CLOSING, 'sent later, and stays in its shift'],
  ],
  [
    'a shift that waits for a network, or is lost on the way',
    [SHIFTS, 'is opened once, however often the key is pressed, and survives a restart'],
    [CLOSING, 'needs no network'],
  ],
  [
    'no close unless the count is right; the difference nowhere',
    [CLOSING, 'takes any count with its reason'],
    ['shared/shifts/shift-count.test.ts', 'is taken whatever it adds up to'],
    [SHIFT, 'closes with any count'],
  ],
  [
    'a close that fails over sales long made',
    [SHIFT_REPORT, 'adds up to the peso, whatever was sold'],
    [CLOSING, 'is a fact'],
  ],
  [
    'a list that moves under the finger',
    [PAYING, 'opens the row that was seen'],
    ['renderer/receipts/steady-rows.test.ts', 'are pressed as they stood'],
  ],
]
