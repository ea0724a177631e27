/** The closing report by e-mail: switched on by its owner, and how it stands among the shifts. */
import { describe, expect, it } from 'vitest'
import { handsOf } from '../support/shift-till.ts'
import { MAIL_ACCOUNT } from '../support/fake-mail.ts'
import { must } from '../support/must.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory } from './each-story.ts'
import { realCore } from './real-core.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `the closing report by e-mail${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)

    it('asks for an address that is one, and its state stands beside the shift', async () => {
      const hands = handsOf(() => core.api())
      await hands.useShifts()
      await counter.press('F10').tap('settings-nav-shifts')
      await counter.page.getByText('Enviar el cierre por correo al cerrar el turno').click()
      await counter.type('closing-mail-to', 'duena').tap('save-section')
      await counter.read('Revise el correo').isAccessible()
      await counter.type('closing-mail-to', 'duena@ejemplo.cl').tap('save-section')
      await counter.see('section-state', 'Guardado').isAccessible()
      hands.openShift()
      must(hands.close(30_000))
      await counter.press('F11').see('shift-row', 'Cierre por enviar').isAccessible()
    })

    it('is sent again from the shift it is of, once its trouble is mended', async () => {
      const hands = handsOf(() => core.api())
      const { mail } = core
      await hands.useShifts()
      mail().answer = () => ({ kind: 'not-taken', code: 'MAIL_ADDRESS_REFUSED', detail: '550' })
      must(await core.api().saveMailAccount({ account: MAIL_ACCOUNT, password: 'clave' }))
      must(await core.api().saveSettings({ closingMail: { isOn: true, to: 'duena@ejemplo.cl' } }))
      hands.openShift()
      must(hands.close(30_000))
      await counter
        .find('nav-shift')
        .press('F11')
        .see('shift-row', 'El cierre no se envió')
        .tap('shift-row')
      await counter.see('closing-mail', 'El servidor rechaza la dirección').isAccessible()
      mail().answer = () => ({ kind: 'taken', detail: '250' })
      await counter.tap('closing-mail-again')
      await counter.see('closing-mail', 'Cierre enviado por correo')
      await counter.see('shift-row', 'Cierre enviado por correo').isAccessible()
      expect(await counter.page.getByTestId('closing-mail-again').count()).toBe(0)
    })
  },
)
