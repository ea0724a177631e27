/**
 * The service under the contract suite: the one the environment names, or this project's own,
 * started for the suite. What the suite needs to know of it (companies, the sandbox) it asks over
 * HTTP, the same way of both.
 */
import { afterAll, beforeAll, expect } from 'vitest'
import { readingAs } from '../support/reading-as.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import createClient, { type Client } from 'openapi-fetch'
import { z } from 'zod'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import type { paths } from '../../resources/service/server/openapi.d.ts'
import { startService, type AnswerBody } from '../integration/service-process.ts'
import { todayInChile } from '../support/wall-clock.ts'

export interface ContractAnswer {
  readonly status: number
  readonly body: AnswerBody
}

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ContractAnswer>

export interface ContractWorld {
  /** Chilean company that issues. */
  readonly issuer: string
  readonly companyId: string
  /** A key that reaches only the first company; null when the service under test gave none. */
  readonly memberKey: string | null
  /**
   * Another Chilean company, which the member key does not reach; null when the key reaches only
   * one.
   */
  readonly other: ContractCompany | null
  readonly argentine: ContractCompany | null
  readonly uruguayan: ContractCompany | null
  /** Whether the service was started with its sandbox switch. */
  readonly hasSandbox: boolean
  readonly send: Send
  /** The same service by the types of its own description. */
  readonly api: Client<paths>
  readonly close: () => Promise<void>
}

const companySchema = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  document_number: z.string(),
})
export type ContractCompany = z.output<typeof companySchema>

