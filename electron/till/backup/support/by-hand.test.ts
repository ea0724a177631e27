/** What is read beside a till of a copy, in sentences that hold whatever is known of it. */
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { systemClock } from '../../adapters/system.ts'
import { makeBackup } from '../durability/make-backup.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import { lookByHand } from './by-hand.ts'

const { fixture } = fixturePerTest()

it.each([
  ['that nobody has named', { isSetUp: false, wantsShop: true }, 'una caja sin nombre, caja 1.'],
  ['of a shop', {}, 'Almacén 76192083-9, caja 1.'],
])('a copy of a till %s says whose it is', async (_, start, whose) => {
  const made = async (order: Parameters<typeof makeBackup>[0]) => makeBackup(order)
  const till = await fixture.open({ ...start, makeBackup: made })
  await till.backUp()
  await till.stop()
  const [name = ''] = readdirSync(tillFolder(fixture.dataDir).backups)
  const order = { dataDir: fixture.dataDir, name, from: null, code: null, at: systemClock.now() }
  const said = await lookByHand(order)
  expect(said[0]).toBe(`Respaldo de ${whose}`)
})
