/** The customer's screen on the real core: who waits hears of a change, nobody waits for ever. */
import { expect, it } from 'vitest'
import { after } from '../../../test/support/carts.ts'
import { must } from '../../../test/support/must.ts'
import {
  cartOf,
  commitOf,
  keptOf,
  sellOf,
  UNREACHABLE,
} from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import { CREW } from '../../../test/support/crew.ts'
import { THANKS_MS, WAIT_MS_MAX } from './customer-display.ts'

const perTest = tillPerTest({ pinCost: 4 })
const { fixture, api } = perTest
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(20)])

/** By the till's clock, for a little longer than anybody waits. */
async function soon<Answer>(asked: Promise<Answer>): Promise<Answer> {
  let isThere = false
  void asked.then(() => (isThere = true))
  for (let waitedMs = 0; waitedMs <= WAIT_MS_MAX && !isThere; waitedMs += 500)
    await fixture.clock.advance(500)
  if (!isThere) throw new Error('nobody answered')
  return asked
}

it('answers whoever waits when a line is scanned, and after a while without news', async () => {
  const first = await api.customerView({ seen: null })
  expect(first.view.kind).toBe('idle')
  const waiting = api.customerView({ seen: first.version })
  api.saveDraft(keptOf(cartOf(api, '101')))
  const sale = await soon(waiting)
  expect(sale.view.kind).toBe('sale')
  expect(sale.version).not.toBe(first.version)
  expect(await soon(api.customerView({ seen: sale.version }))).toEqual(sale)
})

it('answers the older of two who ask, so that no more than one waits', async () => {
  const { version } = await api.customerView({ seen: null })
  const older = api.customerView({ seen: version })
  const newer = api.customerView({ seen: version })
  expect((await soon(older)).version).toBe(version)
  api.saveDraft(keptOf(cartOf(api, '101')))
  expect((await soon(newer)).view.kind).toBe('sale')
})

it('thanks for a sale until the change has been counted', async () => {
  sellOf(api, '101')
  expect((await api.customerView({ seen: null })).view.kind).toBe('thanks')
  await fixture.clock.advance(THANKS_MS + 1)
  expect((await api.customerView({ seen: null })).view.kind).toBe('idle')
})

it('says what was saved, and the document as soon as it has its folio', async () => {
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => api.status().connection !== 'online')
  const cart = after(cartOf(api, '101'), {
    type: 'set-discount',
    lineNumber: 1,
    discount: { kind: 'percent', percent: 10 },
  })
  must(api.commitSale(commitOf(api, cart)))
  const shown = async () => (await api.customerView({ seen: null })).view
  expect(await shown()).toMatchObject({ savedClp: 189, document: { kind: 'provisional' } })
  fixture.service.answer = perTest.honest
  await fixture.until(() => api.status().pendingCount === 0)
  must(api.commitSale(commitOf(api, cartOf(api, '101'))))
  await fixture.until(() => api.status().pendingCount === 0)
  const issued = { kind: 'issued', name: 'Boleta electrónica', folio: 2 }
  expect(await shown()).toMatchObject({ savedClp: 0, document: issued })
})

it("keeps the owner's picture, refuses what is none, and writes who changed it", async () => {
  expect(api.customerPicture()).toBeNull()
  for (const [name, role, pin] of CREW) await api.saveStaff({ staffId: null, name, role, pin })
  const idOf = (role: string) => api.staff().members.find((one) => one.role === role)?.id ?? ''
  await api.signIn({
    staffId: idOf('cashier'),
    pin: CREW.find(([, role]) => role === 'cashier')?.[2] ?? '',
  })
  expect(api.saveCustomerPicture({ picture: null })).toMatchObject({ ok: false })
  await api.signIn({
    staffId: idOf('owner'),
    pin: CREW.find(([, role]) => role === 'owner')?.[2] ?? '',
  })
  expect(
    api.saveCustomerPicture({ picture: Buffer.from('<svg/>').toString('base64') }),
  ).toMatchObject({ refusal: { code: 'LOGO_NOT_VALID', field: 'picture' } })
  expect(api.saveCustomerPicture({ picture: PNG.toString('base64') })).toMatchObject({ ok: true })
  expect(api.customerPicture()).toBe(`data:image/png;base64,${PNG.toString('base64')}`)
  const { pictureId } = await api.customerView({ seen: null })
  expect(pictureId).not.toBeNull()
  expect(api.saveCustomerPicture({ picture: null })).toMatchObject({ ok: true })
  expect((await api.customerView({ seen: null })).pictureId).toBeNull()
})

it('shows nothing behind a locked counter', async () => {
  for (const [name, role, pin] of CREW) await api.saveStaff({ staffId: null, name, role, pin })
  api.saveDraft(keptOf(cartOf(api, '101')))
  api.signOut()
  expect((await api.customerView({ seen: null })).view).toEqual({ kind: 'idle' })
})
