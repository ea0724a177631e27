/**
 * What stands on every paper is the owner's word: a cashier's line above a receipt could name
 * another shop, or another account.
 */
import { beforeEach, expect, it } from 'vitest'
import { DEFAULT_OPTIONS } from '#shared/printing/printers.ts'
import { PRINTER } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const LOGO = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(8)]).toString(
  'base64',
)
let ids: readonly string[]
const { api } = tillPerTest({ pinCost: 4 })
beforeEach(async () => {
  for (const [name, role, pin] of [
    ['Paula', 'owner', '3690'],
    ['Camila', 'cashier', '2580'],
  ] as const) {
    await api.saveStaff({ staffId: null, name, role, pin })
  }
  ids = ['Paula', 'Camila'].map(
    (name) => api.staff().members.find((member) => member.name === name)?.id ?? '',
  )
})

const save = (part: Partial<typeof DEFAULT_OPTIONS>, logo?: string | null) =>
  api.savePrinter({
    printerId: PRINTER.id,
    options: { ...DEFAULT_OPTIONS, ...part },
    ...(logo === undefined ? {} : { logo }),
  })

it('lines above and below and the logo are the owner’s, and in the log; and so is how a printer works', async () => {
  await api.signIn({ staffId: ids[1] ?? '', pin: '2580' })
  const refused = { ok: false, refusal: { code: 'OWNER_REQUIRED' } }
  expect(save({ headerLines: ['Transfiera a la cuenta 123'] })).toMatchObject(refused)
  expect(save({ footerLines: ['Otra tienda'] })).toMatchObject(refused)
  expect(save({}, LOGO)).toMatchObject(refused)
  expect(save({ copies: 2 })).toMatchObject(refused)
  await api.approve({ staffId: ids[0] ?? '', pin: '3690', subject: { kind: 'settings' } })
  expect(save({ headerLines: ['Abrimos de 9 a 20'] }, LOGO)).toMatchObject({ ok: true })
  api.giveBackSettings()
  expect(save({})).toMatchObject(refused)
  await api.signIn({ staffId: ids[0] ?? '', pin: '3690' })
  const log = api.audit({ cursor: null, limit: 20 })
  expect(
    log.ok && log.value.rows.filter(({ action }) => action === 'settings-changed'),
  ).toMatchObject([
    { staffName: 'Camila', detail: { what: `${PRINTER.name}: logo`, from: '—', to: '(imagen)' } },
    {
      staffName: 'Camila',
      approverName: 'Paula',
      detail: { what: `${PRINTER.name}: headerLines`, from: '—', to: '["Abrimos de 9 a 20"]' },
    },
  ])
})
