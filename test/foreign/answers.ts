/**
 * The foreign service's office: what it answers to which question, in its own words. Written from
 * the contract alone.
 */
import { createHash } from 'node:crypto'
import type { Issued, Ledger } from './ledger.ts'
import type { Moods, Spell } from './moods.ts'
import { drawReceipt } from './paper.ts'

export interface Question {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body: Buffer
}
export interface Reply {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Submitted {
  external_reference?: string
  invoice_type?: string
  invoice_date?: string
  items?: unknown[]
  totals?: { total?: number }
  billing_reference?: { invoice_type?: string; number?: number }[]
}

const FIRST_FOLIO = 5_001
const RANGE_END = 900_000
/** A number is told only after this. */
const LATE_NUMBER_MS = 400
/** When each document of this life was made. */
const madeAtMs = new Map<number, number>()
const json = (status: number, value: unknown, headers = {}): Reply => ({
  status,
  text: JSON.stringify(value),
  headers,
})
const problem = (status: number, codigo: string, mensaje: string) =>
  json(status, { error: { codigo, mensaje } })

export interface Office {
  answer(question: Question): Promise<Reply>
}

export function createOffice(ledger: Ledger, moods: Moods, key: string): Office {
  const next = (type: string) =>
    ledger.issued.reduce(
      (highest, document) =>
        document.type === type ? Math.max(highest, document.folio + 1) : highest,
      FIRST_FOLIO,
    )
  const nextFolios = new Map<string, number>()
  const takeFolio = (type: string) => {
    const folio = nextFolios.get(type) ?? next(type)
    nextFolios.set(type, folio + 1)
    return folio
  }
  const create = (body: Buffer, spell: Spell): Reply => {
    const asked = JSON.parse(body.toString('utf8')) as Submitted
    const { external_reference: reference = '', invoice_type: type = '' } = asked
    ledger.noteBytes(reference, createHash('sha256').update(body).digest('hex'))
    const refused = refusalIn(spell)
    // Its state is looked at before the reference: what exists already is refused all the same.
    if (refused !== null) return refused
    if (ledger.byReference(reference) !== undefined)
      return { status: 400, text: 'DUPLICATE_EXTERNAL_REFERENCE: la referencia ya existe' }
    const wrong = wrongWith(asked, ledger)
    if (wrong !== null) return problem(422, wrong, 'El documento no cumple.')
    const about = asked.billing_reference?.[0]
    const document: Issued = {
      reference,
      id: ledger.issued.length + 1,
      type,
      folio: takeFolio(type),
      total: asked.totals?.total ?? 0,
      date: asked.invoice_date ?? '',
      about: about === undefined ? null : `${about.invoice_type} ${about.number}`,
    }
    ledger.add(document)
    madeAtMs.set(document.id, performance.now())
    return created(document)
  }
  return {
    async answer({ method, path, key: given, body }) {
      const spell = moods.spell()
      if (spell === 'redirect')
        return { status: 302, text: '', headers: { Location: 'https://portal.example/login' } }
      if (spell === 'portal')
        return {
          status: 200,
          text: '<!doctype html><title>Wi-Fi gratis</title>',
          headers: { 'Content-Type': 'text/html' },
        }
      if (given !== key) return problem(401, 'CLAVE', 'Clave desconocida')
      const url = new URL(path, 'http://x')
      if (method === 'POST' && url.pathname === '/api/invoices') return create(body, spell)
      if (method === 'POST' && url.pathname === '/api/invoices/validate')
        return validate(JSON.parse(body.toString('utf8')) as Submitted, ledger, spell)
      if (method !== 'GET') return problem(405, 'VERBO', method)
      if (spell === 'reads busy' && url.pathname.startsWith('/api/invoices'))
        return json(429, {}, { 'Retry-After': '1' })
      return read(url.pathname, {
        ledger,
        moods,
        spell,
        next: (type) => nextFolios.get(type) ?? next(type),
      })
    },
  }
}

/** Each document has its own way of being told of, and keeps it. */
function created(document: Issued): Reply {
  const { id, folio } = document
  switch (id % 6) {
    case 0:
      return json(200, { data: { id } })
    case 1:
      return { status: 201, text: `\ufeff${JSON.stringify(view(document))}` }
    case 2:
      return json(200, { id, number: folio })
    case 3:
      return json(201, { result: { ...view(document), id: String(id) } })
    case 4:
      return json(202, { message: 'recibido' })
    default:
      return json(201, { ...view(document), number: null })
  }
}

function view({ id, reference, type, folio, total, date }: Issued) {
  const isLate =
    id % 6 === 5 && performance.now() - (madeAtMs.get(id) ?? -Infinity) < LATE_NUMBER_MS
  return {
    id,
    number: isLate ? null : folio,
    invoice_type: Number(type),
    external_reference: reference,
    total,
    invoice_date: date,
    status: id % 50 === 0 ? 'RCH' : 'PEN',
    currency_code: 'CLP',
  }
}

function refusalIn(spell: Spell): Reply | null {
  if (spell === 'suspended') return problem(400, 'EMPRESA_INACTIVA', 'La empresa no puede emitir.')
  if (spell === 'no folios') return problem(422, 'SIN_FOLIOS', 'No quedan folios.')
  return spell === 'type unknown' ? problem(404, 'TIPO', 'No existe.') : null
}

/** It looks at the document only: neither folios nor references are its business here. */
function validate(asked: Submitted, ledger: Ledger, spell: Spell): Reply {
  if (spell === 'suspended') {
    return json(400, {
      valid: false,
      validation_errors: [
        { field: 'issuer', code: 'EMPRESA_INACTIVA', message: 'La empresa no puede emitir.' },
      ],
    })
  }
  const wrong = wrongWith(asked, ledger)
  return json(
    200,
    wrong === null
      ? { valid: true }
      : { valid: false, validation_errors: [{ field: 'items', code: wrong, message: wrong }] },
  )
}

function wrongWith(
  { invoice_type: type, items, totals, billing_reference: about }: Submitted,
  ledger: Ledger,
): string | null {
  if (type !== '39' && type !== '41' && type !== '61') return 'TIPO'
  if (!Array.isArray(items) || items.length === 0 || typeof totals?.total !== 'number')
    return 'FALTAN_DATOS'
  const [first] = about ?? []
  if (type === '61' && ledger.byFolio(first?.invoice_type ?? '', first?.number ?? 0) === undefined)
    return 'SIN_ORIGINAL'
  return null
}

interface Reading {
  readonly ledger: Ledger
  readonly moods: Moods
  readonly spell: Spell
  readonly next: (type: string) => number
}

async function read(path: string, { ledger, moods, spell, next }: Reading): Promise<Reply> {
  if (path === '/api/tax-types')
    return json(200, [{ code: 'IVA', rate_source: 'CATALOG', rate: 19 }])
  if (path === '/api/companies')
    return json(200, { data: [{ id: 77, document_number: '76.192.083-9' }] })
  if (path === '/api/companies/77/enumeration/list') {
    return json(200, {
      data: ['39', '41', '61'].map((type) => ({
        id: `CAF-${type}`,
        id_document_type: type,
        enumeration_from: FIRST_FOLIO,
        enumeration_end: RANGE_END,
        next_number_to_use: next(type),
      })),
    })
  }
  const byId = /^\/api\/invoices\/by-id\/(\d+)$/.exec(path)
  const byFolio = /^\/api\/invoices\/(\d+)\/(\d+)$/.exec(path)
  const asPdf = /^\/api\/invoices\/(\d+)\/(\d+)\/download-base64\/(58|80)mm$/.exec(path)
  const found = byId
    ? ledger.byId(Number(byId[1]))
    : ledger.byFolio((byFolio ?? asPdf)?.[1] ?? '', Number((byFolio ?? asPdf)?.[2]))
  if (found === undefined) return problem(404, 'NO_EXISTE', path)
  return asPdf === null ? json(200, view(found)) : pdfOf(found, Number(asPdf[3]), moods, spell)
}

async function pdfOf(
  document: Issued,
  widthMm: number,
  moods: Moods,
  spell: Spell,
): Promise<Reply> {
  if (spell === 'no papers' || moods.chance(0.02))
    return problem(404, 'AUN_NO', 'El PDF aún no está.')
  const name = { filename: `${document.folio}.pdf`, content_type: 'application/pdf' }
  if (moods.chance(0.02)) return json(200, { ...name, content: null })
  const pdf = await drawReceipt(document, widthMm)
  const content = (
    moods.chance(0.03) ? pdf.subarray(0, Math.floor(pdf.length * 0.6)) : pdf
  ).toString('base64')
  return json(200, { ...name, content })
}
