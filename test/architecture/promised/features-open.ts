/** How many features tills are compared by. */
export const FEATURES = 69

/** Those no Chilean shop does without: each has to have its test. */
export const MUST_BE_BUILT: readonly number[] = [
  1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 25, 26, 27, 28, 29, 32, 33, 34, 35, 36, 37,
  40, 41, 42, 44, 45, 46, 47, 48, 49, 50, 53, 54, 55, 59, 60, 61, 62, 65, 67, 68,
]

/** What peers have and this till has not, with the reason. */
export const NOT_BUILT: readonly (readonly [number: number, row: string, why: string])[] = [
  [
    20,
    'credit for regulars (fiado)',
    'a ledger of debts with its own payments; nobody has begun it',
  ],
  [22, 'variants, lots, serials, expiry', 'shops of goods with a code each come first'],
  [23, 'tables, courses, kitchen', 'another trade'],
  [24, 'the stock of other stores from the sale', 'a till knows its own stock and no other till’s'],
  [30, 'offline by hand', 'the till goes offline by itself, and nothing is gained by saying so'],
  [31, 'a most for sales without network', 'the hour of the law is shown; a sale is never refused'],
  [39, 'papers for the kitchen', 'another trade'],
  [58, 'card terminals on a wire', 'needs each bank’s own program; the amount is keyed in by hand'],
  [
    69,
    'web shops and accounting programs',
    'reports leave as CSV and XLSX; no program is spoken to',
  ],
]
