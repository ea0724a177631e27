/** One person of several companies: one passphrase and phone, and each company by itself. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OFFICE_PERSON_HEADER } from '#shared/head-office/contract.ts'
import { fleetWorld, type FleetWorld } from './fleet-world.ts'
import { asked, cookieIn, invitationFor, officeHand, PASSPHRASE } from './office-hands.ts'

const OTHER_RUT = '76000006-K'
let world: FleetWorld
beforeEach(async () => {
  world = await fleetWorld()
})
afterEach(() => world.close())

it('whoever is of two companies enters once and goes from one to the other', async () => {
  const luz = await officeHand(world.service, 'owner', 'luz@tienda.cl')
  const { invitation } = await invitationFor(world.service, luz.email, 'reader', OTHER_RUT)
  world.service.clock.advance(30_000)
  const code = luz.code()
  const wrong = { invitation, passphrase: 'otra frase cualquiera', phone_code: code }
  const refused = await asked(world.service, 'POST', 'account', { body: wrong })
  expect(refused.body['code']).toBe('PHONE_CODE_WRONG')
  const body = { invitation, passphrase: PASSPHRASE, phone_code: code }
  const joined = await asked(world.service, 'POST', 'account', { body })
  expect(joined.status).toBe(200)
  // A code is taken once, whichever company it was for.
  const entry = { email: luz.email, passphrase: PASSPHRASE, phone_code: code }
  expect((await asked(world.service, 'POST', 'session', { body: entry })).status).toBe(401)

  luz.cookie = cookieIn(await luz.enter())
  const session = async () => (await luz.ask('GET', 'session')).body
  const shops = (await session())['shops'] as { person_id: string; rut: string }[]
  expect(shops.map(({ rut }) => rut).toSorted()).toEqual([OTHER_RUT, '76192083-9'].toSorted())
  const other = shops.find(({ rut }) => rut === OTHER_RUT)
  expect((await luz.ask('PUT', 'session', { person_id: other?.person_id })).status).toBe(200)
  expect(await session()).toMatchObject({ role: 'reader', shop: { rut: OTHER_RUT } })
  expect((await luz.ask('GET', 'log')).status).toBe(403)

  const boss = await officeHand(world.service, 'owner', 'jefa@tienda.cl', OTHER_RUT)
  await boss.ask('PUT', `people/${other?.person_id}`, { is_ended: true })
  expect((await luz.ask('GET', 'session')).status).toBe(401)
  luz.cookie = cookieIn(await luz.enter())
  expect((await session())['shops']).toMatchObject([{ rut: '76192083-9' }])
})

it('a window that still shows the company before changes nothing in the other one', async () => {
  const luz = await officeHand(world.service, 'owner', 'luz@tienda.cl')
  const { invitation } = await invitationFor(world.service, luz.email, 'owner', OTHER_RUT)
  world.service.clock.advance(30_000)
  const body = { invitation, passphrase: PASSPHRASE, phone_code: luz.code() }
  expect((await asked(world.service, 'POST', 'account', { body })).status).toBe(200)
  luz.cookie = cookieIn(await luz.enter())
  const session = (await luz.ask('GET', 'session')).body
  const shown = { [OFFICE_PERSON_HEADER]: String(session['person_id']) }
  expect((await luz.ask('GET', 'products', undefined, shown)).status).toBe(200)
  const shops = session['shops'] as { person_id: string }[]
  const other = shops.find(({ person_id: id }) => id !== session['person_id'])
  const file = (as: unknown) => luz.ask('GET', `prices.csv?head=x&as=${String(as)}`)
  await luz.ask('PUT', 'session', { person_id: other?.person_id })
  // A link to a file says by its address which company it was drawn for.
  expect((await file(session['person_id'])).body['code']).toBe('OFFICE_SHOP_OTHER')
  const promotion = { name: 'Todo a mitad', rule: {} }
  for (const [method, path, sent] of [
    ['POST', 'promotions', promotion],
    ['PUT', `people/${session['person_id']}`, { is_ended: true }],
    ['GET', 'products', undefined],
  ] as const) {
    const said = await luz.ask(method, path, sent, shown)
    expect([said.status, said.body['code']]).toEqual([409, 'OFFICE_SHOP_OTHER'])
  }
  expect((await luz.ask('GET', 'offers')).body['promotions']).toEqual([])
})
