import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyTed } from '../../electron/service/folios/ted.ts'
import { startService, type ServiceProcess } from './service-process.ts'
import { receiptOfToday } from './service-receipts.ts'

const bread = { name: 'Pan amasado & queso', unitGrossClp: 1990 }
const book = { name: 'Libro', unitGrossClp: 5000, isExempt: true }

let dataDir: string
let service: ServiceProcess

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'service-'))
  service = await startService(dataDir)
})

afterAll(async () => {
  await service.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('issuing receipts over HTTP', () => {
  it('creates a 39 with folio, and reads it back by id and by folio', async () => {
    const created = await service.send(
      'POST',
      '/api/invoices',
      receiptOfToday('A-39', [bread, book]),
    )
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      invoice_type: 39,
      status: 'PEN',
      total: 6990,
      external_reference: 'A-39',
    })
    expect(created.body.number).toBeGreaterThan(0)
    const byId = await service.send('GET', `/api/invoices/by-id/${created.body.id}`)
    const byFolio = await service.send('GET', `/api/invoices/39/${created.body.number}`)
    const byAlias = await service.send('GET', `/api/invoices/ble/${created.body.number}`)
    expect(byId.body).toEqual(created.body)
    expect([byFolio.body.id, byAlias.body.id]).toEqual([created.body.id, created.body.id])
  })

  it('creates a 41 from its own range', async () => {
    const created = await service.send('POST', '/api/invoices', receiptOfToday('A-41', [book]))
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ invoice_type: 41, number: 1, total: 5000, total_taxes: 0 })
  })

  it('answers a repeated reference with the document that has it', async () => {
    const first = await service.send('POST', '/api/invoices', receiptOfToday('A-twice', [bread]))
    const second = await service.send('POST', '/api/invoices', receiptOfToday('A-twice', [bread]))
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      code: 'DUPLICATE_EXTERNAL_REFERENCE',
      document_id: first.body.id,
    })
  })

  it('lets one of many simultaneous requests with the same reference win', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        service.send('POST', '/api/invoices', receiptOfToday('A-race', [bread])),
      ),
    )
    const winners = answers.filter((answer) => answer.status === 201)
    expect(winners).toHaveLength(1)
    expect(
      answers.filter((answer) => answer.body.document_id === winners[0]?.body.id),
    ).toHaveLength(19)
  })

  it('hands out contiguous folios under 50 simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        service.send('POST', '/api/invoices', receiptOfToday(`A-50-${index}`, [bread])),
      ),
    )
    const folios = answers.map((answer) => answer.body.number).sort((a, b) => a - b)
    expect(folios).toEqual(Array.from({ length: 50 }, (_, index) => (folios[0] ?? 0) + index))
  })

  it('signs a stamp that verifies with nothing but its own text', async () => {
    const { body } = await service.send(
      'POST',
      '/api/invoices',
      receiptOfToday('A-stamp', [{ name: 'Té <verde> & azúcar', unitGrossClp: 990 }]),
    )
    const ted = verifyTed(storedTed(body.id))
    expect(ted).toMatchObject({
      isSignatureValid: true,
      isInAuthorizedRange: true,
      issuerRut: '76192083-9',
      documentCode: 39,
      folio: body.number,
      totalClp: 990,
      firstItem: 'Té <verde> & azúcar',
      recipientRut: '66666666-6',
    })
  })

  it('returns the PDF in both widths', async () => {
    const { body } = await service.send('POST', '/api/invoices', receiptOfToday('A-pdf', [bread]))
    for (const width of ['58mm', '80mm']) {
      const pdf = await service.send(
        'GET',
        `/api/invoices/39/${body.number}/download-base64/${width}`,
      )
      expect(pdf.body).toMatchObject({
        content_type: 'application/pdf',
        filename: `39_${body.number}_${width}.pdf`,
      })
      expect(Buffer.from(pdf.body.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    }
  })

  it('validates without changing anything', async () => {
    const before = snapshot()
    const wrong = {
      ...receiptOfToday('A-41', [bread]),
      recipient: { legal_name: 'X', document_type: 'RUT', document_number: '1-1' },
    }
    const answer = await service.send('POST', '/api/invoices/validate?apiKey=%7B%7D', wrong)
    expect(answer.status).toBe(200)
    expect(answer.body.valid).toBe(false)
    expect(answer.body.validation_errors.map((error) => error.code).toSorted()).toEqual([
      'DOCUMENT_NUMBER_INVALID',
      'DUPLICATE_EXTERNAL_REFERENCE',
    ])
    const right = await service.send(
      'POST',
      '/api/invoices/validate?apiKey=%7B%7D',
      receiptOfToday('A-new', [bread]),
    )
    expect(right.body).toEqual({ valid: true })
    expect(snapshot()).toEqual(before)
  })
})

describe('a killed service', () => {
  it.each([1, 60, 180])(
    'keeps every acknowledged document and no folio is skipped when it dies after %i',
    async (deathAfter) => {
      const voided = (
        await service.send('POST', '/api/invoices', receiptOfToday(`V-${deathAfter}`, [bread]))
      ).body
      expect((await service.send('DELETE', `/api/invoices/39/${voided.number}`)).status).toBe(200)
      const acknowledged: { id: string; number: number }[] = []
      await Promise.allSettled(
        Array.from({ length: 300 }, async (_, index) => {
          const answer = await service.send(
            'POST',
            '/api/invoices',
            receiptOfToday(`K-${deathAfter}-${index}`, [bread]),
          )
          if (answer.status === 201) acknowledged.push(answer.body)
          if (acknowledged.length === deathAfter) await service.kill()
        }),
      )
      expect(acknowledged.length).toBeGreaterThanOrEqual(deathAfter)
      const keysBefore = service.ready.keys
      service = await startService(dataDir)
      expect(service.ready.keys).toEqual(keysBefore)
      const stored = query<{ id: string; number: number; status: string }>(
        'SELECT id, number, status FROM documents WHERE document_code = 39 ORDER BY number',
      )
      expect(stored.map((row) => row.number)).toEqual(stored.map((_, index) => index + 1))
      const numbers = new Map(stored.map((row) => [row.id, row.number]))
      for (const { id, number } of acknowledged) expect(numbers.get(id)).toBe(number)
      expect(stored[voided.number - 1]).toMatchObject({ id: voided.id, status: 'DELETED' })
      const next = await service.send(
        'POST',
        '/api/invoices',
        receiptOfToday(`N-${deathAfter}`, [bread]),
      )
      expect(next.body.number).toBe(stored.length + 1)
    },
  )
})

function query<Row>(sql: string): Row[] {
  const db = new Database(join(dataDir, 'service.db'), { readonly: true })
  try {
    return db.prepare(sql).all() as Row[]
  } finally {
    db.close()
  }
}

function storedTed(id: string): string {
  return (
    query<{ ted_xml: string }>(`SELECT ted_xml FROM documents WHERE id = '${id}'`)[0]?.ted_xml ?? ''
  )
}

/**
 * Everything a validation could touch. The authority's loop moves states by itself, so those
 * columns stay out.
 */
function snapshot(): unknown[] {
  return [
    'companies',
    'api_keys',
    'certificates',
    'folio_ranges',
    'webhooks',
    'webhook_deliveries',
    'purchases',
    'settings',
  ]
    .map((table) => query(`SELECT * FROM ${table}`))
    .concat([
      query('SELECT id, number, external_reference, body, ted_xml FROM documents ORDER BY id'),
    ])
}
