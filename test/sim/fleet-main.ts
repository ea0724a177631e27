/**
 * `npm run sim:fleet -- --shops N --tills T --rounds R [--processes P] [--seed S] [--hub yes]
 * [--sabotage all]`: prints the figures; the exit code says whether every promise held, or whether
 * each rule that was left out was found. Sixty tills and 1,000 rounds take about twenty minutes.
 */
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { findSabotage, SABOTAGES } from './fleet-sabotage.ts'
import { playPeople } from './fleet-people.ts'
import { playShop } from './fleet-shop.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage:
      'npm run sim:fleet -- [--shops N] [--tills T] [--rounds R] [--processes P] [--seed S] [--hub no|yes] [--sabotage none|all]',
    options: {
      shops: { kind: 'number', from: 1, to: 100_000, first: 10 },
      tills: { kind: 'number', from: 2, to: 60, first: 4 },
      rounds: { kind: 'number', from: 1, to: 100_000, first: 120 },
      processes: { kind: 'number', from: 1, to: 10, first: 1 },
      seed: { kind: 'text', first: 'meson' },
      hub: { kind: 'text', choices: ['no', 'yes'], first: 'no' },
      sabotage: { kind: 'text', choices: ['none', 'all'], first: 'none' },
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
    const plays = [
      await playShop({ ...values, seed, hasHub: values.hub === 'yes' }),
      await playPeople({ ...values, seed }),
    ]
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

async function playSabotages(): Promise<number> {
  let missed = 0
  for (const rule of Object.keys(SABOTAGES)) {
    const found = await findSabotage(rule, values.seed)
    if (found === null) missed += 1
    print(`${found === null ? 'NOT FOUND' : 'found'}  without "${rule}": ${found ?? 'nothing'}`)
  }
  print(`rules left out: ${Object.keys(SABOTAGES).length}, not found: ${missed}`)
  return missed
}

const failed = values.sabotage === 'all' ? await playSabotages() : await playShops()
process.exitCode = failed > 0 ? 1 : 0
