/**
 * Every command of package.json, mistyped: one sentence and exit code 2, and `--help` is help. The
 * commands of other programs are named, so a new one is either tried here or listed.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { installedElectron } from '../../electron/kiosk/electron-runtime.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../support/source-files.ts'

/** Programs of others, which read their own options, and the two that hand words to the runner. */
const OTHERS = ['build', 'check', 'format', 'lint', 'postinstall', 'test', 'test:all', 'test:unit']
/** With an option that takes a number, and a number it does not take. */
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  start: ['--port', 'abc'],
  dev: ['--port', '70000'],
  service: ['--data', 'x', '--port', '-1'],
  demo: ['--receipts', '1.5'],
  'kiosk:install': ['--port', '99999'],
  sim: ['--histories', 'abc'],
  'sim:chain': ['--tills', '0'],
  chaos: ['--faults', '2'],
  bench: ['queue', '--receipts', 'abc'],
  'test:dates': ['2027-02-30'],
}
/** Words that only look like an order. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  till: ['chek'],
  'service:tool': ['compnies', '--data', 'x'],
  bench: ['queu'],
  types: ['shared'],
}

const own = Object.entries(packageJson.scripts).filter(([name]) => !OTHERS.includes(name))
const typed = (script: string, words: readonly string[]) => {
  const [node = '', ...line] = script.split(' ')
  expect(node).toBe('node')
  const { status, stdout, stderr } = spawnSync(process.execPath, [...line, ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 110_000,
  })
  return { status, stdout, stderr }
}
const scriptOf = (name: string) => own.find(([known]) => known === name)?.[1] ?? ''

const mistypes = [
  ...own.map(([name]) => [name, ['--bogus']] as const),
  ...Object.entries(NUMBERS),
  ...Object.entries(WORDS),
]

it.each(mistypes)('%s %j is one sentence, and ends with 2', (name, words) => {
  const { status, stdout, stderr } = typed(scriptOf(name), words)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^ARGUMENTS_NOT_VALID: [^\n]+ \/ [^\n]+\n$/)
})

it.each(own)('%s --help shows how it is used', (_, script) => {
  const { status, stdout, stderr } = typed(script, ['--help'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^npm (run|start) ?/)
})

it.skipIf(installedElectron(ROOT) !== null)(
  'without Electron’s runtime nothing is packed, and that is one sentence',
  () => {
    const { status, stdout, stderr } = typed(scriptOf('package'), ['--dir'])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/(?:^|\n)ELECTRON_MISSING: [^\n]+ \/ [^\n]+\n$/)
  },
)

it('what a newcomer types first leaves the pictures it promises', () => {
  const guide = readFileSync(join(ROOT, '.github/CONTRIBUTING.md'), 'utf8')
  const words = /npm run demo -- ([^`]+)`/.exec(guide)?.[1]?.split(' ') ?? []
  const folder = mkdtempSync(join(tmpdir(), 'meson-first-'))
  try {
    const here = words.map((word) => (word.startsWith('/') ? folder : word))
    expect(here).toContain(folder)
    expect(typed(scriptOf('demo'), here).status).toBe(0)
    const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'))
    const asked = Number(words[words.indexOf('--receipts') + 1])
    expect(pictures.length).toBeGreaterThanOrEqual(asked)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
