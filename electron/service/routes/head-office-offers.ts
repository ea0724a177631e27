/** Promotions and price lists of the shop at its head office. */
import { ok, type Result } from '#shared/core/result.ts'
import { priceListBody, promotionBody } from '#shared/head-office/contract.ts'
import { failure, type ApiError } from '../core/errors.ts'
import { offersOf, putPriceList, putPromotion } from '../head-office/offers.ts'
import type { OfficePorts } from '../head-office/people.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { Fleet } from './fleet.ts'
import { noted, type OfficeRoute } from './head-office.ts'
import { fail, readBody } from './http.ts'

export function offerRoutes(parts: ServiceParts, { news }: Fleet): readonly OfficeRoute[] {
  type Put<Body> = (
    ports: OfficePorts,
    companyId: Parameters<typeof putPromotion>[1],
    id: string | null,
    body: Body,
  ) => Promise<Result<{ readonly version: number; readonly name: string }, ApiError>>
  const changing = <Schema extends typeof promotionBody | typeof priceListBody>(
    path: string,
    schema: Schema,
    done: 'promotion-saved' | 'price-list-saved',
    put: Put<never>,
  ): readonly OfficeRoute[] =>
    (['post', 'put'] as const).map((method) => ({
      ...{ method, path: method === 'post' ? path : `${path}/:id`, least: 'manager' as const },
      async answer(c, user) {
        const body = await readBody(c, schema)
        if (!body.ok) return fail(c, body.refusal)
        const { version: _, ...fields } = body.value
        if (Object.keys(fields).length === 0) return fail(c, failure('NOTHING_TO_CHANGE'))
        const made = await noted(parts, user, async (ports) => {
          const id = method === 'post' ? null : (c.req.param('id') ?? '')
          const changed = await put(ports, user.companyId, id, body.value as never)
          return changed.ok ? ok({ done, what: changed.value.name, value: changed.value }) : changed
        })
        if (!made.ok) return fail(c, { errors: [made.refusal] })
        news.tell(user.companyId, made.value.version)
        return c.json(made.value, method === 'post' ? 201 : 200)
      },
    }))
  return [
    {
      ...{ method: 'get', path: 'offers', least: 'reader' },
      answer: async (c, { companyId }) => c.json(await offersOf(parts.storage.read, companyId)),
    },
    ...changing('promotions', promotionBody, 'promotion-saved', putPromotion),
    ...changing('price-lists', priceListBody, 'price-list-saved', putPriceList),
  ]
}
