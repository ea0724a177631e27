/** Dated prices, and what the shop sells as a file: written out as it is read, however long. */
import { Readable } from 'node:stream'
import { z } from 'zod'
import { ok } from '#shared/core/result.ts'
import {
  OFFICE_PERSON_QUERY,
  PLANS_SHOWN,
  plansBody,
  productsQuery,
  type OfficePlan,
} from '#shared/head-office/contract.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { csvLines, csvText, type Cell } from '#shared/text/csv.ts'
import { printDate } from '#shared/time/calendar.ts'
import { localDate } from '../core/local-time.ts'
import { placesOf, plansOf, putPlans } from '../head-office/planned-prices.ts'
import { productsOf } from '../head-office/products.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { Fleet } from './fleet.ts'
import { noted, type OfficeRoute } from './head-office.ts'
import { fail, readBody, readQuery } from './http.ts'

export function priceRoutes(parts: ServiceParts, { news }: Fleet): readonly OfficeRoute[] {
  const { storage } = parts
  const today = () => localDate('CHL', parts.clock.now())
  return [
    {
      ...{ method: 'get', path: 'prices', least: 'reader' },
      async answer(c, { companyId }) {
        const query = readQuery(c, productsQuery)
        if (!query.ok) return fail(c, query.refusal)
        const data: OfficePlan[] = []
        for await (const plan of plansOf(storage.read, companyId, { ...query.value, day: today() }))
          if (data.push(plan) > PLANS_SHOWN) break
        return c.json({
          ...{ data: data.slice(0, PLANS_SHOWN), is_more: data.length > PLANS_SHOWN },
          ...{ places: await placesOf(storage.read, companyId), today: today() },
        })
      },
    },
    {
      ...{ method: 'get', path: 'prices.csv', least: 'reader' },
      async answer(c, { companyId }) {
        const query = readQuery(c, fileQuery)
        if (!query.ok) return fail(c, query.refusal)
        const plans = plansOf(storage.read, companyId, { text: '', day: today() })
        return csvFile(query.value.head, plans, ({ code, name, place, from, price_clp: price }) => [
          ...[code, name, place, printDate(from), price ?? ''],
        ])
      },
    },
    {
      ...{ method: 'put', path: 'prices', least: 'manager' },
      async answer(c, user) {
        const body = await readBody(c, plansBody)
        if (!body.ok) return fail(c, body.refusal)
        const { rows } = body.value
        const made = await noted(parts, user, async (ports) => {
          const put = await putPlans(ports, user.companyId, rows)
          if (!put.ok) return put
          return ok({ done: 'prices-planned', what: saidOf(rows), value: put.value })
        })
        if (!made.ok) return fail(c, { errors: [made.refusal] })
        news.tell(user.companyId, made.value.version)
        return c.json(made.value)
      },
    },
  ]
}

/** The code of each, for whoever looks for it in the log; what does not fit is counted. */
function saidOf(rows: z.output<typeof plansBody>['rows']): string {
  const [first] = rows
  if (first === undefined || rows.length > 1)
    return `${rows.length}: ${rows.map(({ code }) => code).join(' ')}`
  const { code, place, from, price_clp: price, is_removed: isRemoved } = first
  const said = isRemoved === true || price === null ? '—' : formatClp(clp(price))
  return [code, place, printDate(from), said].filter((part) => part !== '').join(', ')
}

export const productFile = ({ storage, clock }: ServiceParts): OfficeRoute => ({
  ...{ method: 'get', path: 'products.csv', least: 'reader' },
  async answer(c, { companyId }) {
    const query = readQuery(c, fileQuery)
    if (!query.ok) return fail(c, query.refusal)
    const products = productsOf(storage.read, companyId, localDate('CHL', clock.now()))
    return csvFile(query.value.head, products, (product) => [
      ...[product.name, product.code, product.price_clp, product.cost_net_clp ?? ''],
      product.is_archived ? 1 : 0,
    ])
  },
})

/** What stands over the columns, in the words of the page, with a bar between them. */
const fileQuery = z.strictObject({
  head: z.string().max(300),
  [OFFICE_PERSON_QUERY]: z.string().max(40).optional(),
})
/** Lines that go out at once. */
const LINES_AT_ONCE = 500

function csvFile<Row>(
  head: string,
  rows: AsyncGenerator<Row>,
  lineOf: (row: Row) => readonly Cell[],
): Response {
  async function* text() {
    yield Buffer.from(csvText([head.split('|')]))
    let lines: (readonly Cell[])[] = []
    for await (const row of rows) {
      lines.push(lineOf(row))
      if (lines.length < LINES_AT_ONCE) continue
      yield Buffer.from(csvLines(lines))
      lines = []
    }
    yield Buffer.from(csvLines(lines))
  }
  return new Response(Readable.toWeb(Readable.from(text())) as ReadableStream, {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' },
  })
}
