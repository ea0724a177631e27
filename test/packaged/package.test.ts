/** What is in the package a shop installs, and what is not. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { listPackage } from '@electron/asar'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { fusesOf } from '../release-verify.ts'
import { hasLicenceText } from '../support/licence-text.ts'
import { packageOnce, type Packaged } from './package-once.ts'
import { IS_REAL, WHY_NOT } from './where.ts'

/** Before Electron itself. */
const BYTES_MAX = 80_000_000
const FILES_MAX = 1_600
/** Whatever is not of these kinds has no business in a shop. */
const ALLOWED =
  /\.(js|mjs|cjs|json|node|wasm|css|html|woff2?|ttf|trie|bcmap|pfb|afm|icc|txt|svg|png)$/
const PACKAGE_FILE = /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/
const UNNAMED = /^(LICEN[SC]E|COPYING|NOTICE)/i
const NATIVE = [
  '@napi-rs/canvas-linux-x64-gnu/skia.linux-x64-gnu.node',
  '@serialport/bindings-cpp/prebuilds/linux-x64/@serialport+bindings-cpp.glibc.node',
  'better-sqlite3/prebuilds/linux-x64.node',
  'usb/prebuilds/linux-x64/node.napi.glibc.node',
]
/** Packages without a line of code. */
const EMPTY = new Set(['get-pixels', 'qr-image'])
/** Asked for by name and never needed: each has another way, or is a type. */
const NEVER_NEEDED = new Set([
  'pg',
  'prom-client',
  'get-pixels',
  'electron',
  'node-addon-api',
  '@types/emscripten',
  'type-fest',
])

describe.skipIf(WHY_NOT !== null || IS_REAL)('the package', () => {
  let packaged: Packaged
  let files: readonly string[]
  let app: string
  beforeAll(async () => {
    packaged = await packageOnce()
    app = join(packaged.resourcesDir, 'app.asar')
    files = filesIn(app)
  })

  it('holds only kinds of files that are wanted, and no more than a small shop can fetch', () => {
    const names = files.map((file) => file.split('/').at(-1) ?? '')
    expect(names.filter((name) => !ALLOWED.test(name) && !UNNAMED.test(name))).toEqual([])
    const extra = filesIn(join(packaged.resourcesDir, 'resources'))
    const bytes = [
      statSync(packaged.archive).size,
      ...filesIn(`${app}.unpacked`).map((file) => statSync(join(`${app}.unpacked`, file)).size),
      ...extra.map((file) => statSync(join(packaged.resourcesDir, 'resources', file)).size),
    ].reduce((sum, size) => sum + size)
    expect(bytes).toBeLessThan(BYTES_MAX)
    expect(files.length + extra.length).toBeLessThan(FILES_MAX)
  })

  it('holds the native parts of its own system and of no other, none inside the archive', () => {
    const native = files.filter((file) => file.endsWith('.node'))
    expect(native.map((file) => file.replace('node_modules/', '')).toSorted()).toEqual(NATIVE)
    const inside = listPackage(packaged.archive, { isPack: true })
    expect(inside.filter((line) => /^pack .*\.node$/.test(line))).toEqual([])
  })

  it('has everything its programs ask for', () => {
    const programs = files.filter((file) => /^out\/main\/.*\.js$/.test(file))
    const packages = files.filter((file) => PACKAGE_FILE.test(file))
    const asked = [
      ...programs.flatMap((file) => importsOf(app, file).map((name) => [file, name] as const)),
      ...packages.flatMap((file) => dependenciesOf(app, file).map((name) => [file, name] as const)),
    ]
    const missing = asked.filter(([file, name]) => !isThere(app, file, name))
    expect(missing).toEqual([])
    expect(asked.length).toBeGreaterThan(50)
  })

  it('has a licence for everything that is not ours', () => {
    const packages = files.filter((file) => PACKAGE_FILE.test(file))
    const ours = join(packaged.resourcesDir, 'resources', 'licences')
    const without = packages.filter((file) => {
      const name = file.replace(/^.*node_modules\//, '').replace('/package.json', '')
      // Its text lies beside the package that loads it.
      const known = name.replace(/^(@napi-rs\/canvas)-.*/, '$1')
      return !EMPTY.has(name) && !hasLicenceText(known, join(app, file, '..'), ours)
    })
    expect(without).toEqual([])
    const bundled = ['main', 'renderer'].map((part) =>
      readFileSync(join(app, 'out', part, 'licences.txt'), 'utf8'),
    )
    expect(bundled[0]).toMatch(/^zod [\d.]+ \(MIT\)$/m)
    expect(bundled[1]).toMatch(/^react [\d.]+ \(MIT\)$/m)
    // Inside another's package, in a file's own words.
    expect(bundled[0]).toMatch(/Mathias Bynens[^]*Permission is hereby granted/)
    expect(existsSync(join(packaged.resourcesDir, 'resources', 'fonts', 'OFL.txt'))).toBe(true)
  })

  it('has its fuses as the build block says', async () => {
    expect({
      ...(await fusesOf(packaged.executable)),
      // Of the signature, and no fuse.
      resetAdHocDarwinSignature: true,
    }).toEqual(packageJson.build.electronFuses)
    expect(packageJson.build.electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
    })
  })
})

it('has a build block that its own schema accepts, and a name no Debian package has', async () => {
  await expect(
    validateConfiguration(structuredClone(packageJson.build) as object, new DebugLogger(false)),
  ).resolves.toBeUndefined()
  expect(packageJson.build.deb.packageName).toBe('meson-caja')
  expect([packageJson.build.linux, packageJson.build.win].map((on) => on.executableName)).toEqual([
    'meson-caja',
    'meson-caja',
  ])
  const { homepage, author, description } = packageJson
  for (const told of [homepage, author.name, author.email, description]) expect(told).not.toBe('')
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted()
}

function importsOf(app: string, file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(app, file), 'utf8'), true, true)
  return importedFiles.map(({ fileName }) => fileName)
}

function dependenciesOf(app: string, file: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(app, file), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>
  }
  return Object.keys(dependencies)
}

function isThere(app: string, file: string, name: string): boolean {
  if (isBuiltin(name)) return true
  if (name.startsWith('.')) return existsSync(join(app, file, '..', name))
  const bare = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0]
  if (bare === undefined || NEVER_NEEDED.has(bare)) return true
  const places = createRequire(join(app, file)).resolve.paths(name) ?? []
  return places.some((place) => place.startsWith(app) && existsSync(join(place, bare)))
}
