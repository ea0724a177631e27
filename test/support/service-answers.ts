/** What a test makes the service say, and how it knows what was asked. */
import type { HttpOutcome, HttpRequest } from '#till/kernel/ports.ts'
import type { FakeService } from './till-fixture.ts'

/** A text stays as it is; anything else is said as JSON. */
export const answered = (status: number, body: unknown): HttpOutcome => ({
  kind: 'answered',
  status,
  bodyText: typeof body === 'string' ? body : JSON.stringify(body),
  headers: {},
})

/** From now on every document is refused for this field, and the others are answered as before. */
export function refuseDocuments(service: FakeService, field: string, code: string): void {
  const before = service.answer
  const validation_errors = [{ field, code, message: 'no' }]
  service.answer = (request) =>
    request.method !== 'POST'
      ? before(request)
      : request.path.includes('validate')
        ? answered(200, { valid: false, validation_errors })
        : answered(422, { code, message: 'no' })
}

/** A document of another till, as the service is asked for it. */
export const DOCUMENT_OF_ANOTHER = Buffer.from(
  JSON.stringify({
    external_reference: 'P9-OTHER',
    invoice_type: '39',
    invoice_date: '2026-11-20',
    items: [{}],
    totals: { total: 1 },
  }),
)

export const isCreation = ({ method, path }: HttpRequest): boolean =>
  method === 'POST' && path === '/api/invoices'

/** A document read by its type and folio. */
export const isByFolio = ({ path }: HttpRequest): boolean =>
  /^\/api\/invoices\/\d+\/\d+$/.test(path)

export const textOf = ({ body }: HttpRequest): string => Buffer.from(body ?? []).toString()

/** From now on the question for the companies is answered so, and the others as before. */
export function answerCompanies(service: FakeService, outcome: HttpOutcome): void {
  const before = service.answer
  service.answer = (request) => (request.path === '/api/companies' ? outcome : before(request))
}

/** From now on the service has these companies. */
export const listCompanies = (service: FakeService, ...ruts: string[]): void =>
  answerCompanies(
    service,
    answered(
      200,
      ruts.map((rut) => ({ id: rut, document_number: rut })),
    ),
  )
