/** What the service says while something behind it is away. */
import { expect, it } from 'vitest'
import { startInProcess } from './service-in-process.ts'

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

it('/health asks the database, and needs no key for it', async () => {
  const world = await startInProcess()
  const health = async () => {
    world.clock.advance(1_000)
    return (await world.service.handle(new Request('http://127.0.0.1/health'))).status
  }
  expect(await health()).toBe(200)
  await world.storage.write((db) => db.schema.alterTable('settings').renameTo('gone').execute())
  expect(await health()).toBe(503)
  await world.storage.write((db) => db.schema.alterTable('gone').renameTo('settings').execute())
  expect(await health()).toBe(200)
  await world.close()
})
