/**
 * `npm run sim:fleet -- --shops N --tills T --rounds R [--processes P] [--seed S] [--hub yes]
 * [--sabotage all]`: prints the figures; the exit code says whether every promise held, or whether
 * each rule that was left out was found: in a played shop (`played`) or, out of the program's own
 * source, by the test that holds it (`source`). Sixty tills and 1,000 rounds take about twenty
 * minutes.
 */
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { findSabotage, SABOTAGES } from './fleet-sabotage.ts'
import { playPeople } from './fleet-people.ts'
import { playShop } from './fleet-shop.ts'
import { LEFT_OUT } from './left-out-rules.ts'
import { copySource } from './left-out.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage:
      'npm run sim:fleet -- [--shops N] [--tills T] [--rounds R] [--processes P] [--seed S] [--hub no|yes] [--only all|goods|people] [--sabotage none|played|source|all] [--rule WORDS]',
    options: {
      shops: { kind: 'number', from: 1, to: 100_000, first: 10 },
      tills: { kind: 'number', from: 2, to: 60, first: 4 },
      rounds: { kind: 'number', from: 1, to: 100_000, first: 120 },
      processes: { kind: 'number', from: 1, to: 10, first: 1 },
      seed: { kind: 'text', first: 'meson' },
      hub: { kind: 'text', choices: ['no', 'yes'], first: 'no' },
      only: { kind: 'text', choices: ['all', 'goods', 'people'], first: 'all' },
      rule: { kind: 'text', first: '' },
      sabotage: { kind: 'text', choices: ['none', 'played', 'source', 'all'], first: 'none' },
    },
  },
  process,
)
const print = (line: string) => void process.stdout.write(`${line}\n`)

async function playShops(): Promise<number> {
  const sum: Record<string, number> = {}
  let broken = 0
  for (let shop = 0; shop < values.shops; shop += 1) {
    const seed = `${values.seed}-${shop}`
    const plays = []
    if (values.only !== 'people')
      plays.push(await playShop({ ...values, seed, hasHub: values.hub === 'yes' }))
    if (values.only !== 'goods') plays.push(await playPeople({ ...values, seed }))
    const violations = plays.flatMap((played) => played.violations)
    for (const [what, count] of plays.flatMap(({ counts }) => Object.entries(counts)))
      sum[what] = (sum[what] ?? 0) + count
    if (violations.length === 0) continue
    broken += 1
    print(`shop ${seed}:\n  ${violations.slice(0, 10).join('\n  ')}`)
  }
  const counted = Object.entries(sum).map(([what, count]) => `${what} ${count}`)
  print(`${values.shops} shops of ${values.tills} tills: ${counted.join(', ')}`)
  print(`shops with a broken promise: ${broken}`)
  return broken
}

function printFound(rule: string, found: string | null): number {
  print(`${found === null ? 'NOT FOUND' : 'found'}  without "${rule}": ${found ?? 'nothing'}`)
  return found === null ? 1 : 0
}

async function playSabotages(): Promise<number> {
  const [played, source] = ['played', 'source'].map((part) =>
    [part, 'all'].includes(values.sabotage),
  )
  const isAsked = (rule: string) => rule.includes(values.rule)
  let missed = 0
  for (const rule of played ? Object.keys(SABOTAGES).filter(isAsked) : [])
    missed += printFound(rule, await findSabotage(rule, values.seed))
  const copy = source ? copySource() : null
  for (const [rule, leftOut] of Object.entries(LEFT_OUT).filter(([name]) => isAsked(name)))
    if (copy !== null) missed += printFound(rule, copy.find(leftOut))
  copy?.close()
  print(`rules left out and not found: ${missed}`)
  return missed
}

const failed = values.sabotage !== 'none' ? await playSabotages() : await playShops()
process.exitCode = failed > 0 ? 1 : 0
