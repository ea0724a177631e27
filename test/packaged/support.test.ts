/** Support by the installed program's own command line, on the folder it has sold in. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageOnce, type Packaged } from './package-once.ts'
import { PackagedTill, REAL_PROGRAM } from './packaged-program.ts'
import { WHERE, WHY_NOT } from './where.ts'

describe.skipIf(WHY_NOT !== null)(`--support ${WHERE}`, () => {
  let packaged: Packaged
  let till: PackagedTill
  beforeEach(async () => {
    packaged = await packageOnce()
    till = new PackagedTill(packaged.executable)
  })
  afterEach(() => till.clear())

  const support = (...args: string[]) => {
    const { PATH, DISPLAY } = process.env
    const { status, stdout, stderr } = spawnSync(
      REAL_PROGRAM ?? packaged.executable,
      ['--support', ...args, '--data', till.dataDir],
      { encoding: 'utf8', env: { PATH, DISPLAY, HOME: till.folder }, timeout: 60_000 },
    )
    return { status, said: `${stdout}${stderr}` }
  }

  it('checks, copies to a stick, looks and restores, with help, sentences and exit codes', async () => {
    const stick = join(till.folder, 'pendrive')
    mkdirSync(stick)
    expect(support('check')).toMatchObject({
      status: 1,
      said: expect.stringContaining('TILL_NOT_FOUND'),
    })
    const program = till.start()
    await program.ready
    expect(support('check')).toMatchObject({
      status: 0,
      said: expect.stringContaining('Sin daños'),
    })
    const made = support('copy', '--to', stick)
    expect(made).toMatchObject({ status: 0, said: expect.stringContaining('CÓDIGO') })
    const code = /CÓDIGO.*: (\S+)/.exec(made.said)?.[1] ?? ''
    const name = /igual a la caja: (\S+)/.exec(made.said)?.[1] ?? ''
    const copy = ['--from', stick, '--code', code]
    expect(support('restore', name, ...copy)).toMatchObject({
      status: 1,
      said: expect.stringContaining('DATA_FOLDER_IN_USE'),
    })
    await program.stop()
    expect(support('restore', name, ...copy)).toMatchObject({
      status: 0,
      said: expect.stringContaining('Restaurado desde'),
    })
    expect(support('diagnose', '--to', stick).status).toBe(0)
    expect(readdirSync(stick).sort()).toEqual([
      expect.stringMatching(/^Meson-diagnostico-.*\.tar\.gz$/),
      'Meson-respaldo',
    ])
    expect(support('help')).toMatchObject({
      status: 0,
      said: expect.stringContaining('meson-caja --support ORDEN'),
    })
    expect(support('destroy').status).toBe(2)
    await till.start().ready
  })
})
