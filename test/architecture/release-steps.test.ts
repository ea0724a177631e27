/**
 * Each step of the release is a command that exists, on files that exist: nothing but the workflow
 * itself runs it whole, and a name that is wrong would be found on the day of a release.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../support/source-files.ts'

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly shell?: string
  readonly with?: Readonly<Record<string, string>>
}
interface Job {
  readonly needs?: string
  readonly strategy?: { readonly matrix: { readonly include: readonly Target[] } }
  readonly steps: readonly Step[]
}
interface Target {
  readonly os: string
  readonly flag: string
  readonly program: string
}

const { jobs } = parse(readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8')) as {
  readonly jobs: Readonly<Record<'package' | 'publish', Job>>
}
const steps = Object.values(jobs).flatMap((job) => job.steps)
/** What the runners bring, of their lists of software. */
const OF_RUNNERS = ['cd', 'find', 'gh', 'mkdir', 'openssl', 'rm', 'sha256sum', 'xvfb-run', 'zip']
const OF_MACOS = ['codesign']
const OF_SHELL = ['[', 'echo', 'exit', 'printf', 'for', 'do', 'done', 'if', 'then', 'else', 'fi']

/** `${{ … }}` is filled in before a shell sees it. */
const scripts = steps.flatMap(({ run, shell }) =>
  run === undefined || shell === 'pwsh' ? [] : [run.replace(/\$\{\{.*?\}\}/g, 'X')],
)

/** The words a command begins with, whatever stands before and after it. */
const commandsOf = (script: string) =>
  script
    .replace(/\\\n/g, ' ')
    // What is said in quotation marks is no command; an order in them, `"$(…)"`, is.
    .replace(/'[^']*'|"(?:[^"$]|\$(?!\())*"/g, "''")
    .split(/\n|;|&&|\|\||\$\(/)
    .map((command) => command.trim())
    .filter((command) => command !== '' && !/^(#|\w+=|-c\.)/.test(command))

it.each(scripts)('is written as a shell reads it: %s', (script) => {
  const read = spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' })
  expect(read).toMatchObject({ status: 0, stderr: '' })
})

it('runs commands that are there', () => {
  const bins = readdirSync(join(ROOT, 'node_modules', '.bin'))
  const unknown = scripts.flatMap(commandsOf).filter((command) => {
    const [first = '', second = '', third = ''] = command
      .replace(/^(?:then|do|else) /, '')
      .replace(/^xvfb-run -a /, '')
      .split(/\s+/)
    if (first === 'node') return !existsSync(join(ROOT, second))
    if (first === 'npx') return !bins.includes(second)
    if (first === 'npm') return second === 'run' ? !(third in packageJson.scripts) : second !== 'ci'
    return ![...OF_RUNNERS, ...OF_MACOS, ...OF_SHELL].includes(first)
  })
  expect(unknown).toEqual([])
})

it('names files and suites that are there', () => {
  const named = scripts.flatMap((script) => script.match(/\btest\/[\w./-]+\.ts\b/g) ?? [])
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const suites = readFileSync(join(ROOT, 'test', 'config', 'vitest.config.ts'), 'utf8')
  const asked = scripts.flatMap((script) => script.match(/(?<=--project )\w+/g) ?? [])
  expect(asked).toEqual(['packaged', 'packaged'])
  expect(suites).toContain("name: 'packaged'")
})

it('looks for each program where electron-builder puts it', () => {
  const { build } = packageJson
  const where = new Map(
    jobs.package.strategy?.matrix.include.map(({ flag, program }) => [flag, program]),
  )
  expect(Object.fromEntries(where)).toEqual({
    '--linux': `linux-unpacked/${build.linux.executableName}`,
    '--win': `win-unpacked/${build.win.executableName}.exe`,
    '--mac': `mac-arm64/${build.productName}.app/Contents/MacOS/${build.productName}`,
  })
})

it('hands on every kind of file it packs, and publishes after it packed', () => {
  const { build } = packageJson
  const kinds = [...build.linux.target, ...build.win.target, ...build.mac.target].map((target) =>
    target === 'nsis' ? 'exe' : target,
  )
  const handedOn = steps.flatMap(({ with: given }) => given?.['path']?.split('\n') ?? [])
  for (const kind of kinds) expect(handedOn).toContain(`dist/*.${kind}`)
  expect(jobs.publish.needs).toBe('package')
})

it('trusts no stranger’s action', () => {
  const uses = steps.flatMap(({ uses: action }) => action ?? [])
  expect(uses.length).toBeGreaterThan(0)
  // By the whole sum of a commit, or of the workflow's own host by its major version.
  for (const action of uses) expect(action).toMatch(/^(actions\/[\w-]+@v\d+|.+@[0-9a-f]{40})$/)
})
