/**
 * The till as a process, with the real service as another: what survives kill -9, and what it says
 * when it cannot start.
 */
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  runToEnd,
  startServiceProgram,
  startTill,
  type Program,
  type ServiceReady,
} from '../support/programs.ts'
import {
  cashierAt,
  connectTill,
  eventually,
  receiptOf,
  type TillClient,
} from '../support/till-client.ts'
import { setUpAsOwner } from '../support/shop-owner.ts'
import { cash } from '../support/till-driver.ts'

let folder: string
const running: Program<unknown>[] = []
function track<Ready>(program: Program<Ready>): Program<Ready> {
  running.push(program)
  return program
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-process-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.kill().catch(() => {})))
  rmSync(folder, { recursive: true, force: true })
})

async function firstCode(till: TillClient): Promise<string> {
  const [product] = await till.searchProducts({ text: '', categoryId: null, limit: 1 })
  if (!product) throw new Error('the demo shop has products')
  return product.code
}

describe('the till with its embedded service', () => {
  it('sells, issues and prints', async () => {
    const program = track(await startTill(['--data', folder]))
    expect(program.ready).toMatchObject({
      ready: 'till',
      data: folder,
      service: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    })
    expect(program.ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/)
    const till = connectTill(program.ready.url)
    await cashierAt(till)
      .scan(await firstCode(till))
      .pay(cash())
      .expectFolio(1)
      .expectPapers('receipt sent')
    expect((await till.listReceipts({ cursor: null })).rows).toMatchObject([
      { issueState: 'numbered' },
    ])
    expect(await program.stop()).toBe(0)
  })

  it('loses nothing and repeats nothing when killed between commit and sending', async () => {
    const service = track(
      await startServiceProgram(['--port', '0', '--data', join(folder, 'service')]),
    )
    const args = ['--data', join(folder, 'till'), '--api', service.ready.base_url]
    const start = async () =>
      track(await startTill(args, { TILL_API_KEY: service.ready.keys.member }))
    const till = await start()
    const client = connectTill(till.ready.url)
    await setUpAsOwner(client)
    await eventually(
      () => client.status(),
      (status) => status.connection === 'online',
    )
    const code = await firstCode(client)
    const counter = cashierAt(client)
    for (let sale = 0; sale < 5; sale += 1) counter.scan(code).pay(cash()).expectDone()
    await counter
    await till.kill()

    const reopened = connectTill((await start()).ready.url)
    const { rows: sales } = await reopened.listReceipts({ cursor: null })
    expect(sales).toHaveLength(5)
    const details = await eventually(
      () => Promise.all(sales.map((sale) => receiptOf(reopened, sale.saleId))),
      (all) => all.every((detail) => detail.issueState === 'numbered'),
    )
    expect(details.map((detail) => detail.folio).sort()).toEqual([1, 2, 3, 4, 5])
    expect(await statusOfFolios(service.ready, 6)).toEqual([200, 200, 200, 200, 200, 404])
    // Each original is on paper, or its fate is known to be unknown and a person is asked; none
    // waits for ever.
    const settled = await eventually(
      () => Promise.all(sales.map((sale) => receiptOf(reopened, sale.saleId))),
      (all) => all.every((detail) => ['sent', 'unknown'].includes(detail.receiptPrintState)),
    )
    expect(settled).toHaveLength(5)
  })

  it('takes the service down with it, however it ends', async () => {
    const program = track(await startTill(['--data', folder]))
    await program.kill()
    await eventually(
      () =>
        fetch(program.ready.service).then(
          () => 'up',
          () => 'down',
        ),
      (state) => state === 'down',
    )
  })
})

async function statusOfFolios(service: ServiceReady, count: number): Promise<number[]> {
  const folios = Array.from({ length: count }, (_, index) => index + 1)
  return Promise.all(
    folios.map(async (folio) => {
      const answer = await fetch(`${service.base_url}/api/invoices/39/${folio}`, {
        headers: { 'X-Api-Key': service.keys.member },
      })
      await answer.body?.cancel()
      return answer.status
    }),
  )
}

describe('a till that cannot start says why and touches nothing', () => {
  const start = (...args: string[]) =>
    runToEnd('electron/kiosk/start.js', ['--kiosk', '--no-open', ...args])

  it('a second till on the same data', async () => {
    track(await startTill(['--data', folder]))
    const second = await start('--data', folder)
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(
      /DATA_FOLDER_IN_USE: La caja ya está abierta con estos datos \(proceso \d+/,
    )
  })

  it.each<[string, (file: string) => void, RegExp]>([
    [
      'a broken database',
      (file) => writeFileSync(file, 'x'.repeat(8192)),
      /DATABASE_BROKEN: La base de datos .* está dañada/,
    ],
    [
      "another program's database",
      (file) => {
        const db = new Database(file)
        db.exec('CREATE TABLE t (x)')
        db.close()
      },
      /DATABASE_FOREIGN: .* es de otro programa/,
    ],
    [
      'a newer schema',
      (file) => {
        const db = new Database(file)
        db.exec('CREATE TABLE setting (x)')
        db.pragma(`application_id = ${0x4d45534e}`)
        db.pragma('user_version = 9999')
        db.close()
      },
      /DATABASE_NEWER: .* versión más nueva/,
    ],
  ])('%s', async (_, prepare, message) => {
    mkdirSync(join(folder, 'till'), { recursive: true })
    prepare(join(folder, 'till', 'till.db'))
    const result = await start('--data', folder)
    expect(result.code).toBe(1)
    expect(result.stderr).toMatch(message)
    expect(result.stdout).not.toContain('"ready"')
  })

  it('a folder that cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '')
    const result = await start('--data', join(folder, 'file', 'data'))
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('DATA_FOLDER_NOT_WRITABLE: No se puede escribir'),
    })
  })

  it('a port in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const result = await start('--data', folder, '--port', String(port))
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`PORT_IN_USE: El puerto ${port} está ocupado`),
    })
    await new Promise((resolve) => other.close(resolve))
  })

  it('arguments it does not know', async () => {
    const result = await start('--foo')
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('«--foo»') })
  })
})
