/**
 * The other side of the contract, in memory: unique references, rising folios, some of them given
 * late.
 */
import type { HttpRequest } from '#till/kernel/ports.ts'
import type { Dice } from './dice.ts'
import type { Timeline } from './timeline.ts'

export interface ServiceDocument {
  readonly id: string
  readonly reference: string
  readonly type: string
  readonly total: number
  readonly date: string
  readonly items: readonly unknown[]
  /** What the sale or return was marked with, whatever reference it came under. */
  readonly mark: string
  /** Credit notes: type and folio of the receipt they are about. */
  readonly about: string | null
  folio: number | null
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface SimulatedService {
  handle(request: HttpRequest): Answer
  readonly documents: () => Iterable<ServiceDocument>
  byReference(reference: string): ServiceDocument | undefined
}

export interface ServiceTraits {
  /** DUPLICATE names the document. */
  readonly tellsDuplicateId: boolean
  /** Share of documents whose folio comes seconds later. */
  readonly lateFolios: number
  /** Whether the list of folio ranges can be had at all. */
  readonly listsRanges: boolean
}

/**
 * What the marks of a sale ask of the service: `bad` is refused for good, `poison` breaks it each
 * time.
 */
export type SaleFate = 'good' | 'bad' | 'poison'
export function outcomeOf(mark: string): SaleFate {
  return mark.endsWith('-bad') ? 'bad' : mark.endsWith('-poison') ? 'poison' : 'good'
}

interface RequestBody {
  external_reference: string
  invoice_type: string
  invoice_date: string
  items: { description: string }[]
  totals: { total: number }
  observations?: string
  billing_reference?: { invoice_type: string; number?: number; invoice_date?: string }[]
}
const RANGE_FOLIOS = 100_000

export function createSimulatedService(
  timeline: Timeline,
  dice: Dice,
  traits: ServiceTraits,
): SimulatedService {
  const byReference = new Map<string, ServiceDocument>()
  const byId = new Map<string, ServiceDocument>()
  const byFolio = new Map<string, ServiceDocument>()
  const next = new Map<string, number>()
  const number = (document: ServiceDocument) => {
    const folio = next.get(document.type) ?? 1
    next.set(document.type, folio + 1)
    document.folio = folio
    byFolio.set(`${document.type}/${folio}`, document)
  }
  const create = (request: HttpRequest): Answer => {
    const body = JSON.parse(Buffer.from(request.body ?? []).toString('utf8')) as RequestBody
    const isNote = body.invoice_type === '61'
    const mark = (isNote ? body.observations : body.items[0]?.description) ?? ''
    if (outcomeOf(mark) === 'poison') return { status: 500, body: 'boom' }
    const existing = byReference.get(body.external_reference)
    const isCheck = request.path.startsWith('/api/invoices/validate')
    if (existing !== undefined) {
      const duplicate = {
        field: 'external_reference',
        code: 'DUPLICATE_EXTERNAL_REFERENCE',
        message: 'ya existe',
      }
      if (isCheck) return { status: 200, body: { valid: false, validation_errors: [duplicate] } }
      return {
        status: 409,
        body: { ...duplicate, ...(traits.tellsDuplicateId ? { document_id: existing.id } : {}) },
      }
    }
    if (outcomeOf(mark) === 'bad') {
      const error = { field: 'recipient.document_number', code: 'INVALID_RUT', message: 'RUT' }
      return isCheck
        ? { status: 200, body: { valid: false, validation_errors: [error] } }
        : { status: 422, body: error }
    }
    const wrong = isNote ? wrongWithNote(body) : null
    if (wrong !== null) {
      const error = { field: 'billing_reference', code: wrong, message: wrong }
      return isCheck
        ? { status: 200, body: { valid: false, validation_errors: [error] } }
        : { status: 422, body: error }
    }
    if (isCheck) return { status: 200, body: { valid: true } }
    const document: ServiceDocument = {
      id: uuid(dice),
      reference: body.external_reference,
      type: body.invoice_type,
      total: body.totals.total,
      date: body.invoice_date,
      items: body.items,
      mark,
      about: isNote ? aboutOf(body) : null,
      folio: null,
    }
    byReference.set(document.reference, document)
    byId.set(document.id, document)
    if (dice.chance(traits.lateFolios))
      timeline.at(timeline.nowMs() + dice.between(200, 20_000), () => number(document))
    else number(document)
    return { status: 201, body: viewOf(document) }
  }
  /** As the real service judges it: the receipt is there, on that day, and has that much left. */
  const wrongWithNote = (body: RequestBody): string | null => {
    const receipt = byFolio.get(aboutOf(body))
    if (receipt === undefined) return 'CREDITED_DOCUMENT_NOT_FOUND'
    if (body.billing_reference?.[0]?.invoice_date !== receipt.date) return 'CREDITED_DATE_DIFFERS'
    if (body.invoice_date < receipt.date) return 'NOTE_BEFORE_ITS_DOCUMENT'
    const taken = [...byId.values()]
      .filter(({ about }) => about === aboutOf(body))
      .reduce((sum, { total }) => sum + total, 0)
    return taken + body.totals.total > receipt.total ? 'CREDIT_ABOVE_DOCUMENT' : null
  }
  const ranges = () =>
    ['39', '41', '61'].map((type) => ({
      id: `range-${type}`,
      id_document_type: type,
      enumeration_from: 1,
      enumeration_end: RANGE_FOLIOS,
      next_number_to_use: next.get(type) ?? 1,
      date_end: null,
      status: 'ACT',
    }))

  return {
    documents: () => byId.values(),
    byReference: (reference) => byReference.get(reference),
    handle(request) {
      const { path } = request
      if (request.method === 'POST') return create(request)
      if (path === '/api/tax-types') return { status: 200, body: [] }
      if (path === '/api/companies')
        return { status: 200, body: [{ id: 'c1', document_number: '76192083-9' }] }
      if (path.includes('/enumeration/list'))
        return traits.listsRanges
          ? { status: 200, body: { data: ranges() } }
          : { status: 404, body: {} }
      if (path.includes('/download-base64/')) return { status: 200, body: { content: 'JVBERi0=' } }
      const found =
        byId.get(path.split('/').at(-1) ?? '') ?? byFolio.get(path.split('/').slice(-2).join('/'))
      return found === undefined ? { status: 404, body: {} } : { status: 200, body: viewOf(found) }
    },
  }
}

function aboutOf({ billing_reference: references }: RequestBody): string {
  return `${references?.[0]?.invoice_type}/${references?.[0]?.number}`
}

function viewOf({ id, folio, reference, type, total, date, items }: ServiceDocument) {
  return {
    id,
    number: folio,
    status: 'APR',
    external_reference: reference,
    invoice_type: Number(type),
    invoice_date: date,
    total,
    items,
  }
}

function uuid(dice: Dice): string {
  const hex = Buffer.from(dice.bytes(16)).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
