/** The kiosk finds the till of an installed program of before, once, and leaves an open one. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cash } from '../support/till-driver.ts'
import { runToEnd, startTill, type Program } from '../support/programs.ts'
import { cashierAt, connectTill } from '../support/till-client.ts'

let folder: string
let older: string
const running: Program<unknown>[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-adopt-'))
  older = join(folder, 'config', 'meson')
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.kill().catch(() => {})))
  rmSync(folder, { recursive: true, force: true })
})

const places = () => ({
  XDG_CONFIG_HOME: join(folder, 'config'),
  XDG_DATA_HOME: join(folder, 'share'),
})

it('opens with what was sold there, under its new place', async () => {
  const before = await startTill(['--data', older])
  running.push(before)
  const till = connectTill(before.ready.url)
  const [product] = await till.searchProducts({ text: '', categoryId: null, limit: 1 })
  await cashierAt(till)
    .scan(product?.code ?? '')
    .pay(cash())
    .expectFolio(1)

  const refused = await runToEnd('electron/kiosk/start.js', ['--kiosk', '--no-open'], {
    ...process.env,
    ...places(),
  })
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('DATA_FOLDER_IN_USE')])
  expect(existsSync(join(older, 'till', 'till.db'))).toBe(true)
  await before.stop()

  const after = await startTill([], places())
  running.push(after)
  expect(after.ready.data).toBe(join(folder, 'share', 'meson'))
  const { rows } = await connectTill(after.ready.url).listReceipts({ cursor: null })
  expect(rows).toMatchObject([{ folio: 1 }])
  expect(existsSync(join(older, 'till'))).toBe(false)
  // The service came along: the next folio follows.
  await cashierAt(connectTill(after.ready.url))
    .scan(product?.code ?? '')
    .pay(cash())
    .expectFolio(2)
})
