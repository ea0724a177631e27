import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { createWitnessFiles, readWitness, stateFolder } from './witness-files.ts'
import type { WitnessPort } from './witness-port.ts'

const ID = '0'.repeat(32)
let folder: string
let port: WitnessPort
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-witness-'))
  port = createWitnessFiles(folder, async () => machine)
})
afterEach(() => {
  port.close()
  rmSync(folder, { recursive: true, force: true })
})

const machine = { system: 'a', parts: [] }
const mark = (lastSale: number, folios = {}) => ({ lastSale, lastSaleAt: 9 as EpochMs, folios })
const keep = (tillId = ID, starts = 1) =>
  port.keep({ tillId, folder, machine, starts, mark: mark(1) })
const block = () => join(folder, `${ID}.mark`)
const seen = () => readWitness(folder, ID)?.mark.lastSale

it('each note counts at once, and one that is torn leaves what was flushed', () => {
  keep()
  port.note(mark(7))
  expect(seen()).toBe(7)
  for (const bytes of [0, 20, 60]) {
    port.note(mark(8))
    truncateSync(block(), bytes)
    expect(seen()).toBe(1)
  }
  const damaged = Buffer.from(readFileSync(block()))
  damaged[40] = 0
  writeFileSync(block(), damaged)
  expect(seen()).toBe(1)
  rmSync(block())
  expect(seen()).toBe(1)
})

it('a note of an opening before counts no more: after a doubt less may be right', () => {
  keep()
  port.note(mark(7))
  const before = readFileSync(block())
  port.close()
  keep(ID, 2)
  port.close()
  writeFileSync(block(), before)
  expect(seen()).toBe(1)
})

it('of too many series it keeps the sales', () => {
  keep()
  const folios = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`39 service ${index}`, index]),
  )
  port.note(mark(9, folios))
  expect(readWitness(folder, ID)?.mark).toEqual(mark(9))
  expect(statSync(block()).size).toBe(4_096)
})

it('is read by its own user alone, and reads no other file', () => {
  keep()
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  writeFileSync(join(folder, `${ID}.json`), '{')
  expect(readWitness(folder, ID)).toBeNull()
  expect(readWitness(folder, `../${ID}`)).toBeNull()
})

it('forgets tills whose folder is gone once there are many, and no other', () => {
  const gone = join(folder, 'gone')
  for (let till = 0; till < 256; till += 1)
    writeFileSync(
      join(folder, `${String(till).padStart(32, 'a')}.json`),
      JSON.stringify({
        tillId: String(till).padStart(32, 'a'),
        folder: till === 0 ? folder : gone,
        machine,
        starts: 1,
        mark: mark(1),
      }),
    )
  keep()
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toHaveLength(2)
  expect(existsSync(join(folder, `${'0'.padStart(32, 'a')}.json`))).toBe(true)
})

it('lies where each system keeps what programs remember, never beside the data', () => {
  expect(stateFolder('linux', { XDG_STATE_HOME: '/state' })).toBe(join('/state', 'meson', 'tills'))
  expect(stateFolder('linux', {})).toContain('.local')
  expect(stateFolder('win32', { LOCALAPPDATA: 'C:\\Local' })).toContain('Local')
  expect(stateFolder('darwin', {})).not.toContain('Meson/')
})
