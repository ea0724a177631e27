import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startService } from './service-process.ts'
import { receiptOfToday } from './service-receipts.ts'

const bread = { name: 'Pan', unitGrossClp: 1990 }

it('goes on with a delivery after a restart, ends after four attempts, and redelivers on command, one or all', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'))
  const ids: string[] = []
  const receiver = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']))
    response.writeHead(500).end(() => receiver.emit('attempt'))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const attempts = async (count: number) => {
    while (ids.length < count) await once(receiver, 'attempt')
  }
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const options = ['--allow-local-webhooks', '--webhook-waits-s', '0,1,0']

  const first = await startService(dataDir, options)
  const company = first.ready.companies[0]?.id ?? ''
  await first.send('POST', `/api/companies/${company}/webhooks`, { url, events: ['ISE'] })
  const { body } = await first.send('POST', '/api/invoices', receiptOfToday('W-1', [bread]))
  await first.send('DELETE', `/api/invoices/39/${body.number}`)
  await attempts(2)
  await first.stop()
  const file = join(dataDir, 'service.db')
  chmodSync(file, 0o644)

  const second = await startService(dataDir, options)
  await attempts(4)
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  await second.stop()
  const tool = (...args: string[]) =>
    spawnSync(process.execPath, ['electron/service/tool.ts', '--data', dataDir, ...args], {
      encoding: 'utf8',
    }).stdout
  expect(tool('deliveries', '--status', 'FAILED')).toContain(`${ids[0]}\tISE\tFAILED\t4\t500`)

  expect(tool('redeliver', ids[0] ?? '', '--all')).toBe('')
  expect(tool('redeliver', '--all', '--since', '2999-01-01T00:00:00Z')).toBe('queued 0\n')
  expect(tool('redeliver', '--all', '--since', '2020-01-01T00:00:00-03:00')).toBe('queued 1\n')
  const third = await startService(dataDir, options)
  await attempts(5)
  await third.kill()
  receiver.close()
  expect(new Set(ids)).toEqual(new Set([ids[0]]))
  rmSync(dataDir, { recursive: true, force: true })
})
