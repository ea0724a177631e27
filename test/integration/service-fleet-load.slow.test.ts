/**
 * A shop of fifty thousand products: one till brings them, another one gets each of them once, in
 * few bytes. On either engine; PostgreSQL is skipped by name where no server is installed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { changesAnswer, CHANGES_MAX, EDITS_MAX, type Changes } from '#shared/fleet/contract.ts'
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts'
import { startService, type ServiceProcess } from './service-process.ts'

const PRODUCTS = 50_000
/** Of the whole catalogue on the wire. */
const BYTES_MAX = 4_000_000

const engines = [
  { engine: 'SQLite', skipped: null },
  { engine: 'PostgreSQL', skipped: NO_POSTGRES },
] as const

describe.each(engines)('fifty thousand products over $engine', ({ engine, skipped }) => {
  it.skipIf(skipped !== null)(
    `come to a new till once each${skipped === null ? '' : ` (${skipped})`}`,
    { timeout: 240_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'fleet-load-'))
      const server = engine === 'PostgreSQL' ? startPostgres({ flushes: true }) : null
      await server?.answers()
      const place = server === null ? [] : ['--database', server.url]
      const service = await startService(folder, place)
      const [first, second] = [
        await joined(service, 'installation-1'),
        await joined(service, 'installation-2'),
      ]
      for (let at = 0; at < PRODUCTS; at += EDITS_MAX) {
        const edits = Array.from({ length: EDITS_MAX }, (_, n) => productEdit(at + n))
        const { status } = await service.send('POST', '/api/fleet/edits', { edits }, first)
        expect(status).toBe(200)
      }
      const heard = new Set<string>()
      let bytes = 0
      for (let after = 0, isMore = true; isMore; ) {
        const slice = await pull(service, after, second)
        bytes += slice.bytes
        for (const { id } of slice.changes.records) heard.add(id)
        expect(slice.changes.records.length).toBeLessThanOrEqual(CHANGES_MAX)
        ;({ version: after, has_more: isMore } = slice.changes)
      }
      expect(heard.size).toBe(PRODUCTS)
      expect(bytes).toBeLessThan(BYTES_MAX)
      await service.stop()
      await server?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  )
})

type Headers = Record<string, string>

async function joined(service: ServiceProcess, installation: string): Promise<Headers> {
  const company = service.ready.companies[0]?.id
  const { body } = await service.send('POST', `/api/fleet/codes?company_id=${company}`, {})
  const asked = { code: body.code, installation_id: installation, name: 'Caja' }
  const { body: till } = await service.send('POST', '/api/fleet/pair', asked)
  return { 'x-till-key': String(till['till_key']), 'x-installation': installation }
}

function productEdit(at: number) {
  const fields = {
    ...{ code: String(7_800_000_000_000 + at), more_codes: [], name: `Producto ${at} de almacén` },
    ...{ price_clp: 100 + ((at * 7_919) % 90_000), is_exempt: false, unit: 'UN' },
    ...{ category: `01HZZZZZZZZZZZZZZZZZZZZZ${at % 40}`, is_favourite: false, fixed_place: null },
    ...{ cost_net_clp: (at * 31) % 50_000, has_stock: true, stock_low_milli: null },
    is_archived: false,
  }
  const id = `01J${String(at).padStart(23, '0')}`
  return {
    ...{ edit_id: `E${at}`, kind: 'product', id, fields, is_deleted: false },
    ...{ age_ms: null, heard_version: 0 },
  }
}

function pull(
  { ready }: ServiceProcess,
  after: number,
  till: Headers,
): Promise<{ readonly changes: Changes; readonly bytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = { ...till, 'accept-encoding': 'gzip' }
    request(`${ready.base_url}/api/fleet/changes?after=${after}`, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const packed = Buffer.concat(chunks)
        const text = gunzipSync(packed).toString()
        resolve({ changes: changesAnswer.parse(JSON.parse(text)), bytes: packed.length })
      })
    })
      .on('error', reject)
      .end()
  })
}
