/**
 * Electron's V8 takes no memory from outside its cage: two functions of Node-API answer
 * napi_no_external_buffers_allowed there, and nowhere else. Here the packaged libraries ask a
 * library of the test for both, which answers the same.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cash } from '../support/till-driver.ts'
import { cashierAtWindow, coreBehind, endInOrder } from './at-the-window.ts'
import { packageOnce } from './package-once.ts'
import { PackagedTill } from './packaged-program.ts'
import { IS_REAL, WHERE, WHY_NOT } from './where.ts'

const COLA = '7800104006297'
const NAMES = ['napi_create_external_buffer', 'napi_create_external_arraybuffer'] as const
/** napi_no_external_buffers_allowed */
const REFUSED = 22
/** The same length, so that it stands in the library where the other stood. */
const caged = (name: string) => `${name.slice(0, -1)}X`

function compiler(): string | null {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return null
  } catch {
    return 'there is no C compiler (cc)'
  }
}
const WHY_NO_CAGE = WHY_NOT ?? compiler()

describe.skipIf(WHY_NO_CAGE !== null || IS_REAL)(`inside the memory cage ${WHERE}`, () => {
  let folder: string
  let copy: string
  let till: PackagedTill
  let changed: string[]

  beforeAll(async () => {
    const { executable } = await packageOnce()
    folder = mkdtempSync(join(tmpdir(), 'meson-cage-'))
    copy = `${dirname(executable)}-jaula`
    rmSync(copy, { recursive: true, force: true })
    // Of links: only the libraries that are changed are files of their own.
    execFileSync('cp', ['-al', dirname(executable), copy])
    changed = cageLibraries(join(copy, 'resources', 'app.asar.unpacked'))
    till = new PackagedTill(join(copy, basename(executable)))
  })
  afterAll(async () => {
    await till?.clear()
    for (const made of [copy, folder]) if (made !== undefined) rmSync(made, { recursive: true })
  })

  it('sells, draws, issues and prints on both widths', async () => {
    expect(changed.length).toBeGreaterThan(0)
    const program = till.start({ env: { MESON_STANDIN_PRELOAD: library(folder) } })
    const page = await program.page()
    await page
      .getByTestId('connection')
      .filter({ hasText: /En línea/ })
      .waitFor()
    await cashierAtWindow(page).scan(COLA).pay(cash()).expectIssued().expectPrinted('receipt')
    await coreBehind(page).saveSettings({ printerId: 'virtual-58' })
    await page.getByTestId('next-sale').click()
    await cashierAtWindow(page).scan(COLA).pay(cash()).expectIssued().expectPrinted('receipt')
    // It was asked, and what asked found another way.
    expect(existsSync(join(folder, 'asked'))).toBe(true)
    await endInOrder(program)
    expect(readdirSync(join(till.dataDir, 'till', 'backups')).length).toBeGreaterThan(0)
  })
})

/** Answers the libraries that asked for either function. */
function cageLibraries(unpacked: string): string[] {
  const libraries = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.node'),
  )
  return libraries.filter((name) => {
    const file = join(unpacked, name)
    const bytes = Buffer.from(readFileSync(file))
    const places = NAMES.map((asked) => [asked, bytes.indexOf(`\0${asked}\0`)] as const)
    const found = places.filter(([, at]) => at !== -1)
    for (const [asked, at] of found) bytes.write(caged(asked), at + 1, 'latin1')
    if (found.length > 0) unlinkSync(file)
    if (found.length > 0) writeFileSync(file, bytes)
    return found.length > 0
  })
}

function library(folder: string): string {
  const [source, made] = [join(folder, 'cage.c'), join(folder, 'cage.so')]
  writeFileSync(
    source,
    `#include <stdio.h>
static int asked(void) { FILE *f = fopen("${join(folder, 'asked')}", "a"); if (f) { fputs("x", f); fclose(f); } return ${REFUSED}; }
${NAMES.map((name) => `int ${caged(name)}(void) { return asked(); }`).join('\n')}
`,
  )
  execFileSync('cc', ['-shared', '-fPIC', '-o', made, source])
  return made
}
