/**
 * From the wire to the receipt: the core with its scale's real adapter, on a serial port of the
 * kernel's.
 */
import { realpathSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatQuantity } from '#shared/money/quantity.ts'
import { quantityOf } from '#shared/devices/reading.ts'
import { createScale } from '#scale/scale.ts'
import { systemClock } from '#till/adapters/system.ts'
import { coreHands } from '../support/core-hands.ts'
import { NO_SERIAL, openCable, type SerialCable } from '../support/serial-cable.ts'
import { cash, driveTill } from '../support/till-driver.ts'
import { tillFixture, type TillFixture } from '../support/till-fixture.ts'

const soon = { timeout: 10_000, interval: 20 }

describe.skipIf(NO_SERIAL !== null)(
  `a scale on a wire and the core${NO_SERIAL === null ? '' : ` (${NO_SERIAL})`}`,
  () => {
    let cable: SerialCable
    let fixture: TillFixture
    let stopTalking = () => {}
    beforeEach(async () => {
      cable = await openCable()
      fixture = tillFixture()
    })
    afterEach(async () => {
      stopTalking()
      await fixture.close()
      await cable.close()
    })
    const keepSaying = (text: string) => {
      const timer = setInterval(() => cable.say(text), 40)
      stopTalking = () => clearInterval(timer)
    }

    it('sells what lies on it, and goes on selling while its cable is out', async () => {
      const scale = createScale({ clock: systemClock, times: { againMs: 100 } })
      const till = await fixture.open({ scale })
      const saved = await till.api.saveSettings({
        scale: { path: realpathSync(cable.path), speed: 9_600, framing: '8N1', protocol: 'lines' },
      })
      expect(saved).toMatchObject({ ok: true })
      keepSaying('ST,GS,+   0.350kg\r\n')
      await expect
        .poll(() => till.api.scale().says, soon)
        .toEqual({ kind: 'weight', weightMg: 350_000 })
      const { says } = till.api.scale()
      const weighed = says.kind === 'weight' ? quantityOf(says.weightMg, 'kg') : null
      const driven = driveTill(coreHands(fixture, till))
      await driven
        .weigh('101', weighed === null ? '' : formatQuantity(weighed))
        .expectTotal(662)
        .pay(cash(1_000))
        .expectChange(340)
      await cable.pullOut()
      await expect
        .poll(() => till.api.scale().says, soon)
        .toEqual({ kind: 'away', trouble: 'SCALE_NOT_FOUND' })
      await driven.weigh('101', '0,5').expectTotal(945).pay(cash(1_000)).expectChange(60)
    })
  },
)
