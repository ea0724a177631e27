/** What lasts beyond a visit is nobody's whose settings were only lent. */
import { expect, it } from 'vitest'
import { CONTRACT, type CommandName } from '#shared/bridge/contract.ts'
import { inputOf, seededDie } from '../../../test/support/zod-inputs.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { api } = tillPerTest({ pinCost: 4 })

/** Who has these has the till, its books or all who buy in it, also tomorrow. */
const LASTING: readonly CommandName[] = [
  ...(['saveRights', 'saveRole', 'removeRole', 'removeStaff'] as const),
  ...(['startRestore', 'startExport', 'choosePlace', 'forgetPlace', 'answerDoubt'] as const),
  ...(['newMoveCode', 'startMove', 'startTakeBack', 'cancelMove'] as const),
  ...(['chooseUpdatePlace', 'orderUpdate'] as const),
  'saveMailAccount',
]
const WORDS = ['/mnt/pendrive', '11111111-1', '0.2.0', '2026-11-19', 'a', '']

const id = (who: string) => api.staff().members.find((one) => one.name === who)?.id ?? ''

async function visit(): Promise<void> {
  for (const [each, role, pin] of CREW)
    must(await api.saveStaff({ staffId: null, name: each, role, pin }))
  must(await api.signIn({ staffId: id('Camila'), pin: '2580' }))
  const lent = { staffId: id('Paula'), pin: '3690', subject: { kind: 'settings' } } as const
  must(await api.approve(lent))
}

it('the Z goes to nobody else by a visit: whoever was lent the settings adds no address', async () => {
  await visit()
  const closingMail = { isOn: true, to: 'sobrino@example.cl' }
  const refused = { refusal: { code: 'OWNER_REQUIRED', field: 'closingMail' } }
  expect(await api.saveSettings({ closingMail })).toMatchObject(refused)
  // Nor beside something else, which is refused with it.
  expect(await api.saveSettings({ countsBlind: true, closingMail })).toMatchObject(refused)
  expect(api.settings()).toMatchObject({ countsBlind: false, closingMail: { isOn: false } })
  must(await api.signIn({ staffId: id('Paula'), pin: '3690' }))
  expect(await api.saveSettings({ closingMail })).toMatchObject({ ok: true })
})

it.each(LASTING)('%s is refused to whoever was lent the settings', async (name) => {
  await visit()
  // The visit is open: what ends with it is answered.
  expect(api.support()).toMatchObject({ ok: true })
  const { input } = CONTRACT[name]
  const ask = api[name] as (given: unknown) => unknown
  const given = input === null ? undefined : inputOf(input, seededDie(1), WORDS)
  expect(await ask(given)).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
})
