/** A file of dated prices, as it is saved from the page and written by hand. */
import { readAmount } from '#shared/catalogue/import/read-amount.ts'
import type { OfficePlanRow } from '#shared/head-office/contract.ts'
import { readCsv } from '#shared/importing/read-csv.ts'
import { typedDate } from '#shared/time/typed-date.ts'

/** Bytes: some 50,000 lines, more than a shop may plan. */
export const PRICES_FILE_BYTES_MAX = 4_000_000

/** Code, product, place, day, price; `line`: the first that is none, counted from 1. */
export function readPrices(
  bytes: Uint8Array,
): { readonly rows: readonly OfficePlanRow[] } | { readonly line: number } {
  const rows: OfficePlanRow[] = []
  let [line, wrong] = [0, 0]
  readCsv(textOf(bytes), (cells) => {
    line += 1
    const [code = '', , place = '', day = '', price = ''] = cells.map((cell) => cell.trim())
    const from = typedDate(day)
    const amount = readAmount(price)
    const isBlank = cells.every((cell) => cell.trim() === '')
    // What stands over the columns is no line.
    if (isBlank || (line === 1 && from === null)) return
    if (code === '' || from === null || amount === 'unreadable' || isLess(amount)) wrong ||= line
    else rows.push({ code, place, from, price_clp: amount === 'empty' ? null : amount.clp })
  })
  return wrong > 0 ? { line: wrong } : { rows }
}

const isLess = (amount: ReturnType<typeof readAmount>) =>
  typeof amount !== 'string' && (amount.clp < 0 || amount.isRounded)

/** As spreadsheets save it: UTF-8, else what Windows writes. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
