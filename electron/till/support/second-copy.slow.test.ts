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
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { CODE_BYTES, makeCode } from '#shared/support/recovery-code.ts'
import { NOON, sellOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import { tillFolder, type TillFolder } from '../durability/till-folder.ts'
import { factsIn } from './copy-facts.ts'
import { readCopy } from './read-copy.ts'
import { keyFromCode, SALT_BYTES } from './sealing.ts'
import { makeSecondCopy } from './second-copy.ts'
import { refusalOf } from './trouble.ts'
import { copiesIn, makeVault, openVault, readManifest, VAULT_FOLDER } from './vault.ts'
import { QUIET, workOf, type Progress, type Work } from './work.ts'

const DAY_MS = 86_400_000
const CODE = makeCode(new Uint8Array(CODE_BYTES).fill(7))
const SALT = Buffer.alloc(SALT_BYTES, 3)
const KEY = keyFromCode(CODE, SALT)
const VAULT_ID = '00112233445566aa'

let folder: TillFolder
let stick: string
const { fixture, api } = tillPerTest()
beforeEach(() => {
  folder = tillFolder(fixture.dataDir)
  stick = mkdtempSync(join(tmpdir(), 'meson-stick-'))
  makeVault(stick, VAULT_ID, SALT, KEY)
})
afterEach(() => rmSync(stick, { recursive: true, force: true }))

const copyOn = (chosen: string, days = 0, work: Work = QUIET) =>
  makeSecondCopy(
    {
      databaseFile: folder.database,
      workDir: folder.copying,
      chosen,
      vaultId: VAULT_ID,
      key: KEY,
      at: (NOON + days * DAY_MS) as EpochMs,
    },
    work,
  )
const vault = () => openVault(stick, VAULT_ID, KEY)
const inVault = () => readdirSync(join(stick, VAULT_FOLDER)).sort()
const copies = () => copiesIn(vault()).map(({ name }) => name)
const failureOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'made',
    (error: unknown) => refusalOf(error).code,
  )
function restored(name: string): string {
  const file = join(fixture.dataDir, 'back.db')
  readCopy(stick, vault(), readManifest(vault(), name), file, QUIET)
  return file
}
const leftovers = () => readdirSync(folder.folder).filter((name) => name.startsWith('second-copy'))

describe('a second copy', () => {
  it('comes back the same, and shows nobody without the code what is in it', async () => {
    sellOf(api)
    const made = await copyOn(stick)
    expect(made.facts).toMatchObject({ sales: 1, rut: '76192083-9', shopName: 'Almacén' })
    expect(factsIn(restored(made.name))).toEqual(made.facts)
    const bytes = Buffer.concat(
      inVault().map((name) => readFileSync(join(stick, VAULT_FOLDER, name))),
    )
    for (const text of ['Pan (kg)', '76192083', 'Almacén', 'SQLite format', 'CREATE TABLE'])
      expect([text, bytes.includes(text)]).toEqual([text, false])
    expect(leftovers()).toEqual([])
    const wrong = keyFromCode(makeCode(new Uint8Array(CODE_BYTES).fill(8)), SALT)
    expect(() => openVault(stick, VAULT_ID, wrong)).toThrow('COPY_CODE_WRONG')
  })

  it('adds only what is new, while the till sells', async () => {
    stockOf(5_000)
    const first = await copyOn(stick)
    for (let sale = 0; sale < 20; sale += 1) sellOf(api)
    const second = await copyOn(stick, 1)
    expect(first.fileBytes).toBeGreaterThan(900_000)
    expect(second.newBytes).toBeLessThan(first.newBytes / 3)
    expect(second.newChunks).toBeLessThan(second.chunks / 2)
    expect((await copyOn(stick, 2)).newChunks).toBe(0)
    expect(factsIn(restored(second.name))).toMatchObject({ sales: 20 })
    expect(factsIn(restored(first.name))).toMatchObject({ sales: 0 })
  })

  it('keeps days and hours as the till’s own backups do, and no byte nobody needs', async () => {
    for (let day = 0; day < 40; day += 1) {
      if (day % 5 === 0) sellOf(api)
      await copyOn(stick, day)
    }
    expect(copies()).toHaveLength(30)
    const named = new Set(copies().flatMap((name) => readManifest(vault(), name).packs))
    expect(inVault().filter((name) => name.endsWith('.datos'))).toEqual([...named].sort())
    expect(factsIn(restored(copies().at(-1) ?? ''))).toMatchObject({ sales: 3 })
  })

  it('leans on nothing that has gone bad on the stick', async () => {
    sellOf(api)
    const first = await copyOn(stick)
    const pack = join(stick, VAULT_FOLDER, `${first.name}.datos`)
    const bytes = readFileSync(pack)
    bytes[200] = (bytes[200] ?? 0) ^ 1
    writeFileSync(pack, bytes)
    expect(() => restored(first.name)).toThrow('COPY_DAMAGED')
    const second = await copyOn(stick, 1)
    expect(second.newChunks).toBe(second.chunks)
    expect(factsIn(restored(second.name))).toMatchObject({ sales: 1 })
  })

  it('any byte that changed is found before it is used', async () => {
    const { name } = await copyOn(stick)
    const files = [`${name}.datos`, `${name}.copia`].map((file) => join(stick, VAULT_FOLDER, file))
    for (const file of files) {
      const whole = readFileSync(file)
      for (let turn = 0; turn < 60; turn += 1) {
        const bytes = Buffer.from(whole)
        const at = Math.floor(((turn + 0.5) * bytes.length) / 60)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (turn % 8))
        writeFileSync(file, bytes)
        expect(() => restored(name)).toThrow('COPY_DAMAGED')
      }
      writeFileSync(file, whole)
    }
    expect(factsIn(restored(name))).toMatchObject({ sales: 0 })
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
    expect(inVault().filter((name) => name.includes('sin-terminar'))).toEqual([])
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
      makeVault(small, VAULT_ID, SALT, KEY)
      const first = await copyOn(small)
      for (let sale = 0; sale < 40; sale += 1) sellOf(api)
      writeFileSync(join(small, 'fotos.jpg'), Buffer.alloc(500 * 1024 - statSync(small).size), {
        flag: 'w',
      })
      expect(await failureOf(fill(small, copyOn))).toBe('COPY_PLACE_FULL')
      expect(copiesIn(openVault(small, VAULT_ID, KEY))).toMatchObject([{ name: first.name }])
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
      makeVault(stick, VAULT_ID, SALT, KEY)
      execFileSync('mount', ['-o', 'remount,ro', stick])
      expect(await failureOf(copyOn(stick))).toBe('COPY_PLACE_READ_ONLY')
    } finally {
      execFileSync('umount', [stick])
    }
  })

  it('of another till is left alone', async () => {
    rmSync(join(stick, VAULT_FOLDER), { recursive: true })
    makeVault(stick, 'ffffffffffffffff', SALT, KEY)
    const before = inVault()
    expect(await failureOf(copyOn(stick))).toBe('COPY_PLACE_OF_ANOTHER')
    expect(inVault()).toEqual(before)
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