/** `ownOptions` start this project's own service; a foreign one is as it is. */
export async function connect(
  ownOptions: readonly string[] = ['--authority-delay-ms', '60000'],
): Promise<ContractWorld> {
  const { CONTRACT_URL: url, CONTRACT_KEY: key, CONTRACT_MEMBER_KEY: memberKey } = process.env
  if (url !== undefined && key !== undefined) {
    return discover({ url: url.replace(/\/$/, ''), key, memberKey: memberKey ?? null }, () =>
      Promise.resolve(),
    )
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'contract-'))
  const service = await startService(dataDir, ownOptions)
  const { base_url: ownUrl, keys } = service.ready
  return discover({ url: ownUrl, key: keys.owner, memberKey: keys.member }, async () => {
    await service.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
}

async function discover(
  { url, key, memberKey }: { url: string; key: string; memberKey: string | null },
  close: () => Promise<void>,
): Promise<ContractWorld> {
  const sendAs: Send = (method, path, body, headers) =>
    send({ url, key }, { method, path, body, headers })
  const companies = await companiesOf(sendAs, key)
  const membersOwn = memberKey === null ? null : await companiesOf(sendAs, memberKey)
  const chilean = companies.filter((company) => company.country === 'CHL')
  const { CONTRACT_ISSUER: issuer, CONTRACT_COMPANY: companyId } = process.env
  const first =
    chilean.find((company) => company.document_number === issuer) ??
    chilean.find((company) => membersOwn?.some((own) => own.id === company.id) ?? true)
  if ((issuer ?? first) === undefined || (companyId ?? first) === undefined) {
    throw new Error(
      'GET /api/companies names no Chilean company of the key: say which with --issuer RUT and --company ID',
    )
  }
  const others = chilean.filter(
    (company) => company !== first && !(membersOwn ?? []).some((own) => own.id === company.id),
  )
  return {
    issuer: issuer ?? first?.document_number ?? '',
    companyId: companyId ?? first?.id ?? '',
    memberKey,
    other: others[0] ?? null,
    argentine: companies.find((company) => company.country === 'ARG') ?? null,
    uruguayan: companies.find((company) => company.country === 'URY') ?? null,
    hasSandbox: (await sendAs('GET', '/sandbox/state')).status === 200,
    send: sendAs,
    api: createClient<paths>({ baseUrl: url, headers: { 'x-api-key': key } }),
    close,
  }
}

/**
 * The companies a key reaches; none where the service does not list them, which the specification
 * leaves open.
 */
async function companiesOf(sendAs: Send, key: string): Promise<readonly ContractCompany[]> {
  const { status, body } = await sendAs('GET', '/api/companies', undefined, { 'x-api-key': key })
  if (status === 401) throw new Error('the service under test does not know the key')
  const read = z.array(companySchema).safeParse(body)
  return read.success ? read.data : []
}

async function send(
  { url, key }: { url: string; key: string },
  request: {
    method: string
    path: string
    body?: unknown
    headers?: Record<string, string> | undefined
  },
): Promise<ContractAnswer> {
  const { method, path, body, headers } = request
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'x-api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text === '' ? '{}' : text) as AnswerBody }
}

/** The same for all tests of a file. */
export function connectedPerFile(): ContractWorld {
  let world: ContractWorld | null = null
  beforeAll(async () => {
    world = await connect()
  })
  afterAll(() => world?.close())
  return readingAs(() => {
    if (world === null) throw new Error('not connected yet: asked outside a test')
    return world
  })
}

/** As it is sent: what is undefined is left out of JSON. */
type Sent = paths['/api/invoices']['post']['requestBody']['content']['application/json']

/** Issues it; answers its folio. */
export async function issuedNumber(
  { api }: Pick<ContractWorld, 'api'>,
  request: DocumentRequest,
): Promise<number> {
  const body = request as Sent
  const { data, error, response } = await api.POST('/api/invoices', { body })
  expect([response.status, JSON.stringify(error)]).toEqual([201, undefined])
  return data?.number ?? 0
}

/** Says that the service would issue it. */
export async function expectAccepted(
  { api }: Pick<ContractWorld, 'api'>,
  request: DocumentRequest,
): Promise<void> {
  const body = request as Sent
  const params = { query: { apiKey: '{"role":"MEMBER"}' } }
  const { data, error, response } = await api.POST('/api/invoices/validate', { params, body })
  expect([response.status, JSON.stringify(error), data]).toEqual([200, undefined, { valid: true }])
}

/** A reference no run used before. */
export function newReference(): string {
  return `CT-${randomUUID()}`
}

export const today = (): string => todayInChile()

/** $1.190 of bread on a 39. */
export function receipt(issuer: string): DocumentRequest {
  return {
    branch_office: 1,
    invoice_type: '39',
    invoice_date: today(),
    external_reference: newReference(),
    issuer: { legal_name: 'Emisor de prueba', document_type: 'RUT', document_number: issuer },
    recipient: { legal_name: 'Sin RUT', document_type: 'RUT', document_number: '66666666-6' },
    currency: { code: 'CLP' },
    items: [
      {
        quantity: 1,
        unit_price: 1000,
        description: 'Pan',
        taxes: [{ type: 'IVA', amount: 190, rate: 19 }],
      },
    ],
    totals: {
      sub_total: 1000,
      taxes: [{ type: 'IVA', base_amount: 1000, rate: 19, amount: 190 }],
      total: 1190,
    },
  }
}

/** The same on a 33, for a taxpayer. */
export function invoice(issuer: string): DocumentRequest {
  return {
    ...receipt(issuer),
    invoice_type: '33',
    recipient: {
      legal_name: 'Ferretería El Roble Limitada',
      document_type: 'RUT',
      document_number: '76000006-K',
      address: { address: 'Barros Arana 567', city: 'Concepción' },
      tax_information: { activity: 'Ferretería' },
    },
  }
}

/** The whole of a receipt of `receipt()` given back, by a note that annuls it. */
export function creditNote(
  issuer: string,
  sold: { readonly number: number },
  change: Partial<DocumentRequest> = {},
): DocumentRequest {
  return {
    ...receipt(issuer),
    invoice_type: '61',
    reason_code: '1',
    observations: 'Producto con falla',
    billing_reference: [
      { invoice_type: '39', branch_office: 1, number: sold.number, invoice_date: today() },
    ],
    ...change,
  }
}

/** Goods worth 1,500 dollars to Argentina, with everything customs asks for. */
export function goodsExport(issuer: string): DocumentRequest {
  return {
    branch_office: 1,
    invoice_type: '110',
    invoice_date: today(),
    external_reference: newReference(),
    service_indicator: 1,
    issuer: { legal_name: 'Emisor de prueba', document_type: 'RUT', document_number: issuer },
    recipient: {
      legal_name: 'Comprador SA',
      document_type: 'EXT',
      document_number: '55555555-5',
      address: { country: 'AR' },
    },
    currency: { code: 'USD', exchange_rate: 950.5 },
    items: [{ quantity: 10, unit_price: 150, description: 'Vino' }],
    totals: { sub_total: 1500, total: 1500 },
    additional_export_info: [
      { key: 'transport.sales_modality_code', value: '1' },
      { key: 'transport.sales_clause_code', value: '5' },
      { key: 'transport.transport_mode_code', value: '1' },
      { key: 'transport.port_shipment_code', value: '111' },
      { key: 'transport.port_discharge_code', value: '262' },
      { key: 'transport.gross_weight', value: '120.5' },
      { key: 'transport.gross_weight_unit_code', value: '6' },
      { key: 'transport.total_packages', value: '10' },
      { key: 'transport.packages_type.packages_type_code', value: '22' },
    ],
  }
}

/** A class A invoice of an Argentine company. */
export function argentineInvoice(issuer: string, information: object = {}): DocumentRequest {
  return {
    branch_office: 1,
    invoice_type: 'FCA',
    invoice_date: today(),
    external_reference: newReference(),
    issuer: {
      legal_name: 'Emisor de prueba',
      document_type: 'CUIT',
      document_number: issuer,
      tax_information: information,
    },
    recipient: { legal_name: 'Juan Gómez', document_type: 'CUIT', document_number: '20123456786' },
    currency: { code: 'ARS' },
    items: [
      {
        quantity: 1,
        unit_price: 1000,
        description: 'Libro',
        taxes: [{ type: 'IVA', amount: 210, rate: 21 }],
      },
    ],
    totals: {
      sub_total: 1000,
      taxes: [{ type: 'IVA', base_amount: 1000, rate: 21, amount: 210 }],
      total: 1210,
    },
  }
}
