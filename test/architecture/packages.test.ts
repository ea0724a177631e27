/** The installed till's packages, each with its reason in .github/PACKAGES.md, and how many. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
}
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}
const installed = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
  .map(([path]) => path.split('node_modules/').at(-1) ?? '')

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

const ROOMS = ['till', 'service', 'printing', 'paper', 'scale', 'renderer', 'everywhere']

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
