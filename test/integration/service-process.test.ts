import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { refusedStart, startService } from './service-process.ts'
import { receiptOfToday } from './service-receipts.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'service-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('starting and stopping', () => {
  it('says what it serves, and the same after a restart', async () => {
    const first = await startService(dataDir)
    expect(first.ready.companies.map((company) => company.country)).toEqual([
      'CHL',
      'CHL',
      'ARG',
      'URY',
    ])
    expect(first.ready.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(statSync(join(dataDir, 'demo-keys.json')).mode & 0o777).toBe(0o600)
    expect(await first.stop()).toBe(0)
    const second = await startService(dataDir)
    expect([second.ready.companies, second.ready.keys]).toEqual([
      first.ready.companies,
      first.ready.keys,
    ])
    await second.stop()
  })

  it('ends when its parent is gone', async () => {
    const service = await startService(dataDir, ['--exit-with-parent'])
    const exit = once(service.child, 'exit')
    service.child.stdin?.end()
    expect((await exit)[0]).toBe(0)
  })

  it('answers at its end whatever it was asked before', async () => {
    const service = await startService(dataDir, ['--sandbox'])
    await service.send('POST', '/sandbox/faults', { latency_ms: 1_000 })
    const asked = ['E-1', 'E-2', 'E-3'].map((reference) =>
      service.send(
        'POST',
        '/api/invoices',
        receiptOfToday(reference, [{ name: 'Pan', unitGrossClp: 500 }]),
      ),
    )
    await waitFor(async () => {
      const figures = await fetch(`${service.ready.base_url}/metrics`)
      expect(await figures.text()).toContain('meson_door_inside{door="issuing"} 3')
    })
    expect(await service.stop()).toBe(0)
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([201, 201, 201])
  })

  it('refuses a port in use, and options it does not know', async () => {
    const service = await startService(dataDir)
    const { port } = new URL(service.ready.base_url)
    const other = mkdtempSync(join(tmpdir(), 'service-'))
    const taken = await refusedStart(other, ['--port', port])
    expect(taken.code).toBe(2)
    expect(taken.stderr).toMatch(/^PORT_IN_USE: .*ocupado.* \/ .*in use/m)
    expect((await refusedStart(other, ['--nonsense'])).stderr).toMatch(/^ARGUMENTS_NOT_VALID/m)
    await service.stop()
    rmSync(other, { recursive: true, force: true })
  })

  it('refuses a broken database without touching it', async () => {
    writeFileSync(join(dataDir, 'service.db'), 'x'.repeat(5000))
    const refused = await refusedStart(dataDir)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(/^DATABASE_BROKEN/m)
    expect(statSync(join(dataDir, 'service.db')).size).toBe(5000)
  })

  it('says that its clock was set back, and nothing of the kind of one that goes on', async () => {
    const first = await startService(dataDir)
    await first.stop()
    expect(first.said()).not.toContain('this clock stands before')
    const ahead = new Date('2199-12-31')
    utimesSync(join(dataDir, 'service.db'), ahead, ahead)
    const second = await startService(dataDir)
    await second.stop()
    expect(second.said()).toContain('this clock stands before the last write of the database')
    const third = await startService(dataDir)
    await third.stop()
    expect(third.said()).not.toContain('this clock stands before')
  })

  it('has no sandbox without the switch', async () => {
    const service = await startService(dataDir)
    const state = await service.send('GET', '/sandbox/state')
    const clock = await service.send('POST', '/sandbox/clock', {})
    expect([state.status, clock.status]).toEqual([404, 404])
    await service.stop()
  })
})

describe('the key tool', () => {
  const tool = (...args: string[]) =>
    spawnSync(process.execPath, ['electron/service/tool.ts', '--data', dataDir, ...args], {
      encoding: 'utf8',
    })

  it('creates, rotates and revokes keys beside a running service', async () => {
    const service = await startService(dataDir)
    const works = async (key: string) =>
      (
        await service.send(
          'POST',
          '/api/invoices',
          receiptOfToday(key.slice(-20), [{ name: 'Pan', unitGrossClp: 500 }]),
          { 'x-api-key': key },
        )
      ).status
    const key = tool(
      'create-key',
      '--role',
      'MEMBER',
      '--companies',
      '76192083-9',
      '--label',
      'Caja 2',
    ).stdout.trim()
    expect(await works(key)).toBe(201)
    const id = key.split('_')[1] ?? ''
    expect(tool('keys').stdout).toContain(`${id}\tMEMBER\tactive\tCaja 2\t76192083-9`)
    const rotated = tool('rotate-key', id).stdout.trim()
    expect(await works(rotated)).toBe(201)
    expect(tool('revoke-key', rotated.split('_')[1] ?? '').status).toBe(0)
    expect(tool('keys').stdout).not.toContain('\tactive\tCaja 2')
    expect(tool('create-key', '--companies', '11111111-1').status).toBe(2)
    await service.stop()
  })
})
