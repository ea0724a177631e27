/** The owner's log in Chromium over the real core: a seal that is whole, and one that is broken. */
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createFileSecretStore, systemClock } from '#till/adapters/system.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import Database from 'better-sqlite3'
import { disarm } from '../support/chain-mutations.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { sellOf, tillFixture, type TillFixture } from '../support/till-fixture.ts'
import { openCounter } from './counter-driver.ts'
import { PATIENT } from './each-story.ts'

const PIN = '3690'
let fixture: TillFixture
beforeEach(() => {
  fixture = tillFixture()
})
afterEach(() => fixture.close())
const folder = () => tillFolder(fixture.dataDir)
const open = () =>
  fixture.open({
    pinCost: 4,
    clock: systemClock,
    ownSecret: createFileSecretStore(folder().ownSecret),
  })

/** What the log says of the seal, to whoever opens it. */
async function sealOnScreen(till: Awaited<ReturnType<typeof open>>): Promise<string> {
  const counter = await openCounter(await sharedChromium(), inject('screenRoot'), {}, till)
  try {
    await counter.press('F10').tap('settings-nav-staff', 'open-audit')
    await expect.poll(() => counter.text('seal'), PATIENT).toMatch(/Revisado el/)
    const end = /Termina en (\S+ [\w-]+)/.exec(await counter.text('seal'))?.[1] ?? ''
    await counter
      .type('seal-on-paper', end.toLowerCase())
      .tap('compare-seal')
      .see('paper-seal', `Estos datos tienen el sello ${end}`)
      .isAccessible()
    const picture = process.env['SEAL_PICTURE']
    if (picture !== undefined) await counter.page.screenshot({ path: picture })
    expect(counter.complaints).toEqual([])
    return await counter.text('seal')
  } finally {
    await counter.close()
  }
}

describe.skipIf(NO_CHROMIUM !== null)(
  `the seal on the owner's screen${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    it('is whole, and names the sale that was changed with the till closed', async () => {
      const till = await open()
      for (let sale = 0; sale < 3; sale += 1) sellOf(till.api)
      must(await till.api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: PIN }))
      expect(await sealOnScreen(till)).toMatch(/está completo.*Filas sin cambios: 4/s)
      await till.stop()
      const db = new Database(folder().database)
      disarm(db)
      db.exec("UPDATE sale SET cashier_name = 'Nadie' WHERE seq = 2")
      const reference = db
        .prepare<[], string>('SELECT external_reference FROM sale WHERE seq = 2')
        .pluck()
        .get()
      db.close()
      const again = await open()
      const staffId = again.api.staff().members[0]?.id ?? ''
      must(await again.api.signIn({ staffId, pin: PIN }))
      expect(await sealOnScreen(again)).toContain(`la venta ${reference}`)
    })

    it('says how many rows were sealed that had been written without the key', async () => {
      const till = await open()
      sellOf(till.api)
      await till.stop()
      const db = new Database(folder().database)
      db.exec(`INSERT INTO audit (at_ms, action, staff_name, detail_json)
        VALUES (1, 'seal-paused', 'Caja', '{}'), (2, 'sign-in', 'Nadie', '{}')`)
      db.close()
      expect(await sealOnScreen(await open())).toMatch(
        /no sirve para lo anterior:.*se sellaron 2 filas escritas sin la clave/s,
      )
    })
  },
)
