/** The installed till's packages, each with its reason in .github/PACKAGES.md, and how many. */
import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../support/source-files.ts'

/** Half of what it was when the review was made. */
const OF_ONE_MACHINE_MOST = 67
const KINDS = ['runs', 'bundled', 'machine', 'types', 'headers', 'empty']
const ROW = /^\| (\S+) \| (\w+) \| ([^|]+) \| ([^|]{4,}) \|$/

interface Entry {
  readonly dev?: boolean
  readonly link?: boolean
  /** Where it stands under another's name. */
  readonly name?: string
  readonly resolved?: string
  readonly dependencies?: Names
  readonly optionalDependencies?: Names
  readonly peerDependencies?: Names
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
type Names = Readonly<Record<string, string>>
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}
/** What only a checkout needs, for its screen or on a server; never in a package. */
const FROM_SOURCE = [
  ...['meson-node-runtime', 'vite', '@vitejs/plugin-react', 'pg', 'prom-client'],
  ...['react', 'react-dom', 'react-aria-components', 'react-i18next', 'i18next', 'zustand'],
  ...['lucide-react', 'uplot', '@tanstack/react-virtual', '@fontsource-variable/inter'],
  'eventsource',
]
const asked = Object.keys(packages['']?.dependencies ?? {})
const ofTheTill = neededBy(asked.filter((name) => !FROM_SOURCE.includes(name)))
const ofACheckout = [...neededBy(FROM_SOURCE)].filter((path) => !ofTheTill.has(path))
const installed = [...ofTheTill].map(nameOf)

const page = readFileSync(join(ROOT, '.github/PACKAGES.md'), 'utf8')
const [counts = '', table = ''] = page.split('\n| package |')
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => ROW.exec(line)?.slice(1) ?? [line])

it('every package of the lock has its reason, and no reason outlives its package', () => {
  const [name, kind, wantedBy] = [0, 1, 2].map((at) => rows.map((row) => row[at] ?? ''))
  expect(name).toEqual(installed.toSorted())
  expect(kind?.filter((word) => !KINDS.includes(word))).toEqual([])
  const strangers = wantedBy
    ?.flatMap((who) => who.split(', '))
    .filter((who) => !installed.includes(who) && !ROOMS.includes(who))
  expect(strangers).toEqual([])
})

const ROOMS = ['till', 'mail', 'service', 'printing', 'paper', 'serial', 'renderer', 'everywhere']

it('there are as many as the page says, half of what there were', () => {
  const ofKind = (...kinds: string[]) => rows.filter(([, kind = '']) => kinds.includes(kind)).length
  const ofOneMachine = rows.length - ofKind('machine') + 1
  const said = [...counts.matchAll(/\| (\d+) \|/g)].map(([, count]) => Number(count))
  expect(said).toEqual([rows.length, ofOneMachine, ofKind('runs', 'bundled') + 1])
  expect(ofOneMachine).toBeLessThanOrEqual(OF_ONE_MACHINE_MOST)
})

it('a package that is never needed is an empty one', () => {
  const empty = rows.filter(([, kind]) => kind === 'empty').map(([name = '']) => name)
  const real = empty.map((name) => packages[`node_modules/escpos/node_modules/${name}`]?.name)
  expect(real).toEqual(['empty-npm-package', 'empty-npm-package'])
})

it('what only a checkout needs is installed without the tools, and kept out of every package', () => {
  expect(asked).toEqual(expect.arrayContaining(FROM_SOURCE))
  const excluded = packageJson.build.files
    .filter((glob) => glob.startsWith('!node_modules/'))
    .map((glob) => glob.slice(1))
  const packed = ofACheckout.filter(
    (path) => !excluded.some((glob) => matchesGlob(`${path}/package.json`, glob)),
  )
  expect(packed).toEqual([])
  const lost = [...ofTheTill].filter(
    (path) =>
      kindOf(path) === 'runs' && excluded.some((glob) => matchesGlob(`${path}/package.json`, glob)),
  )
  expect(lost).toEqual([])
})

function kindOf(path: string): string | undefined {
  return rows.find(([name]) => name === nameOf(path))?.[1]
}

function nameOf(path: string): string {
  return path.split('node_modules/').at(-1) ?? ''
}

/** Paths in the lock of these packages and of what they need. */
function neededBy(names: readonly string[]): Set<string> {
  const found = new Set(names.map((name) => `node_modules/${name}`))
  for (const path of found)
    for (const name of namesIn(path)) {
      const place = placeOf(name, path)
      if (place !== null) found.add(place)
    }
  return found
}

function namesIn(path: string): string[] {
  const entry = packages[path]
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    (entry?.link === true ? packages[entry.resolved ?? ''] : entry) ?? {}
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta?.[name]?.optional !== true,
  )
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** As Node looks for it: beside the package, then further up. */
function placeOf(name: string, path: string): string | null {
  const parts = path.split('/node_modules/')
  const places = parts.map((_, at) =>
    [...parts.slice(0, parts.length - at), name].join('/node_modules/'),
  )
  return [...places, `node_modules/${name}`].find((place) => place in packages) ?? null
}
