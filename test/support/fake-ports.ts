/** The world at the till's ports: an honest small service, and a printer that prints. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type {
  HttpOutcome,
  HttpPort,
  HttpRequest,
  PrinterPort,
  PrintOrder,
  PrintOutcome,
} from '#till/kernel/ports.ts'

export interface FakeService extends HttpPort {
  /** Answers every request; replace it to change the weather. */
  answer: (request: HttpRequest) => HttpOutcome | Promise<HttpOutcome>
  readonly requests: HttpRequest[]
  readonly created: () => { reference: string; folio: number; body: string }[]
}

interface FakeDocument {
  id: string
  reference: string
  folio: number
  body: string
  type: string
}
interface FakeBody {
  external_reference: string
  invoice_type: string
  invoice_date?: string
  items?: unknown[]
  totals: { total: number }
}

export const UNREACHABLE: HttpOutcome = { kind: 'unsent', detail: 'ECONNREFUSED' }
export const LOST: HttpOutcome = { kind: 'unanswered', detail: 'ECONNRESET' }

/**
 * An honest small service behind the wire port: unique references, contiguous folios, PDFs.
 * `lastFolio` of each type is taken already.
 */
export function fakeService(lastFolio = 0): FakeService {
  const documents = new Map<string, FakeDocument>()
  const folios = new Map<string, number>()
  const nextFolio = (type: string) => (folios.get(type) ?? lastFolio) + 1
  const answered = (status: number, body: unknown): HttpOutcome => ({
    kind: 'answered',
    status,
    bodyText: JSON.stringify(body),
    headers: {},
  })
  const view = ({ id, reference, folio, body }: FakeDocument) => {
    const { invoice_type: type, invoice_date: date, items, totals } = JSON.parse(body) as FakeBody
    return {
      id,
      number: folio,
      status: 'APR',
      external_reference: reference,
      total: totals.total,
      invoice_type: Number(type),
      invoice_date: date,
      items: items ?? [],
    }
  }
  const service: FakeService = {
    requests: [],
    created: () =>
      [...documents.values()].map(({ reference, folio, body }) => ({ reference, folio, body })),
    answer(request) {
      if (request.path === '/api/tax-types') return answered(200, [])
      if (request.path === '/api/companies')
        return answered(200, [{ id: 'c1', document_number: '76192083-9' }])
      if (request.path.startsWith('/api/companies/c1/enumeration/list')) {
        return answered(200, {
          data: ['39', '41', '61'].map((type) => ({
            id: `r${type}`,
            id_document_type: type,
            enumeration_from: 1,
            enumeration_end: 5_000,
            next_number_to_use: nextFolio(type),
            date_end: '2027-05-20',
            status: 'ACT',
          })),
        })
      }
      // A service that joins no tills.
      if (request.path.startsWith('/api/fleet/')) return answered(404, {})
      if (request.path.startsWith('/api/invoices/validate')) return answered(200, { valid: true })
      if (request.method === 'POST') {
        const text = Buffer.from(request.body ?? []).toString('utf8')
        const body = JSON.parse(text) as FakeBody
        const existing = documents.get(body.external_reference)
        if (existing)
          return answered(409, { code: 'DUPLICATE_EXTERNAL_REFERENCE', document_id: existing.id })
        const folio = nextFolio(body.invoice_type)
        folios.set(body.invoice_type, folio)
        const document = {
          id: `00000000-0000-4000-8000-${String(documents.size + 1).padStart(12, '0')}`,
          reference: body.external_reference,
          folio,
          body: text,
          type: body.invoice_type,
        }
        documents.set(document.reference, document)
        return answered(201, view(document))
      }
      if (request.path.includes('/download-base64/')) {
        return answered(200, {
          filename: 'x.pdf',
          content: Buffer.from('%PDF-1.7 receipt').toString('base64'),
          content_type: 'application/pdf',
        })
      }
      const found = [...documents.values()].find(
        (document) =>
          request.path.endsWith(document.id) ||
          request.path === `/api/invoices/${document.type}/${document.folio}`,
      )
      return found ? answered(200, view(found)) : answered(404, {})
    },
    async exchange(request) {
      service.requests.push(request)
      return service.answer(request)
    },
  }
  return service
}

export interface FakePrinter extends PrinterPort {
  readonly printed: PrintOrder[]
  /** In the till's folder, for a screen that shows them. */
  keepsPictures: boolean
  answer: (order: PrintOrder) => PrintOutcome
}

/** The picture of every paper: one grey dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

export const PRINTED = {
  kind: 'sent',
  escpos: new Uint8Array([27, 64]),
  paperPng: DOT,
  stampReadable: true,
} as const satisfies PrintOutcome

export function fakePrinter(paperDir = ''): FakePrinter {
  const printer: FakePrinter = {
    printed: [],
    keepsPictures: false,
    answer: () => PRINTED,
    async print(order) {
      const outcome = printer.answer(order)
      if (outcome.kind !== 'sent') return outcome
      printer.printed.push(order)
      if (printer.keepsPictures) {
        mkdirSync(paperDir, { recursive: true })
        writeFileSync(join(paperDir, `${order.jobId}.png`), outcome.paperPng)
      }
      return outcome
    },
    discover: async () => [],
    kickDrawer: async () => ({ kind: 'failed', code: 'RASTER_CRASHED', detail: 'not used' }),
    models: () => [],
    printTestPage: async () => ({ kind: 'failed', code: 'RASTER_CRASHED', detail: 'not used' }),
    close: async () => {},
  }
  return printer
}

export const PRINTER: PrinterConfig = {
  id: 'virtual-80',
  name: 'Virtual',
  widthMm: 80,
  dots: 576,
  transport: { kind: 'virtual' },
  hasCutter: true,
  hasDrawer: true,
}
