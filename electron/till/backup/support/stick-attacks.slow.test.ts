/**
 * A stick somebody has prepared, pulled or filled: what is on it opens whole or is refused by name;
 * nobody waits for a pipe, reads a stack or loses what lies in the till's own folder.
 */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { movingTills, sell, started } from '../../../../test/support/moving-tills.ts'
import { NOON } from '../../../../test/support/till-fixture.ts'
import { cutAt } from '../../../../test/support/cut-files.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { copyByHand, restoreByHand } from './by-hand.ts'
import { listCopies } from './look.ts'
import { SupportRefused } from './trouble.ts'

const LATER = (NOON + 60_000) as EpochMs
const tills = movingTills()
let stick: string
let dataDir: string
let code: string
let name: string
beforeEach(async () => {
  tills.begin()
  stick = tills.stick('stick')
  dataDir = tills.shop('shop')
  sell(dataDir, 'copied')
  const [line = ''] = await copyByHand({ dataDir, to: stick, code: null, at: NOON })
  code = line.slice(-29)
  name = listCopies(stick, code, null)[0]?.name ?? ''
})
const place = (...parts: string[]) => join(stick, 'Meson-respaldo', ...parts)
const file = () => place(readdirSync(place()).find((one) => one.endsWith('.age')) ?? '')
function flip(share: number): void {
  const bytes = readFileSync(file())
  const at = Math.min(bytes.length - 1, Math.floor(bytes.length * share))
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file(), bytes)
}
function instead(put: (path: string) => void): void {
  const path = file()
  rmSync(path)
  put(path)
}
/** Another copy of the same till under the same code, and under its own name. */
async function swapped(): Promise<void> {
  sell(dataDir, 'since')
  await copyByHand({ dataDir, to: stick, code, at: LATER })
  const [newer = '', older = ''] = readdirSync(place())
    .filter((one) => one.endsWith('.age'))
    .toSorted()
    .toReversed()
  renameSync(place(newer), place('kept'))
  renameSync(place(older), place(newer))
  renameSync(place('kept'), place(older))
}

const REFUSED: readonly (readonly [string, () => void | Promise<void>])[] = [
  ['an empty file', () => truncateSync(file(), 0)],
  ['half of it', () => truncateSync(file(), readFileSync(file()).length >> 1)],
  ['all but its last byte', () => truncateSync(file(), readFileSync(file()).length - 1)],
  ['a byte behind it', () => appendFileSync(file(), 'x')],
  ['the whole of it twice', () => appendFileSync(file(), readFileSync(file()))],
  ...[0, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999, 1].map(
    (share) => [`another bit at ${share}`, () => flip(share)] as const,
  ),
  ['a folder', () => instead((path) => mkdirSync(path))],
  ['a pipe', () => instead((path) => execFileSync('mkfifo', [path]))],
  ['a link to nowhere', () => instead((path) => symlinkSync('/nowhere', path))],
  [
    'a link to the till itself',
    () => instead((path) => symlinkSync(tillFolder(dataDir).database, path)),
  ],
  ['nothing', () => instead(() => {})],
  ['a text', () => writeFileSync(file(), 'age-encryption.org/v1\nzzz')],
  ['no mark of the place', () => rmSync(place('LEAME.txt'))],
  ['no place', () => rmSync(place(), { recursive: true })],
  [
    'a file for the place',
    () => (rmSync(place(), { recursive: true }), writeFileSync(place(), 'x')),
  ],
  ['no stick', () => rmSync(stick, { recursive: true })],
]

describe('a stick with', () => {
  it.each(REFUSED)('%s is refused by name, and the till goes on', async (_, spoil) => {
    await spoil()
    sell(dataDir, 'here')
    const order = { dataDir, name, from: stick, code, rut: null, at: LATER }
    await expect(restoreByHand(order)).rejects.toBeInstanceOf(SupportRefused)
    expect(await started(dataDir, LATER, true)).toMatchObject({
      marks: ['sold-copied', 'sold-here'],
      faults: [],
      doubt: null,
    })
  })

  it('its copies under each other’s names opens neither', async () => {
    await swapped()
    const names = listCopies(stick, code, null).map((copy) => copy.name)
    expect(names).toHaveLength(2)
    for (const one of names) {
      const there = { dataDir: tills.path('there'), name: one, from: stick, code, rut: null }
      const refused = restoreByHand({ ...there, at: LATER })
      await expect(refused).rejects.toMatchObject({ refusal: { code: 'COPY_DAMAGED' } })
    }
  })

  it.each(['EIO', 'ENOSPC', 'EROFS', 'ENOENT', 'EACCES', 'ESTALE'])(
    '%s at any moment of a copy is refused by name, and the copies before open',
    async (told) => {
      for (let at = 1; at < 12; at += 1) {
        const medium = { folder: stick, code: told }
        const { error } = await cutAt({ at, medium }, () =>
          copyByHand({ dataDir, to: stick, code, at: (LATER + at) as EpochMs }),
        )
        if (error === null) break
        expect([at, error]).toEqual([at, expect.any(SupportRefused)])
      }
      const there = tills.path('there')
      await restoreByHand({ dataDir: there, name, from: stick, code, rut: null, at: LATER })
      expect(await started(there, LATER, true)).toMatchObject({ faults: [], rest: null })
    },
  )
})
