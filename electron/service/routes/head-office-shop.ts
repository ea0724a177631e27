/** What the head office sees and changes of its tills and its catalogue. */
import { ok } from '#shared/core/result.ts'
import {
  officeCodeBody,
  officeTillBody,
  productBody,
  productsQuery,
  soldQuery,
  undoBody,
} from '#shared/head-office/contract.ts'
import { failure } from '../core/errors.ts'
import { localDate } from '../core/local-time.ts'
import { changeTill, makeCode, tillsOf } from '../fleet/tills.ts'
import { soldRows } from '../head-office/sold-rows.ts'
import { changeProduct, findProducts } from '../head-office/products.ts'
import { undoTill } from '../head-office/undone-tills.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { Fleet } from './fleet.ts'
import { daysProblem } from './fleet-sold.ts'
import { noted, type OfficeRoute } from './head-office.ts'
import { offerRoutes } from './head-office-offers.ts'
import { priceRoutes, productFile } from './head-office-prices.ts'
import { fail, readBody, readQuery } from './http.ts'

export function officeShopRoutes(parts: ServiceParts, fleet: Fleet): readonly OfficeRoute[] {
  return [
    ...tillRoutes(parts, fleet),
    undoRoute(parts, fleet),
    ...productRoutes(parts, fleet),
    ...priceRoutes(parts, fleet),
    ...offerRoutes(parts, fleet),
    soldRoute(parts),
  ]
}

function tillRoutes(parts: ServiceParts, { tills }: Fleet): readonly OfficeRoute[] {
  return [
    {
      ...{ method: 'get', path: 'tills', least: 'reader' },
      answer: async (c, { companyId }) =>
        c.json({ data: await tillsOf(parts.storage.read, companyId) }),
    },
    {
      ...{ method: 'post', path: 'codes', least: 'owner' },
      async answer(c, user) {
        const body = await readBody(c, officeCodeBody)
        if (!body.ok) return fail(c, body.refusal)
        const made = await noted(parts, user, async (ports) => {
          const code = await makeCode(ports, user.companyId, body.value.till_id ?? null, 'OWNER')
          return code.ok
            ? ok({ done: 'till-code', what: body.value.till_id ?? '', value: code.value })
            : code
        })
        return made.ok ? c.json(made.value, 201) : fail(c, { errors: [made.refusal] })
      },
    },
    {
      ...{ method: 'put', path: 'tills/:id', least: 'owner' },
      async answer(c, user) {
        const body = await readBody(c, officeTillBody)
        if (!body.ok) return fail(c, body.refusal)
        if (Object.keys(body.value).length === 0) return fail(c, failure('NOTHING_TO_CHANGE'))
        const changed = await noted(parts, user, async (ports) => {
          const till = await changeTill(ports, user.companyId, c.req.param('id') ?? '', body.value)
          if (!till.ok) return till
          const done = body.value.is_retired === true ? 'till-retired' : 'till-renamed'
          const { number, name } = till.value
          return ok({ done, what: `${number} ${name}`, value: till.value })
        })
        if (!changed.ok) return fail(c, { errors: [changed.refusal] })
        tills.forget()
        return c.json(changed.value)
      },
    },
  ]
}

function undoRoute(parts: ServiceParts, { news }: Fleet): OfficeRoute {
  return {
    ...{ method: 'post', path: 'tills/:id/undo', least: 'owner' },
    async answer(c, user) {
      const body = await readBody(c, undoBody)
      if (!body.ok) return fail(c, body.refusal)
      const undone = await noted(parts, user, async (ports) => {
        const id = c.req.param('id') ?? ''
        const made = await undoTill(ports, user.companyId, id, body.value.hours)
        if (!made.ok) return made
        const { prices, worths } = made.value.value
        const what = `${made.value.till}: ${body.value.hours} h, ${prices} / ${worths}`
        return ok({ done: 'till-undone', what, value: made.value })
      })
      if (!undone.ok) return fail(c, { errors: [undone.refusal] })
      news.tell(user.companyId, undone.value.version)
      return c.json(undone.value.value)
    },
  }
}

function productRoutes(parts: ServiceParts, { news }: Fleet): readonly OfficeRoute[] {
  const { storage } = parts
  return [
    productFile(parts),
    {
      ...{ method: 'get', path: 'products', least: 'reader' },
      async answer(c, { companyId }) {
        const query = readQuery(c, productsQuery)
        if (!query.ok) return fail(c, query.refusal)
        const asked = { ...query.value, day: localDate('CHL', parts.clock.now()) }
        return c.json(await findProducts(storage.read, companyId, asked))
      },
    },
    {
      ...{ method: 'put', path: 'products/:id', least: 'manager' },
      async answer(c, user) {
        const body = await readBody(c, productBody)
        if (!body.ok) return fail(c, body.refusal)
        const { version: _, ...fields } = body.value
        if (Object.keys(fields).length === 0) return fail(c, failure('NOTHING_TO_CHANGE'))
        const changed = await noted(parts, user, async (ports) => {
          const id = c.req.param('id') ?? ''
          const made = await changeProduct(ports, user.companyId, id, body.value)
          if (!made.ok) return made
          const what = `${made.value.name}: ${JSON.stringify(fields)}`
          return ok({ done: 'product-changed', what, value: made.value })
        })
        if (!changed.ok) return fail(c, { errors: [changed.refusal] })
        news.tell(user.companyId, changed.value.version)
        return c.json({ version: changed.value.version })
      },
    },
  ]
}

function soldRoute({ storage }: ServiceParts): OfficeRoute {
  return {
    ...{ method: 'get', path: 'sold', least: 'reader' },
    async answer(c, { companyId }) {
      const query = readQuery(c, soldQuery)
      if (!query.ok) return fail(c, query.refusal)
      const problem = daysProblem(query.value)
      if (problem !== null) return fail(c, problem)
      return c.json(await soldRows(storage.read, companyId, query.value))
    },
  }
}
