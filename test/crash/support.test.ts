/** The support commands as support types them, on a till's own folder. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Till } from '#till/till.ts'
import { bundled } from '../support/bundled.ts'
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
const PROGRAM = await bundled('electron/kiosk/support.ts')
const till = (...args: string[]) => runToEnd(PROGRAM, [...args, '--data', fixture.dataDir])
const closeTill = () => Promise.all(opened.splice(0).map((one) => one.stop()))

describe('npm run till --', () => {
  it('backup and check work while the till sells; restore waits until it is closed', async () => {
    const backup = await till('backup')
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
      code: 3,
      stdout: expect.stringMatching(/DAÑO: receipt \w{26}/),
    })
    writeFileSync(join(fixture.dataDir, 'till', 'till.db'), 'x'.repeat(9000))
    expect(await till('check')).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('DAÑO: SQLITE_NOTADB'),
    })
    expect(await till('export', '--out', join(outside, 'none.jsonl'))).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('No se pudo leer sale: SQLITE_NOTADB'),
    })
  })

  it('leave tells the code and packs; take-back brings the till back with it', async () => {
    await closeTill()
    const went = await till('leave', '--to', outside)
    expect(went).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/CÓDIGO[\s\S]*La caja salió de aquí/),
    })
    const code = /CÓDIGO.*: (\S+)/.exec(went.stdout)?.[1] ?? ''
    expect(await till('take-back')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('MOVE_ALREADY_LEFT'),
    })
    expect(await till('take-back', '--code', code)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('vende otra vez'),
    })
  })

  it('owner-pin takes a PIN from the keyboard, and from no command line', async () => {
    const ask = (typed: string, ...args: string[]) =>
      runToEnd(PROGRAM, ['owner-pin', ...args, '--data', fixture.dataDir], process.env, typed)
    const [open] = opened
    const owner = { staffId: null, name: 'Paula', role: 'owner', pin: '3690' } as const
    expect(await open?.api.saveStaff(owner)).toMatchObject({ ok: true })
    await closeTill()
    expect(await ask('', '8264')).toMatchObject({ code: 2 })
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

  it('says what is wrong in a sentence, and ends with 2 for what it does not know', async () => {
    expect(await runToEnd(PROGRAM, ['check', '--data', outside])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('TILL_NOT_FOUND: No hay una caja'),
    })
    expect(await till('destroy')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('«destroy'),
    })
    writeFileSync(join(outside, 'bad.db'), 'x'.repeat(5000))
    await closeTill()
    expect(await till('restore', join(outside, 'bad.db'))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/COPY_DAMAGED: .*BACKUP_NOT_WHOLE/),
    })
  })

  /** A copy in the place outside, made by an order. */
  async function sealedBy(order: string) {
    const made = await till(order, '--to', outside)
    const [sealed = ''] = readdirSync(join(outside, 'Meson-respaldo')).filter((n) =>
      n.endsWith('.age'),
    )
    const bytes = readFileSync(join(outside, 'Meson-respaldo', sealed))
    expect(bytes.includes('SQLite format')).toBe(false)
    expect(bytes.includes('age-encryption.org/v1')).toBe(true)
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`devoluciones: ${SALES}`),
    })
    const code = /CÓDIGO.*: (\S+)/.exec(made.stdout)?.[1] ?? ''
    return {
      name: /igual a la caja: (\S+)/.exec(made.stdout)?.[1] ?? '',
      stick: ['--from', outside, '--code', code.toLowerCase()],
    }
  }
  const isShown = async ({ name, stick }: Awaited<ReturnType<typeof sealedBy>>) =>
    expect(await till('look', name, ...stick)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Respaldo de Almacén 76192083-9, caja 1.'),
    })

  it('copy goes to a stick sealed, and back: the code once, what is in it, and another shop only by its RUT', async () => {
    const copy = await sealedBy('copy')
    const { name, stick } = copy
    expect(await till('copies', '--from', outside)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('COPY_PLACE_OF_ANOTHER'),
    })
    expect(await till('copies', ...stick)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(name),
    })
    await isShown(copy)
    await closeTill()
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
    db.exec(`UPDATE setting SET value_json = json_set(value_json, '$.shop.rut', '77777777-7')
      WHERE key = 'till'`)
    db.close()
    expect(await till('restore', name, ...stick)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('BACKUP_OF_OTHER_SHOP'),
    })
    expect(await till('restore', name, ...stick, '--rut', '76.192.083-9')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Restaurado desde[\s\S]*intactos en .*quarantine/),
    })
    expect(await till('diagnose', '--to', outside)).toMatchObject({ code: 0 })
  })

  it('backup to a stick is such a copy, which its code opens', async () =>
    isShown(await sealedBy('backup')))

  it('tells what it does, and what it does not understand', async () => {
    expect(await till('help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('restore'),
    })
    for (const wrong of [['copies'], ['backup', '--from'], ['copy', '--what']])
      expect([wrong, (await till(...wrong)).code]).toEqual([wrong, 2])
    // A word behind check is a seal, and this is none.
    expect(await till('check', 'this')).toMatchObject({ code: 1 })
    expect(await till('copy')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('COPY_PLACE_NOT_CHOSEN'),
    })
  })
})
