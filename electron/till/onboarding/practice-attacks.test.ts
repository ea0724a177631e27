/** The way to the practice while others use the counter: what changes until it is open counts. */
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { cartOf, keptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import type { TillApi } from '#shared/bridge/contract.ts'

const { fixture } = fixturePerTest()
let api: TillApi
/** Making the folder takes as long as it takes. */
let opened: PromiseWithResolvers<void>
const idOf = (named: string) => api.staff().members.find(({ name }) => name === named)?.id ?? ''
const actions = () => must(api.audit({ cursor: null, limit: 50 })).rows.map(({ action }) => action)

beforeEach(async () => {
  opened = Promise.withResolvers()
  const practice = { open: () => opened.promise }
  api = (await fixture.open({ practice, pinCost: 4 })).api
  must(await api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: '3690' }))
  must(await api.saveStaff({ staffId: null, name: 'Camila', role: 'cashier', pin: '2580' }))
  must(await api.signIn({ staffId: idOf('Camila'), pin: '2580' }))
})

it('does not lock a sale away that began meanwhile', async () => {
  const entering = api.enterPractice()
  must(api.saveDraft(keptOf(cartOf(api, '101'))))
  opened.resolve()
  expect(await entering).toMatchObject({ refusal: { code: 'PRACTICE_SALE_OPEN' } })
  expect(api.staff().current?.name).toBe('Camila')
})

it('sends nobody away who came to the counter meanwhile', async () => {
  const entering = api.enterPractice()
  must(await api.signIn({ staffId: idOf('Paula'), pin: '3690' }))
  opened.resolve()
  expect(await entering).toMatchObject({ refusal: { code: 'SIGN_IN_REQUIRED' } })
  expect(api.staff().current?.name).toBe('Paula')
  expect(actions()).not.toContain('practice-entered')
})

it('asked for twice is entered and written down once', async () => {
  const both = [api.enterPractice(), api.enterPractice()]
  opened.resolve()
  expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(1)
  must(await api.signIn({ staffId: idOf('Paula'), pin: '3690' }))
  expect(actions().filter((action) => action === 'practice-entered')).toHaveLength(1)
})

it('leaves no permission and no lent settings behind for whoever comes back', async () => {
  const approved = must(
    await api.approve({
      staffId: idOf('Paula'),
      pin: '3690',
      subject: { kind: 'right', right: 'openDrawer', subject: null },
    }),
  )
  must(await api.approve({ staffId: idOf('Paula'), pin: '3690', subject: { kind: 'settings' } }))
  opened.resolve()
  must(await api.enterPractice())
  must(await api.signIn({ staffId: idOf('Camila'), pin: '2580' }))
  expect(await api.openDrawer({ approvalId: approved.approvalId })).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
  expect(await api.saveSettings({ registerNumber: 7 })).toMatchObject({
    refusal: { code: 'OWNER_REQUIRED' },
  })
})

it('is not opened in a folder that is a shop’s, and nothing waiting there is sent', async () => {
  fixture.service.answer = () => ({ kind: 'unsent', detail: 'ECONNREFUSED' })
  const shop = await fixture.open({ dataDir: join(fixture.dataDir, 'practica') })
  sellOf(shop.api, '7801040000037')
  await shop.stop()
  const asked = fixture.service.requests.length
  const opening = fixture.open({ dataDir: join(fixture.dataDir, 'practica'), wantsPractice: true })
  await expect(opening).rejects.toMatchObject({ code: 'FOLDER_IS_SHOP' })
  expect(fixture.service.requests).toHaveLength(asked)
})
