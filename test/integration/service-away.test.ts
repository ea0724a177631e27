/** What the service says while something behind it is away. */
import { expect, it } from 'vitest'
import { sql } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { createLog } from '../../electron/service/core/log.ts'
import { systemClock } from '../../electron/service/core/ports.ts'
import type { CertificateRow } from '../../electron/service/storage/tables.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

it('a look-up of a taxpayer is 503 while the authority is away, and 404 only on its word', async () => {
  const world = await startInProcess()
  const ask = async (rut: string) => {
    const request = new Request(`http://127.0.0.1/api/taxpayers/CHL/${rut}`, {
      headers: { 'x-api-key': world.keys.owner },
    })
    const answer = await world.service.handle(request)
    return [answer.status, ((await answer.json()) as { code?: string }).code]
  }
  world.authority.mood.isReachable = false
  for (const rut of ['76192083-9', '11111111-1'])
    expect(await ask(rut)).toEqual([503, 'AUTHORITY_UNAVAILABLE'])
  world.authority.mood.isReachable = true
  expect(await ask('76192083-9')).toEqual([200, undefined])
  expect(await ask('11111111-1')).toEqual([404, 'TAXPAYER_NOT_FOUND'])
  await world.close()
})

const get = (world: InProcessService, path: string, headers: Record<string, string> = {}) =>
  world.service.handle(new Request(`http://127.0.0.1${path}`, { headers }))

it('/health is about the process, /ready about what it stands on, and neither needs a key', async () => {
  const world = await startInProcess()
  const states = async () => {
    world.clock.advance(1_000)
    return [(await get(world, '/health')).status, (await get(world, '/ready')).status]
  }
  expect(await states()).toEqual([200, 200])
  await world.storage.write((db) => db.schema.alterTable('settings').renameTo('gone').execute())
  expect(await states()).toEqual([200, 503])
  await world.storage.write((db) => db.schema.alterTable('gone').renameTo('settings').execute())
  expect(await states()).toEqual([200, 200])
  world.service.beginEnd()
  expect(await states()).toEqual([200, 503])
  await world.close()
})

it('/ready tells who reaches the port of ranges, certificates and the authority, and nobody else', async () => {
  const world = await startInProcess()
  const checks = async () => {
    world.clock.advance(60_000)
    return ((await (await get(world, '/ready')).json()) as { checks: object }).checks
  }
  await world.service.settle()
  const well = { database: 'ok', ranges_held: 0, certificates_ended: 0, authority: 'ok' }
  expect(await checks()).toEqual(well)
  const throughProxy = await get(world, '/ready', { 'x-forwarded-for': '203.0.113.7' })
  expect(await throughProxy.json()).toEqual({ status: 'ready' })
  const [company] = await world.storage.read.selectFrom('certificates').selectAll().execute()
  await world.storage.write(async (db) => {
    const ended = db
      .updateTable('certificates')
      .set({ expires_at_ms: (world.clock.now() - 1) as EpochMs })
    await ended.where('id', '=', company?.id ?? '').execute()
    await db
      .updateTable('folio_ranges')
      .set({ issues_in: null })
      .where('document_code', '=', 39)
      .execute()
  })
  world.authority.mood.isReachable = false
  await get(world, '/api/taxpayers/CHL/76192083-9', { 'x-api-key': world.keys.owner })
  await world.service.settle()
  expect(await checks()).toEqual({
    ...well,
    ranges_held: expect.any(Number),
    certificates_ended: 1,
    authority: 'away',
  })
  expect(await checks()).not.toMatchObject({ ranges_held: 0 })
  await world.storage.write((db) =>
    db
      .insertInto('certificates')
      .values({
        ...(company as CertificateRow),
        id: 'next',
        expires_at_ms: (world.clock.now() + 1e10) as EpochMs,
      })
      .execute(),
  )
  expect(await checks()).toMatchObject({ certificates_ended: 0 })
  await world.close()
})

it('a full disk is 503 with each request, one line in the log, and over when there is room', async () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => lines.push(line) }, 'info', systemClock)
  const world = await startInProcess({}, undefined, undefined, log)
  const create = async (reference: string) => {
    const asked = receiptRequest(reference, [{ name: 'Pan', unitGrossClp: 1990 }], world.today())
    const answer = await world.post('/api/invoices', JSON.stringify(asked))
    return [answer.status, ((await answer.json()) as { code?: string }).code]
  }
  const pages = (most: string) =>
    world.storage.write((db) => sql.raw(`PRAGMA max_page_count = ${most}`).execute(db))
  expect(await create('F-1')).toEqual([201, undefined])
  await pages('1')
  lines.length = 0
  const answers: unknown[][] = []
  // The last page may have room for some.
  while (answers.length < 200) answers.push(await create(`F-full-${answers.length}`))
  expect(answers.at(-1)).toEqual([503, 'DISK_FULL'])
  const full = lines.filter((line) => line.includes('DISK_FULL'))
  expect(full).toHaveLength(1)
  expect(full[0]).not.toContain('stack')
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual(full)
  await pages('1000000')
  expect(await create('F-2')).toEqual([201, undefined])
  await world.close()
})
