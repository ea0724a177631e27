import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sellOf, tillFixture, type TillFixture } from '../../../../test/support/till-fixture.ts'
import { closeFolderAround, mendDeepModes, mendModes } from './private-modes.ts'
import { tillFolder } from '../../kernel/till-folder.ts'

const SUPPORT = fileURLToPath(new URL('../../../kiosk/support.ts', import.meta.url))
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

let fixture: TillFixture
beforeEach(() => {
  fixture = tillFixture()
})
afterEach(() => fixture.close())

describe.skipIf(process.platform === 'win32')('what the till keeps', () => {
  it('is taken from others at the start, where it lay open, and links are not followed', async () => {
    const { folder, backups } = tillFolder(fixture.dataDir)
    const strange = join(fixture.dataDir, 'not-ours')
    mkdirSync(backups, { recursive: true })
    mkdirSync(join(fixture.dataDir, 'service'))
    for (const [file, mode] of [
      [strange, 0o644],
      [join(folder, 'service-key'), 0o644],
      [join(backups, 'copy-of-before.db'), 0o664],
    ] as const) {
      writeFileSync(file, 'secret')
      chmodSync(file, mode)
    }
    for (const path of [folder, backups, join(fixture.dataDir, 'service')]) chmodSync(path, 0o755)
    symlinkSync(strange, join(folder, 'link'))
    const till = await fixture.open({ isSetUp: false })
    expect([folder, backups, join(fixture.dataDir, 'service')].map(modeOf)).toEqual([
      '700',
      '700',
      '700',
    ])
    const lay = [join(folder, 'service-key'), join(backups, 'copy-of-before.db')]
    expect(lay.map(modeOf)).toEqual(['600', '600'])
    expect(modeOf(strange)).toBe('644')
    await till.stop()
  })

  it('closes the data folder itself where only the till lies in it, and says it where more does', () => {
    const around = fixture.dataDir
    const folder = tillFolder(around)
    mkdirSync(folder.folder, { recursive: true })
    chmodSync(around, 0o755)
    expect(closeFolderAround(folder)).toBe('closed')
    expect(modeOf(around)).toBe('700')
    expect(closeFolderAround(folder)).toBe('private')
    writeFileSync(join(around, 'somebody-elses.txt'), '')
    chmodSync(around, 0o755)
    expect(closeFolderAround(folder)).toBe('open')
    expect(modeOf(around)).toBe('755')
  })

  it('closes the secrets before the window, and 1,000 papers behind it without holding the counter', async () => {
    const { folder } = tillFolder(fixture.dataDir)
    const paper = join(folder, 'paper')
    mkdirSync(paper, { recursive: true })
    const files = Array.from({ length: 1_000 }, (_, index) => join(paper, `${index}.png`))
    for (const file of [join(folder, 'own-secret'), ...files]) writeFileSync(file, 'x')
    for (const path of [folder, paper]) chmodSync(path, 0o755)
    for (const file of [join(folder, 'own-secret'), ...files]) chmodSync(file, 0o644)
    mendModes(tillFolder(fixture.dataDir))
    expect([folder, join(folder, 'own-secret'), paper].map(modeOf)).toEqual(['700', '600', '700'])
    const open = () => files.filter((file) => modeOf(file) !== '600').length
    expect(open()).toBe(1_000)
    const mending = mendDeepModes(
      tillFolder(fixture.dataDir),
      fixture.clock,
      new AbortController().signal,
    )
    // The first slice, and then the counter's turn.
    expect(open()).toBeGreaterThan(700)
    for (let slice = 0; slice < 8; slice += 1) await fixture.clock.advance(20)
    expect(await mending).toHaveLength(1_000)
    expect(open()).toBe(0)
  })

  it('leaves the machine in files of its owner: a backup on another medium, an export', async () => {
    const till = await fixture.open()
    sellOf(till.api)
    await till.stop()
    const medium = mkdtempSync(join(tmpdir(), 'meson-medium-'))
    chmodSync(medium, 0o755)
    const out = join(medium, 'sales.jsonl')
    const inside = (name: string) => `Meson-respaldo/${name}`
    for (const order of [
      ['backup', '--to', medium],
      ['export', '--out', out],
    ]) {
      const run = spawnSync(
        'sh',
        [
          '-c',
          'umask 022; exec "$@"',
          'sh',
          process.execPath,
          SUPPORT,
          ...order,
          '--data',
          fixture.dataDir,
        ],
        { encoding: 'utf8' },
      )
      expect(run.stderr).toBe('')
    }
    expect(
      [...readdirSync(medium), ...readdirSync(join(medium, 'Meson-respaldo')).map(inside)]
        .filter((name) => name !== 'Meson-respaldo')
        .map((name) => [name.replace(/[\da-f]{8,}|\d/g, ''), modeOf(join(medium, name))]),
    ).toEqual([
      ['sales.jsonl', '600'],
      ['Meson-respaldo/LEAME.txt', '600'],
      ['Meson-respaldo/till-TZ-asked...age', '600'],
    ])
    rmSync(medium, { recursive: true })
  })
})
