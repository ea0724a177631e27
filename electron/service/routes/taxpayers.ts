import { createRoute, z } from '@hono/zod-openapi'
import { errorBodySchema, taxpayerSchema } from '#shared/issuing/document-response.ts'
import { failure } from '../core/errors.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { readTaxNumber } from '../rules/tax-numbers.ts'
import type { Country } from '../core/country.ts'
import { fail, mount, type ServiceApp } from './http.ts'
import { jsonAnswer } from './openapi-shapes.ts'

const getTaxpayer = createRoute({
  method: 'get',
  path: '/api/taxpayers/{country}/{documentNumber}',
  summary: 'Look up a taxpayer',
  tags: ['Taxpayers'],
  request: {
    params: z.object({
      country: z.string().describe('CHL, ARG or URY'),
      documentNumber: z.string(),
    }),
  },
  responses: {
    200: jsonAnswer('As the tax authority knows it', taxpayerSchema),
    404: jsonAnswer('Unknown', errorBodySchema),
    422: jsonAnswer('The check digit is wrong', errorBodySchema),
    503: jsonAnswer('The tax authority does not answer', errorBodySchema),
  },
})

export function taxpayerRoutes(app: ServiceApp, parts: ServiceParts): void {
  mount(app, getTaxpayer, async (c) => {
    const country = (c.req.param('country') ?? '').toUpperCase()
    if (!isCountry(country))
      return fail(c, failure('COUNTRY_NOT_SUPPORTED', 'country', { country }))
    const number = readTaxNumber(country, c.req.param('documentNumber') ?? '')
    if (number === null) {
      const type = country === 'ARG' ? 'CUIT' : 'RUT'
      return fail(c, failure('DOCUMENT_NUMBER_INVALID', 'documentNumber', { type }))
    }
    const answer = await parts.authority.taxpayer(country, number)
    if (answer.kind === 'UNREACHABLE') return fail(c, failure('AUTHORITY_UNAVAILABLE'))
    return answer.taxpayer === null
      ? fail(c, failure('TAXPAYER_NOT_FOUND'))
      : c.json(answer.taxpayer)
  })
}

function isCountry(text: string): text is Country {
  return text === 'CHL' || text === 'ARG' || text === 'URY'
}
