/** Support by hand beside a till that copies or looks: neither takes the other's files away. */
import { expect, it, vi } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { must } from '../../../../test/support/must.ts'
import { NOON, sellOf } from '../../../../test/support/till-fixture.ts'
import { supportPerTest, supportWorker } from '../../../../test/support/support-per-test.ts'
import { makeBackup } from '../durability/make-backup.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { copyByHand, lookByHand } from './by-hand.ts'
import { beginPlace } from './copies-on-medium.ts'
import { keyFromCode } from './copy-key.ts'
import { makeSecondCopy } from './second-copy.ts'
import { refusalOf } from './trouble.ts'

const { fixture, till, api, stickAt } = supportPerTest()

const job = () => must(api.support()).job
const ended = () => vi.waitUntil(() => job()?.isRunning === false, { timeout: 20_000, interval: 5 })

it('a copy by hand waits its turn while another is made, which comes to its end', async () => {
  const folder = tillFolder(fixture.dataDir)
  sellOf(api)
  const chosen = stickAt('own')
  beginPlace(chosen)
  const key = keyFromCode('any')
  const order = { databaseFile: folder.database, workDir: folder.copying, chosen, key }
  const second: Promise<string>[] = []
  const made = await makeSecondCopy(
    { ...order, at: NOON },
    {
      step(phase) {
        if (phase !== 'sending' || second.length > 0) return
        const begun = copyByHand({
          dataDir: fixture.dataDir,
          to: stickAt('other'),
          code: null,
          at: (NOON + 1) as EpochMs,
        }).then(
          () => 'made',
          (error: unknown) => refusalOf(error).code,
        )
        second.push(begun)
      },
    },
  )
  expect(made.facts.sales).toBe(1)
  expect(await Promise.all(second)).toEqual(['SUPPORT_BUSY'])
})

it('looking by hand changes nothing under a preview that is open in the window', async () => {
  const { database, backups } = tillFolder(fixture.dataDir)
  const backUp = (at: number) =>
    makeBackup({ databaseFile: database, backupDir: backups, at: at as EpochMs, reason: 'asked' })
  backUp(NOON)
  sellOf(api)
  backUp(NOON + 60_000)
  const [newer, older] = must(api.backups())
  must(api.startLook({ kind: 'backup', name: newer?.name ?? '' }))
  await ended()
  const by = { dataDir: fixture.dataDir, name: older?.name ?? '', from: null, code: null, at: NOON }
  expect((await lookByHand(by))[1]).toContain('Ventas y devoluciones: 0')
  must(api.startRestore({ name: newer?.name ?? '', otherRut: null }))
  await vi.waitUntil(
    () => {
      try {
        return job()?.isRunning === false
      } catch {
        return false
      }
    },
    { timeout: 20_000, interval: 5 },
  )
  expect(job()).toMatchObject({ done: { task: 'restore', sales: 1 } })
})

it('the code of a new place is shown again until the owner’s own first copy', async () => {
  const folder = stickAt('stick')
  const { code } = must(api.choosePlace({ folder, code: null }))
  expect(code).toMatch(/^(\w{5}-){4}\w{5}$/)
  const shown = () => must(api.support()).secondCopy?.codeToNote
  expect(shown()).toBe(code)
  // Nothing is copied by itself under a code that may be on no paper.
  await fixture.clock.advance(3_600_000)
  expect(job()).toBeNull()
  expect(shown()).toBe(code)
  must(api.startCopy())
  await ended()
  expect(job()).toMatchObject({ done: { task: 'copy' } })
  expect(shown()).toBeNull()
})

it('a code that went with a restart is not copied under: the place is chosen again', async () => {
  const folder = stickAt('stick')
  const { code } = must(api.choosePlace({ folder, code: null }))
  await till.stop()
  const again = await fixture.open({ support: supportWorker() })
  expect(must(again.api.support()).secondCopy).toMatchObject({ folder, codeToNote: null })
  expect(again.api.startCopy()).toMatchObject({ refusal: { code: 'COPY_CODE_FORGOTTEN' } })
  const anew = must(again.api.choosePlace({ folder, code: null })).code
  expect(anew).toMatch(/^(\w{5}-){4}\w{5}$/)
  expect(anew).not.toBe(code)
})
