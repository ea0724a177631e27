/**
 * The proxy's configuration as it is handed out, in a real nginx over TLS, before two processes on
 * one PostgreSQL: tills of one address are at one process, they hear at once, and when a process is
 * killed no receipt is lost or there twice. Skipped by name where nginx or PostgreSQL is missing.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNginx, startNginx, type OwnNginx } from '../support/nginx.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { ROOT } from '../support/source-files.ts'
import { waitFor } from '../support/wait-for.ts'
import { startService, type AnswerBody, type ServiceProcess } from './service-process.ts'
import { receiptOfToday } from './service-receipts.ts'

const MISSING = findNginx() === null ? 'nginx is not installed' : NO_POSTGRES
const CONFIGURATION = join(ROOT, 'resources/service/server/nginx.conf')
const NAME = 'boletas.tienda.cl'
/** Of as many shops: the proxy tells them by where they ask from. */
const SHOPS = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 11}`)
const RECEIPTS_EACH = 25
const BREAD = { name: 'Pan', unitGrossClp: 1990 }
const MEGABYTE = 1_048_576

interface Asked {
  readonly from: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

describe.skipIf(MISSING !== null)(
  `two processes behind nginx${MISSING === null ? '' : ` (${MISSING})`}`,
  () => {
    let server: OwnPostgres
    let folder: string
    let proxy: OwnNginx
    let processes: ServiceProcess[]
    const one = () => processes[0] as ServiceProcess

    const start = (at: number, ...options: readonly string[]) =>
      startService(join(folder, `${at}`), [
        ...['--database', server.url, '--behind-proxy', ...options],
      ])
    const portOf = ({ ready }: ServiceProcess) => new URL(ready.base_url).port

    beforeAll(async () => {
      server = startPostgres()
      folder = mkdtempSync(join(tmpdir(), 'behind-nginx-'))
      await server.answers()
      processes = await Promise.all([start(0), start(1)])
      const [first = '', second = ''] = processes.map(portOf)
      proxy = await startNginx(NAME, (port, certificate, key) =>
        readFileSync(CONFIGURATION, 'utf8')
          .replace(/.*127\.0\.0\.1:8083.*\n/, '')
          .replace('127.0.0.1:8081', `127.0.0.1:${first}`)
          .replace('127.0.0.1:8082', `127.0.0.1:${second}`)
          .replace('listen 443', `listen 127.0.0.1:${port}`)
          .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
          .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`),
      )
    })
    afterAll(async () => {
      await proxy?.close()
      await Promise.all((processes ?? []).map((process) => process.stop()))
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const ask = ({ from, method, path, body, headers }: Asked) =>
      new Promise<{ status: number; body: AnswerBody; text: string }>((resolve, reject) => {
        const content = body === undefined ? {} : { 'content-type': 'application/json' }
        const asking = request({
          ...{ host: '127.0.0.1', port: proxy.port, servername: NAME, ca: proxy.certificate },
          ...{ localAddress: from, method, path, agent: false },
          headers: { host: NAME, 'x-api-key': one().ready.keys.owner, ...content, ...headers },
        })
        asking.on('error', reject).on('response', (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
          response.on('error', reject).on('end', () => {
            const isJson = response.headers['content-type']?.includes('json') === true
            const said = (isJson ? JSON.parse(text) : {}) as AnswerBody
            resolve({ status: response.statusCode ?? 0, body: said, text })
          })
        })
        asking.end(typeof body === 'string' ? body : body && JSON.stringify(body))
      })
    const sell = (from: string, reference: string) =>
      ask({ from, method: 'POST', path: '/api/invoices', body: receiptOfToday(reference, [BREAD]) })
    /** As a till does: the same again until it hears a yes, or that it is there already. */
    const sellUntilHeard = (from: string, reference: string) =>
      waitFor(async () => {
        const { status, text } = await sell(from, reference)
        if (status !== 201 && status !== 409) throw new Error(`${status} ${text}`)
      })
    const ofShop = () => `?company_id=${one().ready.companies[0]?.id}`
    const figuresOf = async ({ ready }: ServiceProcess) =>
      (await fetch(`${ready.base_url}/metrics`)).text()
    const issuedBy = async (process: ServiceProcess) =>
      [...(await figuresOf(process)).matchAll(/^meson_documents_total\{[^}]*\} (\d+)/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      )
    const issued = () => Promise.all(processes.map(issuedBy))

    it('a shop is at one process, and both have shops', async () => {
      const by: string[] = []
      for (const from of SHOPS) {
        const before = await issued()
        for (let sale = 0; sale < 5; sale += 1)
          expect((await sell(from, `first-${from}-${sale}`)).status).toBe(201)
        const more = (await issued()).map((count, at) => count - (before[at] ?? 0))
        expect(more.toSorted((a, b) => a - b)).toEqual([0, 5])
        by.push(more[0] === 5 ? 'one' : 'two')
      }
      expect(new Set(by)).toEqual(new Set(['one', 'two']))
    })

    it('speaks HTTP/2, and shows nobody its figures', async () => {
      const session = connect(`https://127.0.0.1:${proxy.port}`, {
        ...{ servername: NAME, ca: proxy.certificate },
      })
      const statusOf = (path: string) =>
        new Promise<unknown>((resolve, reject) => {
          const stream = session.request({ ':path': path, ':authority': NAME })
          stream
            .on('error', reject)
            .on('response', (head) => resolve(head[':status']))
            .resume()
        })
      const paths = ['/health', '/ready', '/metrics']
      expect(await Promise.all(paths.map(statusOf))).toEqual([200, 404, 404])
      session.close()
    })

    it('refuses what is too large, in the words of the service up to twice its limit', async () => {
      const sized = (bytes: number) =>
        ask({ from: '127.0.0.1', method: 'POST', path: '/api/invoices', body: 'x'.repeat(bytes) })
      expect(await sized(1.5 * MEGABYTE)).toMatchObject({
        ...{ status: 413, body: { code: 'BODY_TOO_LARGE' } },
      })
      expect((await sized(3 * MEGABYTE)).status).toBe(413)
    })

    it('a till that waits hears at once of what another one said elsewhere', async () => {
      const pair = async (from: string) => {
        const installation = `installation-${from.replaceAll('.', '-')}`
        const code = await ask({
          from,
          method: 'POST',
          path: `/api/fleet/codes${ofShop()}`,
          body: {},
        })
        const body = { code: code.body.code, installation_id: installation, name: 'Caja' }
        const paired = await ask({ from, method: 'POST', path: '/api/fleet/pair', body })
        expect(paired.text).toContain('till_key')
        const till = paired.body
        const headers = { 'x-till-key': String(till['till_key']), 'x-installation': installation }
        return { from, headers }
      }
      const [hears = '', says = ''] = SHOPS
      const [a, b] = [await pair(hears), await pair(says)]
      const path = '/api/fleet/changes?wait_ms=25000&after=0'
      const news = ask({ ...a, method: 'GET', path })
      await waitFor(async () => {
        const figures = await Promise.all(processes.map(figuresOf))
        expect(figures.join('')).toContain('meson_fleet_waiting 1\n')
      })
      const fields = { name: 'Pan', hue: 1, position: 1 }
      const edit = { edit_id: 'e', kind: 'category', id: 'c', fields, is_deleted: false }
      const edits = [{ ...edit, age_ms: 0, heard_version: 0 }]
      const saidAt = performance.now()
      const said = await ask({ ...b, method: 'POST', path: '/api/fleet/edits', body: { edits } })
      expect(said.status).toBe(200)
      expect((await news).body).toMatchObject({ version: 1, records: [{ fields }] })
      expect(performance.now() - saidAt).toBeLessThan(20_000)
    })

    it('loses no receipt and makes none twice when a process is killed and comes back', async () => {
      const references = SHOPS.map((from) =>
        Array.from({ length: RECEIPTS_EACH }, (_, sale) => `killed-${from}-${sale}`),
      )
      let heard = 0
      const selling = SHOPS.map(async (from, shop) => {
        for (const reference of references[shop] ?? []) {
          await sellUntilHeard(from, reference)
          heard += 1
        }
      })
      const [killed] = processes as [ServiceProcess]
      await waitFor(() => expect(heard).toBeGreaterThan(SHOPS.length * 3))
      expect(await issuedBy(killed)).toBeGreaterThan(0)
      await killed.kill()
      const heardBefore = heard
      await waitFor(() => expect(heard).toBeGreaterThan(heardBefore + SHOPS.length * 3))
      processes[0] = await start(0, '--port', portOf(killed))
      await Promise.all(selling)
      const numbers: number[] = []
      for (const reference of references.flat()) {
        const path = `/api/invoices/by-reference/${reference}${ofShop()}`
        const { status, body } = await ask({ from: '127.0.0.1', method: 'GET', path })
        expect(status, reference).toBe(200)
        numbers.push(body.number)
      }
      const first = SHOPS.length * 5 + 1
      const all = Array.from({ length: SHOPS.length * RECEIPTS_EACH }, (_, at) => first + at)
      expect(numbers.toSorted((a, b) => a - b)).toEqual(all)
    })
  },
)
