/** A backup knows nothing of what was spent after it: no vale pays twice for that. */
import { expect, it } from 'vitest'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { valeDeed } from '#shared/staff/deeds.ts'
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { CREW } from '../../../test/support/crew.ts'
import { giveWholeBack } from '../../../test/support/give-back.ts'
import { must } from '../../../test/support/must.ts'
import { cartOf, commitOf, NOON, sellOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { makeBackup } from '../backup/durability/make-backup.ts'
import { restoreBackup } from '../backup/durability/restore.ts'
import { tillFolder } from '../kernel/till-folder.ts'

const { fixture } = fixturePerTest()
/** Comparing PINs is slow on purpose, and nothing here hangs on it. */
const open = () => fixture.open({ pinCost: 4 })
/** When the backup was put back. */
const LATER = (NOON + 86_400_000) as EpochMs
const folder = () => tillFolder(fixture.dataDir)
const codesIn = () => {
  const db = new Database(folder().database, { readonly: true })
  const codes = db.prepare<[], string>('SELECT code FROM vale ORDER BY number').pluck().all()
  db.close()
  return codes
}
const pay = (api: TillApi, reference: string, amountClp: number) =>
  api.commitSale({
    ...commitOf(api, cartOf(api, '201')),
    payments: [{ method: 'vc', amountClp, reference }],
  })

/** Two vales of 1600, a backup, and one of them spent after it. */
async function spentAfterBackup() {
  const till = await open()
  for (const [name, role, pin] of CREW)
    must(await till.api.saveStaff({ staffId: null, name, role, pin }))
  const idOf = (name: string) =>
    till.api.staff().members.find((each) => each.name === name)?.id ?? ''
  const [paula, camila] = [idOf('Paula'), idOf('Camila')]
  must(await till.api.signIn({ staffId: paula, pin: '3690' }))
  for (const _ of [1, 2]) giveWholeBack(till.api, sellOf(till.api, '201'), 'vc')
  await till.stop()
  const at = NOON
  const { file } = makeBackup({
    databaseFile: folder().database,
    backupDir: folder().backups,
    at,
    reason: 'asked',
  })
  const again = await open()
  must(await again.api.signIn({ staffId: paula, pin: '3690' }))
  must(pay(again.api, codesIn()[0] ?? '', 1600))
  await again.stop()
  return { file, camila, paula }
}

it('what a damaged database still holds of it is carried over: spent stays spent', async () => {
  const { file, camila } = await spentAfterBackup()
  expect(restoreBackup(folder(), file, LATER)).toMatchObject({ salvaged: { sales: 1 } })
  const { api } = await open()
  must(await api.signIn({ staffId: camila, pin: '2580' }))
  expect(pay(api, codesIn()[0] ?? '', 1600)).toMatchObject({ refusal: { code: 'VALE_USED' } })
})

it('where nothing is left of it, a vale of before asks for the owner once', async () => {
  const { file, camila, paula } = await spentAfterBackup()
  // The disk is another one: of the sale that spent it there is no trace.
  const lost = new Database(folder().database)
  lost.pragma('journal_mode = DELETE')
  lost.close()
  rmSync(folder().database)
  expect(restoreBackup(folder(), file, LATER)).toMatchObject({ salvaged: { sales: 0 } })
  const { api } = await open()
  must(await api.signIn({ staffId: camila, pin: '2580' }))
  const [first = '', second = ''] = codesIn()
  for (const code of [first, second])
    expect(pay(api, code, 1600)).toMatchObject({ refusal: { code: 'VALE_DOUBTFUL' } })
  const { number, isDoubtful } = must(api.findVale({ code: second }))
  expect(isDoubtful).toBe(true)
  // Its paper may be out since the backup: the next one is a copy.
  expect(await api.printVale({ number, approvalId: null })).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
  expect(api.acceptVale({ number, approvalId: null })).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
  const subject = { kind: 'right' as const, ...valeDeed('accept', number) }
  const { approvalId } = must(await api.approve({ staffId: paula, pin: '3690', subject }))
  expect(api.acceptVale({ number: 1, approvalId })).toMatchObject({ ok: false })
  expect(api.acceptVale({ number, approvalId })).toMatchObject({ ok: true })
  expect(pay(api, second, 1600)).toMatchObject({ ok: true })
  expect(pay(api, first, 1600)).toMatchObject({ refusal: { code: 'VALE_DOUBTFUL' } })
})
