/** A second copy on a stick: small, sealed, proven, and never half a one taken for whole. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { CODE_BYTES, makeCode } from '#shared/text/recovery-code.ts'
import { NOON, sellOf } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'
import { factsIn } from './copy-facts.ts'
import {
  beginPlace,
  COPIES_FOLDER,
  copiesOf,
  copyNamed,
  keyTo,
  makeRoom,
} from './copies-on-medium.ts'
import { keyFromCode } from './copy-key.ts'
import { makeSecondCopy } from './second-copy.ts'
import { refusalOf } from './trouble.ts'
import { unpack } from './unpack.ts'
import { QUIET, workOf, type Progress, type Work } from './work.ts'

const DAY_MS = 86_400_000
const LATEST = (NOON + 365 * DAY_MS) as EpochMs
const CODE = makeCode(new Uint8Array(CODE_BYTES).fill(7))
const KEY = keyFromCode(CODE)
const OTHER_CODE = makeCode(new Uint8Array(CODE_BYTES).fill(8))

let folder: TillFolder
let stick: string
const { fixture, api } = tillPerTest()
beforeEach(() => {
  folder = tillFolder(fixture.dataDir)
  stick = mkdtempSync(join(tmpdir(), 'meson-stick-'))
  beginPlace(stick)
})
afterEach(() => rmSync(stick, { recursive: true, force: true }))

const copyOn = (chosen: string, days = 0, work: Work = QUIET) =>
  makeSecondCopy(
    {
      databaseFile: folder.database,
      workDir: folder.copying,
      chosen,
      key: KEY,
      at: (NOON + days * DAY_MS) as EpochMs,
    },
    work,
  )
const inPlace = () => readdirSync(join(stick, COPIES_FOLDER)).sort()
const copies = () => copiesOf(stick, KEY).map(({ name }) => name)
const fileOf = (name: string) => copyNamed(stick, KEY, name).file
const failureOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'made',
    (error: unknown) => refusalOf(error).code,
  )
async function restored(name: string): Promise<string> {
  const into = join(fixture.dataDir, 'back.db')
  await unpack({ chosen: stick, file: fileOf(name), key: KEY }, into, 'reading', QUIET)
  return into
}
const leftovers = () => readdirSync(folder.copying).filter((name) => name === 'now')

describe('a second copy', () => {
  it('comes back the same, and shows nobody without the code what is in it', async () => {
    sellOf(api)
    const made = await copyOn(stick)
    expect(made.facts).toMatchObject({ sales: 1, rut: '76192083-9', shopName: 'Almacén' })
    expect(factsIn(await restored(made.name))).toEqual(made.facts)
    const bytes = Buffer.concat(
      inPlace().map((name) => readFileSync(join(stick, COPIES_FOLDER, name))),
    )
    expect(bytes.includes('age-encryption.org/v1')).toBe(true)
    for (const text of ['Pan (kg)', '76192083', 'Almacén', 'SQLite format', 'CREATE TABLE'])
      expect([text, bytes.includes(text)]).toEqual([text, false])
    expect(leftovers()).toEqual([])
    expect(() => keyTo(stick, OTHER_CODE, null)).toThrow('COPY_CODE_WRONG')
    expect(() => keyTo(stick, null, keyFromCode(OTHER_CODE))).toThrow('COPY_PLACE_OF_ANOTHER')
  })

  it('is what age, gzip and tar open without the till', async () => {
    sellOf(api)
    const { name } = await copyOn(stick)
    const decrypter = new Decrypter()
    decrypter.addIdentity(KEY)
    const tar = gunzipSync(await decrypter.decrypt(readFileSync(fileOf(name))))
    const [list, database] = [join(stick, 'lista.json'), join(stick, 'till.db')]
    execFileSync('tar', ['-x', '-C', stick], { input: tar })
    expect(JSON.parse(readFileSync(list, 'utf8'))).toMatchObject({ facts: { sales: 1 } })
    expect(factsIn(database)).toMatchObject({ sales: 1 })
  })

  it('is taken while the till sells, and each stands by itself', async () => {
    stockOf(5_000)
    const first = await copyOn(stick)
    for (let sale = 0; sale < 20; sale += 1) sellOf(api)
    const second = await copyOn(stick, 1)
    expect(first.fileBytes).toBeGreaterThan(900_000)
    expect(first.copyBytes).toBeLessThan(first.fileBytes * 0.8)
    rmSync(fileOf(first.name))
    expect(factsIn(await restored(second.name))).toMatchObject({ sales: 20 })
  })

  it('keeps days and hours as the till’s own backups do, and nothing else', async () => {
    for (let day = 0; day < 40; day += 1) {
      if (day % 5 === 0) sellOf(api)
      await copyOn(stick, day)
    }
    expect(copies()).toHaveLength(30)
    expect(inPlace()).toHaveLength(31)
    expect(factsIn(await restored(copies().at(-1) ?? ''))).toMatchObject({ sales: 3 })
  })

  it('any byte that changed, and any end that is missing, is found before it is used', async () => {
    const { name } = await copyOn(stick)
    const file = fileOf(name)
    const whole = readFileSync(file)
    const isRefused = async (bytes: Buffer) => {
      writeFileSync(file, bytes)
      expect(await failureOf(restored(name))).toBe('COPY_DAMAGED')
    }
    for (let turn = 0; turn < 60; turn += 1) {
      const at = Math.floor(((turn + 0.5) * whole.length) / 60)
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (turn % 8))
      await isRefused(bytes)
      await isRefused(whole.subarray(0, at))
    }
    for (const at of [0, 5, 30, 60, 100, 150, 199]) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      await isRefused(bytes)
    }
    for (const cut of [1, 16, 17, 65_552]) await isRefused(whole.subarray(0, -cut))
    await isRefused(Buffer.concat([whole, Buffer.from('more')]))
    writeFileSync(file, whole)
    expect(factsIn(await restored(name))).toMatchObject({ sales: 0 })
  })

  it('that has gone bad on the stick is no reason for the next one', async () => {
    sellOf(api)
    const first = await copyOn(stick)
    writeFileSync(fileOf(first.name), 'age-encryption.org/v1')
    const second = await copyOn(stick, 1)
    expect(factsIn(await restored(second.name))).toMatchObject({ sales: 1 })
  })
})

describe('what goes wrong with a stick', () => {
  it('it is away: nothing is written into the empty folder it leaves', async () => {
    const away = mkdtempSync(join(tmpdir(), 'meson-mount-'))
    expect(await failureOf(copyOn(away))).toBe('COPY_PLACE_AWAY')
    expect(readdirSync(away)).toEqual([])
    rmSync(away, { recursive: true })
    expect(await failureOf(copyOn(away))).toBe('COPY_PLACE_AWAY')
  })

  it('pulled at any moment: a sentence, the copies of before, and none that is half', async () => {
    const first = await copyOn(stick)
    for (const phase of ['sending', 'reading', 'checking'] as const) {
      sellOf(api)
      const pulled = `${stick}-pulled`
      const work = during(phase, () => renameSync(stick, pulled))
      expect([phase, await failureOf(copyOn(stick, 1, work))]).toEqual([phase, 'COPY_PLACE_PULLED'])
      renameSync(pulled, stick)
      expect(copies()).toEqual([first.name])
    }
    await copyOn(stick, 2)
    expect(inPlace().filter((name) => name.includes('sin-terminar'))).toEqual([])
  })

  it('stopped at any moment, and begun again', async () => {
    sellOf(api)
    for (const phase of ['copying', 'sending', 'reading', 'checking'] as const) {
      let isStopped = false
      const work = workOf(
        (progress) => {
          if (progress.phase === phase) isStopped = true
        },
        () => isStopped,
      )
      expect([phase, await failureOf(copyOn(stick, 1, work))]).toEqual([phase, 'SUPPORT_STOPPED'])
      expect(copies()).toEqual([])
      expect(leftovers()).toEqual([])
    }
    expect(await failureOf(copyOn(stick, 2))).toBe('made')
  })

  it.runIf(mayMount())('full: the copies of before stay, and nothing of this one', async () => {
    const small = mkdtempSync(join(tmpdir(), 'meson-small-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'tmpfs', small])
    try {
      beginPlace(small)
      const first = await copyOn(small)
      for (let sale = 0; sale < 40; sale += 1) sellOf(api)
      writeFileSync(join(small, 'fotos.jpg'), Buffer.alloc(500 * 1024 - statSync(small).size), {
        flag: 'w',
      })
      expect(await failureOf(fill(small, copyOn))).toBe('COPY_PLACE_FULL')
      expect(copiesOf(small, KEY)).toMatchObject([{ name: first.name }])
      rmSync(join(small, 'fotos.jpg'))
      expect(await failureOf(copyOn(small, 2))).toBe('made')
    } finally {
      execFileSync('umount', [small])
      rmSync(small, { recursive: true, force: true })
    }
  })

  it.runIf(mayMount())('read only: it says so', async () => {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', stick])
    try {
      beginPlace(stick)
      execFileSync('mount', ['-o', 'remount,ro', stick])
      expect(await failureOf(copyOn(stick))).toBe('COPY_PLACE_READ_ONLY')
    } finally {
      execFileSync('umount', [stick])
    }
  })

  it('that is too small for all drops the oldest, and never the newest four', async () => {
    for (let day = 0; day < 6; day += 1) await copyOn(stick, day)
    const before = copies()
    makeRoom(stick, KEY, LATEST, () => 0)
    expect(copies()).toEqual(before.slice(0, 4))
    makeRoom(stick, KEY, LATEST, () => Number.MAX_SAFE_INTEGER)
    expect(copies()).toEqual(before.slice(0, 4))
  })

  it('of another till is left alone', async () => {
    await copyOn(stick)
    const before = inPlace()
    const order = { databaseFile: folder.database, workDir: folder.copying, chosen: stick }
    const made = makeSecondCopy({ ...order, key: keyFromCode(OTHER_CODE), at: NOON }, QUIET)
    expect(await failureOf(made)).toBe('COPY_PLACE_OF_ANOTHER')
    expect(inPlace()).toEqual(before)
  })

  it('a copy that is not the till is none', async () => {
    sellOf(api)
    const other = new Database(folder.database)
    const work = during('reading', () => {
      other.pragma('foreign_keys = OFF')
      other.exec('DELETE FROM sale_line')
    })
    expect(await failureOf(copyOn(stick, 0, work))).toBe('COPY_NOT_THE_SAME')
    other.close()
    expect(copies()).toEqual([])
  })
})

/** Once, the first time the work says this phase. */
function during(phase: Progress['phase'], act: () => void): Work {
  let isDone = false
  return {
    step(now) {
      if (isDone || now !== phase) return
      isDone = true
      act()
    },
  }
}

/** Fills what is left just before the copy is written. */
function fill(small: string, copy: typeof copyOn): Promise<unknown> {
  return copy(
    small,
    1,
    during('copying', () => {
      try {
        for (;;) appendFileSync(join(small, 'fotos.jpg'), Buffer.alloc(4096))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }),
  )
}

/** Texts that do not pack well, as a shop's are, in a table nobody asks for. */
function stockOf(rows: number): void {
  const db = new Database(folder.database)
  db.exec('CREATE TABLE noise (n INTEGER PRIMARY KEY, words TEXT)')
  const insert = db.prepare('INSERT INTO noise (words) VALUES (?)')
  const words = (n: number) => Array.from({ length: 9 }, (_, i) => Math.sin(n * 9 + i)).join()
  db.transaction(() => {
    for (let n = 0; n < rows; n += 1) insert.run(words(n))
  })()
  db.close()
}

/** As root in a machine of its own; elsewhere these two are skipped by name. */
function mayMount(): boolean {
  const probe = mkdtempSync(join(tmpdir(), 'meson-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe], { stdio: 'ignore' })
    execFileSync('umount', [probe])
    return true
  } catch {
    return false
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}
