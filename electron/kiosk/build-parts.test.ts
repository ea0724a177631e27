/**
 * Started by somebody who may not write where the program lies: a sentence instead of a builder's
 * stack trace.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const BUILD_PARTS = fileURLToPath(new URL('./build-parts.ts', import.meta.url))
const SAYS_WHY = `
  const [file, root] = process.argv.slice(1)
  const { buildScreens } = await import(file)
  const said = []
  await buildScreens(root, (sentence) => said.push(sentence))
    .then(() => console.log('built'), (error) => console.log(JSON.stringify({ code: error.code, message: error.message, said })))`
/** Root may write anywhere; the user nobody may not. */
const AS_NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'meson-program-'))
  mkdirSync(join(root, 'renderer'))
  writeFileSync(join(root, 'renderer', 'index.html'), '')
})
afterEach(() => {
  chmodSync(root, 0o755)
  rmSync(root, { recursive: true, force: true })
})

it.skipIf(process.platform === 'win32')(
  'says in words, Spanish and English, that the folder of the program cannot be written, and builds nothing',
  (context) => {
    chmodSync(root, 0o555)
    const args = ['--input-type=module', '-e', SAYS_WHY, BUILD_PARTS, root]
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', ...AS_NOBODY })
    if (/EACCES|MODULE_NOT_FOUND/.test(stderr))
      context.skip('the user nobody cannot read this checkout')
    const { code, message, said } = JSON.parse(stdout) as {
      code: string
      message: string
      said: string[]
    }
    expect(code).toBe('PROGRAM_FOLDER_LOCKED')
    expect(message).toContain(root)
    expect(message).toMatch(/no puede escribir.*This user cannot write/s)
    expect([said, message.split('\n').length]).toEqual([[], 1])
  },
)

it.skipIf(process.platform === 'win32')(
  'sees what has changed in a folder that lies elsewhere',
  () => {
    const at = (path: string, s: number) => utimesSync(join(root, path), s, s)
    const outcome = () => {
      const args = ['--input-type=module', '-e', SAYS_WHY, BUILD_PARTS, root]
      return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim()
    }
    for (const folder of ['elsewhere', 'out', 'out/renderer']) mkdirSync(join(root, folder))
    for (const file of ['elsewhere/sale.ts', 'out/renderer/index.html'])
      writeFileSync(join(root, file), '')
    symlinkSync(join(root, 'elsewhere'), join(root, 'renderer', 'more'))
    const sources = ['renderer/index.html', 'renderer', 'elsewhere/sale.ts', 'elsewhere']
    for (const source of sources) at(source, 1_000)
    at('out/renderer/index.html', 2_000)
    expect(outcome()).toBe('built')
    at('elsewhere/sale.ts', 3_000)
    expect(outcome()).not.toBe('built')
  },
)
