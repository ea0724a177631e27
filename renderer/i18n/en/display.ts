import type { display as spanish } from '../es/display.ts'

/** The customer's screen in English: its page reads these words alone. */
export const display: typeof spanish = {
  welcome: 'Welcome',
  thanks: 'Thank you',
  total: 'Total',
  tip: 'Tip',
  tendered: 'Received',
  change: 'Change',
  discount: 'Discount',
  saved: 'Saved by promotions',
  savedNow: 'You saved',
  issued: '{document} N° {folio}',
  provisional: 'Provisional slip: the document with its number comes once the connection is back',
  voucher: 'The card voucher is your receipt',
  scan: 'Scan to see your purchase on your phone',
  each: '{quantity} {unit} × {price}',
  earlier: 'and {count} more products above',
}
