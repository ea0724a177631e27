/** The support commands as support types them, on a till's own folder. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Till } from '#till/till.ts'
import { runToEnd } from '../support/programs.ts'
import { cartOf, commitOf, tillFixture, type TillFixture } from '../support/till-fixture.ts'

const SALES = 3
let fixture: TillFixture
let outside: string
const opened: Till[] = []
beforeEach(async () => {
  fixture = tillFixture()
  outside = mkdtempSync(join(tmpdir(), 'meson-support-'))
  const till = await fixture.open()
  opened.push(till)
  for (let sale = 0; sale < SALES; sale += 1)
    till.api.commitSale(commitOf(till.api, cartOf(till.api, '101')))
})
afterEach(async () => {
  await fixture.close()
  rmSync(outside, { recursive: true, force: true })
})
const till = (...args: string[]) =>
  runToEnd('electron/kiosk/support.ts', [...args, '--data', fixture.dataDir])
const closeTill = () => Promise.all(opened.splice(0).map((one) => one.stop()))

describe('npm run till --', () => {
  it('backup and check work while the till sells; restore waits until it is closed', async () => {
    const backup = await till('backup', '--to', outside)
    expect(backup).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Ventas y devoluciones: ${SALES}`),
    })
    const file = /revisado: (.*)/.exec(backup.stdout)?.[1] ?? ''
    expect(existsSync(`${file}.sha256`)).toBe(true)
    expect(await till('check')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Sin daños'),
    })
    expect(await till('restore', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('DATA_FOLDER_IN_USE: La caja ya está abierta'),
    })
    await closeTill()
    expect(await till('restore', file)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Ventas: 3\.[\s\S]*intactos en .*quarantine/),
    })
    expect(await till('check')).toMatchObject({ code: 0 })
  })

  it('export writes every sale with its document', async () => {
    const out = join(outside, 'ventas.jsonl')
    expect(await till('export', '--out', out)).toMatchObject({ code: 0 })
    const sales = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as {
            sale: { external_reference: string }
            receipt: { body: { external_reference: string } }
          },
      )
    expect(sales).toHaveLength(SALES)
    expect(sales.map(({ receipt }) => receipt.body.external_reference)).toEqual(
      sales.map(({ sale }) => sale.external_reference),
    )
    expect(await till('export', '--out', out)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('EEXIST'),
    })
  })

  it('check finds a document that changed by itself', async () => {
    await closeTill()
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
    db.exec("UPDATE receipt SET body = CAST('{}' AS BLOB) WHERE seq = 2")
    db.close()
    expect(await till('check')).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/DAÑO: receipt \w{26}/),
    })
    writeFileSync(join(fixture.dataDir, 'till', 'till.db'), 'x'.repeat(9000))
    expect(await till('check')).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('DAÑO: SQLITE_NOTADB'),
    })
    expect(await till('export', '--out', join(outside, 'none.jsonl'))).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('No se pudo leer sale: SQLITE_NOTADB'),
    })
  })

  it('owner-pin takes a PIN from the keyboard, and from no command line', async () => {
    const ask = (typed: string, ...args: string[]) =>
      runToEnd(
        'electron/kiosk/support.ts',
        ['owner-pin', ...args, '--data', fixture.dataDir],
        process.env,
        typed,
      )
    const [open] = opened
    const owner = { staffId: null, name: 'Paula', role: 'owner', pin: '3690' } as const
    expect(await open?.api.saveStaff(owner)).toMatchObject({ ok: true })
    await closeTill()
    expect(await ask('', '8264')).toMatchObject({ code: 1 })
    expect(await ask('1234\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('PIN_TOO_EASY: Ese PIN'),
    })
    expect(await ask('82649\u007f\n')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Paula'),
    })
    const { api } = await fixture.open()
    const staffId = api.staff().members[0]?.id ?? ''
    expect(await api.signIn({ staffId, pin: '3690' })).toMatchObject({ ok: false })
    expect(await api.signIn({ staffId, pin: '8264' })).toMatchObject({ ok: true })
  })

  it('says what is wrong in a sentence and ends with 1', async () => {
    expect(await runToEnd('electron/kiosk/support.ts', ['check', '--data', outside])).toMatchObject(
      { code: 1, stderr: expect.stringContaining('TILL_NOT_FOUND: No hay una caja') },
    )
    expect(await till('destroy')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm run till -- ORDEN'),
    })
    writeFileSync(join(outside, 'bad.db'), 'x'.repeat(5000))
    await closeTill()
    expect(await till('restore', join(outside, 'bad.db'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('BACKUP_NOT_WHOLE: El respaldo'),
    })
  })
})
