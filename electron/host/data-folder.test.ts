import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../../test/support/source-files.ts'
import { DataFolderInUse, lockDataFolder } from '#till/kernel/data-lock.ts'
import { adoptOldFolder } from './data-folder.ts'
import { makeDataFolder } from './make-folder.ts'

let folder: string
let older: string
let here: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-folder-'))
  older = join(folder, 'config', 'Mesón')
  here = join(folder, 'share', 'meson')
  mkdirSync(join(older, 'till'), { recursive: true })
  mkdirSync(join(older, 'service'))
  writeFileSync(join(older, 'till', 'till.db'), 'sales')
  writeFileSync(join(older, 'service', 'service.db'), 'documents')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('brings a till from where an older version kept it', () => {
  adoptOldFolder(older, here)
  expect(readFileSync(join(here, 'till', 'till.db'), 'utf8')).toBe('sales')
  expect(readFileSync(join(here, 'service', 'service.db'), 'utf8')).toBe('documents')
  expect(existsSync(join(older, 'till'))).toBe(false)
})

it('goes on where it was cut short', () => {
  mkdirSync(here, { recursive: true })
  mkdirSync(join(here, 'service'))
  writeFileSync(join(here, 'service', 'service.db'), 'moved before')
  adoptOldFolder(older, here)
  expect(readFileSync(join(here, 'till', 'till.db'), 'utf8')).toBe('sales')
  expect(readFileSync(join(here, 'service', 'service.db'), 'utf8')).toBe('moved before')
})

it('never touches a till that is here, nor one that is open', () => {
  mkdirSync(join(here, 'till'), { recursive: true })
  writeFileSync(join(here, 'till', 'till.db'), 'mine')
  adoptOldFolder(older, here)
  expect(readFileSync(join(here, 'till', 'till.db'), 'utf8')).toBe('mine')

  const unlock = lockDataFolder(join(older, 'till'), 'somebody')
  expect(() => adoptOldFolder(older, join(folder, 'other'))).toThrow(DataFolderInUse)
  unlock()
  expect(existsSync(join(older, 'till', 'till.db'))).toBe(true)
})

const otherDisk = join(ROOT, 'out')
mkdirSync(otherDisk, { recursive: true })
const isOneDisk = statSync(otherDisk).dev === statSync(tmpdir()).dev

it.skipIf(isOneDisk)(
  'from another disk: nobody opens the old one, and nobody brings it twice',
  () => {
    const there = mkdtempSync(join(otherDisk, 'adopt-'))
    const cpSync = fs.cpSync
    const met: unknown[] = []
    const meet = (work: () => unknown) => {
      try {
        work()
        met.push('went through')
      } catch (error) {
        met.push(error instanceof DataFolderInUse)
      }
    }
    // A second kiosk, and an old till that is started, while the copy is half done.
    fs.cpSync = (from, to, options) => {
      cpSync(from, to, options)
      if (!String(from).endsWith('till')) return
      meet(() => adoptOldFolder(older, there))
      meet(() => lockDataFolder(join(older, 'till'), 'an old till'))
    }
    syncBuiltinESMExports()
    try {
      adoptOldFolder(older, there)
    } finally {
      fs.cpSync = cpSync
      syncBuiltinESMExports()
    }
    expect(met).toEqual([true, true])
    expect(readFileSync(join(there, 'till', 'till.db'), 'utf8')).toBe('sales')
    expect(readdirSync(there).sort()).toEqual(['service', 'till'])
    expect(readdirSync(older).sort()).toEqual(['service.movida', 'till.movida'])
    adoptOldFolder(older, there)
    rmSync(there, { recursive: true })
  },
)

it('says which folder cannot be written', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeDataFolder(join(folder, 'file', 'data'))).toThrow(
    /No se puede escribir en la carpeta de datos/,
  )
})
