/** The service under the contract suite: the one the environment names, or this project's own, started for the suite. */
import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentRequest } from '#shared/contract/document-request.ts'
import { startService, type AnswerBody } from '../integration/service-process.ts'

export interface ContractAnswer {
  readonly status: number
  readonly body: AnswerBody
}

export interface ContractWorld {
  readonly issuer: string
  readonly companyId: string
  /** A key that reaches only the first company; null when the service under test gave none. */
  readonly memberKey: string | null
  /** A company the member key does not reach. */
  readonly otherIssuer: string
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<ContractAnswer>
  readonly close: () => Promise<void>
}

export async function connect(): Promise<ContractWorld> {
  const { CONTRACT_URL: url, CONTRACT_KEY: key } = process.env
  if (url !== undefined && key !== undefined) {
    return {
      issuer: process.env['CONTRACT_ISSUER'] ?? '76192083-9', companyId: process.env['CONTRACT_COMPANY'] ?? '',
      memberKey: process.env['CONTRACT_MEMBER_KEY'] ?? null, otherIssuer: '76000006-K',
      send: (method, path, body, headers) => send({ url, key }, { method, path, body, headers }),
      close: () => Promise.resolve(),
    }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'contract-'))
  const service = await startService(dataDir, ['--authority-delay-ms', '60000'])
  const { base_url: ownUrl, keys, companies } = service.ready
  return {
    issuer: companies[0]?.document_number ?? '', companyId: companies[0]?.id ?? '', memberKey: keys.member,
    otherIssuer: companies[1]?.document_number ?? '',
    send: (method, path, body, headers) => send({ url: ownUrl, key: keys.owner }, { method, path, body, headers }),
    close: async () => {
      await service.kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function send(
  { url, key }: { url: string; key: string },
  request: { method: string; path: string; body?: unknown; headers?: Record<string, string> | undefined },
): Promise<ContractAnswer> {
  const { method, path, body, headers } = request
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text === '' ? '{}' : text) as AnswerBody }
}

/** A reference no run used before. */
export function newReference(): string {
  return `CT-${randomUUID()}`
}

export const today = (): string => new Date().toISOString().slice(0, 10)

/** $1.190 of bread on a 39. */
export function receipt(issuer: string): DocumentRequest {
  return {
    branch_office: 1, invoice_type: '39', invoice_date: today(), external_reference: newReference(),
    issuer: { legal_name: 'Emisor de prueba', document_type: 'RUT', document_number: issuer },
    recipient: { legal_name: 'Sin RUT', document_type: 'RUT', document_number: '66666666-6' },
    currency: { code: 'CLP' },
    items: [{ quantity: 1, unit_price: 1000, description: 'Pan', taxes: [{ type: 'IVA', amount: 190, rate: 19 }] }],
    totals: { sub_total: 1000, taxes: [{ type: 'IVA', base_amount: 1000, rate: 19, amount: 190 }], total: 1190 },
  }
}

/** Goods worth 1,500 dollars to Argentina, with everything customs asks for. */
export function goodsExport(issuer: string): DocumentRequest {
  return {
    branch_office: 1, invoice_type: '110', invoice_date: today(), external_reference: newReference(), service_indicator: 1,
    issuer: { legal_name: 'Emisor de prueba', document_type: 'RUT', document_number: issuer },
    recipient: {
      legal_name: 'Comprador SA', document_type: 'EXT', document_number: '55555555-5', address: { country: 'AR' },
    },
    currency: { code: 'USD', exchange_rate: 950.5 },
    items: [{ quantity: 10, unit_price: 150, description: 'Vino' }],
    totals: { sub_total: 1500, total: 1500 },
    additional_export_info: [
      { key: 'transport.sales_modality_code', value: '1' }, { key: 'transport.sales_clause_code', value: '5' },
      { key: 'transport.transport_mode_code', value: '1' }, { key: 'transport.port_shipment_code', value: '111' },
      { key: 'transport.port_discharge_code', value: '262' }, { key: 'transport.gross_weight', value: '120.5' },
      { key: 'transport.gross_weight_unit_code', value: '6' }, { key: 'transport.total_packages', value: '10' },
      { key: 'transport.packages_type.packages_type_code', value: '22' },
    ],
  }
}

/** A class A invoice of the Argentine demo company. */
export function argentineInvoice(): DocumentRequest {
  return {
    branch_office: 1, invoice_type: 'FCA', invoice_date: today(), external_reference: newReference(),
    issuer: { legal_name: 'Librería del Plata S.R.L.', document_type: 'CUIT', document_number: '30712345671' },
    recipient: { legal_name: 'Juan Gómez', document_type: 'CUIT', document_number: '20123456786' },
    currency: { code: 'ARS' },
    items: [{ quantity: 1, unit_price: 1000, description: 'Libro', taxes: [{ type: 'IVA', amount: 210, rate: 21 }] }],
    totals: { sub_total: 1000, taxes: [{ type: 'IVA', base_amount: 1000, rate: 21, amount: 210 }], total: 1210 },
  }
}
