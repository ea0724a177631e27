/**
 * A whole update of the packaged program, from a stick with a signed release to the version before:
 * found, refused while it would hurt, copied, installed at the end of the till, gone back from.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCHEMA_NEWEST as schema } from '#till/tables/migrations.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { FakePrinter } from '../integration/fake-printer.ts'
import { putRelease, STRANGERS_KEY } from '../support/release-feed.ts'
import { cash } from '../support/till-driver.ts'
import { cashierAtWindow, coreBehind, endInOrder, printOver, signInOwner } from './at-the-window.ts'
import { installCopy, type InstalledCopy } from './installed-copy.ts'
import { packageOnce } from './package-once.ts'
import { eventuallyFound, PackagedTill, type PackagedProgram } from './packaged-program.ts'
import { IS_REAL, WHERE, WHY_NOT } from './where.ts'

const COLA = '7800104006297'
const [HERE, NEXT] = [packageJson.version, '99.0.0']
const SCHEMA_OF_NOBODY = 99_999
/** The machine may be busy. */
const PATIENT = { timeout: 60_000 }

describe.skipIf(WHY_NOT !== null || IS_REAL)(`an update of the packaged till ${WHERE}`, () => {
  let till: PackagedTill
  let installed: InstalledCopy
  let program: PackagedProgram
  let page: Page
  let printer: FakePrinter
  let stick: string

  const start = async () => {
    program = till.start({ env: installed.env })
    page = await program.page()
    await signInOwner(coreBehind(page))
  }
  beforeAll(async () => {
    installed = installCopy(await packageOnce())
    till = new PackagedTill(installed.executable)
    printer = await FakePrinter.start()
    stick = join(till.folder, 'pendrive')
    await start()
  })
  afterAll(async () => {
    await till?.clear()
    await printer?.stop()
    installed?.remove()
  })

  const view = async () => {
    const answer = await coreBehind(page).updates()
    if (!answer.ok) throw new Error(answer.refusal.code)
    return answer.value
  }
  const begun = async (ask: 'lookForUpdate' | 'fetchUpdate') => {
    expect(await coreBehind(page)[ask]()).toMatchObject({ ok: true })
    return eventuallyFound('the end of it', async () => {
      const now = await view()
      return now.machine.task === null ? now.machine : null
    })
  }
  const order = (wish: 'update' | 'way-back', version: string) =>
    coreBehind(page).orderUpdate({ wish, version })
  const refusedFor = async (code: string) => {
    await expect.poll(async () => (await view()).mayNotUpdate?.code, PATIENT).toBe(code)
    expect(await order('update', NEXT)).toMatchObject({ refusal: { code } })
  }
  const backups = () =>
    readdirSync(join(till.dataDir, 'till'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^backups.*\.db$/.test(name),
    )
  const release = (version: string, key?: typeof STRANGERS_KEY) =>
    putRelease(stick, {
      version,
      schema,
      installer: installed.installerOf(version),
      ...(key === undefined ? {} : { key }),
    })

  it('believes no stranger, and fetches what is signed together with the way back', async () => {
    release(HERE)
    release(NEXT, STRANGERS_KEY)
    expect(await coreBehind(page).chooseUpdatePlace({ place: stick })).toMatchObject({ ok: true })
    expect(await begun('lookForUpdate')).toMatchObject({
      version: HERE,
      kind: 'deb',
      found: null,
      refusal: { code: 'UPDATE_SIGNATURE' },
    })
    release(NEXT)
    expect(await begun('lookForUpdate')).toMatchObject({ found: { version: NEXT }, ready: null })
    expect(await begun('fetchUpdate')).toMatchObject({
      ...{ refusal: null, ready: { version: NEXT }, keepsPresent: true },
    })
  })

  it('is refused while a sale is open, a receipt unsent, a paper under way', async () => {
    const core = coreBehind(page)
    await printOver(core, 'Caja', printer.port)
    const service = program
      .notes('utility')
      .find(({ serviceName }) => serviceName === 'meson-service')
    const servicePid = Number(service?.['pid'])
    process.kill(servicePid, 'SIGSTOP')
    try {
      await cashierAtWindow(page).scan(COLA)
      await refusedFor('UPDATE_SALE_OPEN')
      await cashierAtWindow(page).pay(cash())
      await refusedFor('UPDATE_UNSENT')
    } finally {
      printer.isCoverOpen = true
      process.kill(servicePid, 'SIGCONT')
    }
    await refusedFor('UPDATE_PRINTING')
    printer.attend()
    await expect.poll(async () => (await view()).mayNotUpdate, PATIENT).toBeNull()
    expect(installed.calls()).toEqual([])
  })

  it('is copied first, and installed when the till ends', async () => {
    const before = backups()
    // What follows a paper may begin in the moment after it: then one presses again.
    await expect
      .poll(() => order('update', NEXT), { ...PATIENT, message: program.said() })
      .toEqual({ ok: true, value: null })
    expect(backups().length).toBeGreaterThan(before.length)
    expect((await view()).machine.ordered).toEqual({ version: NEXT, schema })
    expect(installed.calls()).toEqual([])
    await endInOrder(program)
    expect(installed.calls()).toEqual([expect.stringMatching(/^-i \/.+\.deb$/)])
    expect(installed.version()).toBe(NEXT)
  })

  it('is gone back from, with what was sold', async () => {
    await start()
    const { machine, mayNotGoBack } = await view()
    expect([machine.version, machine.wayBack, mayNotGoBack]).toEqual([
      NEXT,
      { version: HERE, schema },
      null,
    ])
    const { rows } = await coreBehind(page).listReceipts({ cursor: null, limit: 10 })
    expect(rows).toHaveLength(1)
    expect(await order('way-back', HERE), program.said()).toEqual({ ok: true, value: null })
    await endInOrder(program)
    expect([installed.version(), installed.calls().length]).toEqual([HERE, 2])
    const log = readFileSync(join(till.dataDir, 'logs', 'caja.log'), 'utf8')
    expect(log).not.toMatch(/installer failed|left out/)
  })

  it('leaves an older program a sentence: the backup it can read, and the order that works', async () => {
    const db = new Database(join(till.dataDir, 'till', 'till.db'))
    db.pragma(`user_version = ${SCHEMA_OF_NOBODY}`)
    db.close()
    const refused = till.start({ env: installed.env })
    expect(await refused.ended).toEqual({ code: 1, signal: null })
    const said = String(refused.notes('dialog')[0]?.['text'])
    const [, words = ''] = /meson-caja --support (restore \S+ --data \S+)/.exec(said) ?? []
    const support = spawnSync(installed.executable, ['--support', ...words.split(' ')], {
      encoding: 'utf8',
      env: { ...process.env, HOME: till.folder },
    })
    expect(support, `${said}\n${support.stderr}`).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Restaurado desde') as unknown,
    })
    const again = new Database(join(till.dataDir, 'till', 'till.db'), { readonly: true })
    expect(again.pragma('user_version', { simple: true })).toBe(schema)
    expect(again.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(1)
    again.close()
  })
})
