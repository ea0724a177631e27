/**
 * A data folder that was put back, started while the authority is away: it sells, and says which
 * folios two documents have once the authority is heard. A healthy one is never held, however often
 * it starts, and neither is a copy of its folder.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { startCountingAuthority, type CountingAuthority } from '../support/counting-authority.ts'
import { startService, type ServiceProcess } from './service-process.ts'
import { receiptOfToday } from './service-receipts.ts'

const bread = { name: 'Pan', unitGrossClp: 1990 }
/** A document that waits is looked at again later and later. */
const WAIT = { timeout: 60_000, interval: 100 }

let folder: string
let authority: CountingAuthority
let way: Server
let isAway = false
let service: ServiceProcess | null = null
let said = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'restore-file-'))
  authority = await startCountingAuthority()
  way = createServer((request, response) => {
    if (isAway) return request.socket.destroy()
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const asked = { method: 'POST', body: Buffer.concat(chunks) }
        void fetch(`${authority.url}${request.url}`, asked)
          .then((answer) => answer.text())
          .then((text) => response.setHeader('content-type', 'application/json').end(text))
      })
    return undefined
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await service?.stop()
  way.closeAllConnections()
  way.close()
  await authority.close()
  rmSync(folder, { recursive: true, force: true })
})

const data = (name: string) => join(folder, name)
async function start(name: string): Promise<void> {
  const url = `http://127.0.0.1:${(way.address() as AddressInfo).port}`
  const soon = ['--authority-delay-ms', '0', '--verdict-delay-ms', '0']
  service = await startService(data(name), ['--authority', url, ...soon])
  said = ''
  service.child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
}
async function stop(): Promise<void> {
  await service?.stop()
  service = null
}
async function issue(reference: string): Promise<number | null> {
  const answer = await service?.send('POST', '/api/invoices', receiptOfToday(reference, [bread]))
  expect(answer?.status).toBe(201)
  return answer?.body.number ?? null
}
const sent = (folios: readonly number[]) =>
  waitFor(() => expect(authority.folios.get(39)?.toSorted((a, b) => a - b)).toEqual(folios), WAIT)
const held = (name: string) =>
  spawnSync(process.execPath, ['electron/service/tool.ts', '--data', data(name), 'ranges'], {
    encoding: 'utf8',
  })
    .stdout.split('\n')
    .filter((line) => line.includes('HELD'))

it('an older folder that started while nobody could be asked', { timeout: 180_000 }, async () => {
  isAway = false
  await start('data')
  expect(await issue('A')).toBe(1)
  await sent([1])
  await stop()
  cpSync(data('data'), data('older'), { recursive: true })
  await start('data')
  expect([await issue('B'), await issue('C')]).toEqual([2, 3])
  await sent([1, 2, 3])
  await stop()

  isAway = true
  await start('older')
  expect([await issue('D'), await issue('E'), await issue('F')]).toEqual([2, 3, 4])
  await stop()
  // Once more, so that nothing is remembered but what is stored.
  await start('older')
  expect(await issue('G')).toBe(5)
  isAway = false
  await waitFor(() => expect(said).toContain('folios were given twice'), WAIT)
  expect(said).toContain('"folios":"2-3"')
  expect(held('older')).toHaveLength(1)
  expect(await issue('H')).toBe(50_001)
})

it('a healthy folder, and its copy, go on at each start', { timeout: 120_000 }, async () => {
  isAway = true
  await start('data')
  expect([await issue('A'), await issue('B')]).toEqual([1, 2])
  await stop()
  cpSync(data('data'), data('copy'), { recursive: true })
  isAway = false
  await start('data')
  await sent([1, 2])
  await stop()
  await start('data')
  expect(await issue('C')).toBe(3)
  await stop()
  // Its documents went out from the other one: they are the same, and it has a folio less.
  await start('copy')
  expect(held('data')).toEqual([])
  expect(held('copy')).toHaveLength(1)
})
