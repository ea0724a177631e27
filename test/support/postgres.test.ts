import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postgresPrograms } from './postgres.ts'

let versions: string
beforeEach(() => {
  versions = mkdtempSync(join(tmpdir(), 'postgres-versions-'))
  for (const version of ['9', '15', '16']) {
    mkdirSync(join(versions, version, 'bin'), { recursive: true })
    for (const program of ['initdb', 'postgres'])
      writeFileSync(join(versions, version, 'bin', program), '')
  }
})
afterEach(() => rmSync(versions, { recursive: true, force: true }))

const found = (path: string, asked: string | null = null) => postgresPrograms(path, versions, asked)

it('takes the path, then the newest', () => {
  expect(found('')).toBe(join(versions, '16/bin'))
  expect(found(`/nowhere:${join(versions, '9/bin')}`)).toBe(join(versions, '9/bin'))
})

it('takes the one that is asked for, by its number or its folder, whatever the path has', () => {
  expect(found(join(versions, '16/bin'), '15')).toBe(join(versions, '15/bin'))
  expect(found('', join(versions, '9/bin'))).toBe(join(versions, '9/bin'))
})

it('says that the one asked for is not there, where suites would else be skipped', () => {
  expect(() => found(join(versions, '16/bin'), '17')).toThrow('MESON_POSTGRES=17')
})
