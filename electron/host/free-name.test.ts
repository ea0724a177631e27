import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freeName } from './free-name.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-names-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('writes over nothing', () => {
  for (const name of ['boleta.pdf', 'boleta (2).pdf']) {
    expect(freeName(folder, 'boleta.pdf')).toBe(join(folder, name))
    writeFileSync(join(folder, name), '')
  }
  expect(freeName(folder, 'boleta.pdf')).toBe(join(folder, 'boleta (3).pdf'))
})

it('gives no name twice while what was promised it is not there yet', () => {
  const promised = new Set([join(folder, 'boleta.pdf')])
  expect(freeName(folder, 'boleta.pdf', promised)).toBe(join(folder, 'boleta (2).pdf'))
})

it.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['..', 'archivo'],
  ['', 'archivo'],
])('stays in its folder: %s', (wanted, name) => {
  expect(freeName(folder, wanted)).toBe(join(folder, name))
})
