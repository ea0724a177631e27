/**
 * `npm run bench -- all [--quick] [--beside DIR] [--only NAME]`: every measurement of an old
 * computer's aims, and at the end their table: aim, here, in another checkout measured in turns,
 * and whether it is met or why not. What says memory, and rests for most of its time, is asked at
 * once, of both checkouts, and in its rests what is timed beside a peer; what is timed by itself
 * comes then, alone. `--quick` asks a smaller shop, for five
 * minutes with another checkout or without: what grows with a shop stands lower there than it is.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as rest } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { ROOT } from '../support/source-files.ts'
import { AIMS, type Aim } from './aims.ts'
import { machineTold } from './machine.ts'
import { MEASUREMENTS, type Measurement } from './measurements.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- all [--quick] [--beside DIR] [--only NAME]',
    options: { quick: { kind: 'flag' }, beside: { kind: 'text' }, only: { kind: 'text' } },
  },
  process,
  3,
)
const checkouts = [ROOT, ...(values.beside === undefined ? [] : [resolve(values.beside)])]
/** A measurement that does not end is left with what it has said by then. */
const LIMIT_MS = (values.quick === true ? 5 : 60) * 60_000
/** By then what rests has opened its programs: begun at once, all of it takes longer. */
const OPENED_AFTER_MS = checkouts.length > 1 ? 25_000 : 0
/** How a program says that it does not know an option. */
const NOT_UNDERSTOOD = 2
const say = (line: string) => process.stdout.write(`${line}\n`)
/** What each measurement printed, in each checkout. */
const printed = new Map<string, readonly string[]>()
const wanted = MEASUREMENTS.filter(({ name }) => [undefined, name].includes(values.only)).filter(
  ({ quick }) => values.quick !== true || quick !== null,
)
/** Those that the others' rests leave room for. */
const isMeanwhile = ({ company }: Measurement) => company === 'peer' && checkouts.length > 1
const startMs = performance.now()
say(machineTold())
await Promise.all(checkouts.map(prepare))
await Promise.all([
  ...wanted.filter(({ company }) => company === 'rests').map(measureEach),
  rest(OPENED_AFTER_MS).then(() => measureInTurn(wanted.filter(isMeanwhile))),
])
await measureInTurn(wanted.filter((one) => one.company !== 'rests' && !isMeanwhile(one)))
say(`\n| | aim | here |${checkouts.length > 1 ? ' beside |' : ''} |`)
say(`|---|---|---|${'---|'.repeat(checkouts.length)}`)
for (const aim of AIMS.filter(({ of }) => printed.has(of)))
  say(rowOf(aim, printed.get(aim.of) ?? []))
say(`in ${secondsSince(startMs)} s; ${machineTold()}`)

/**
 * Whatever of it is old: no measurement waits for it then. What is packed first, as it makes the
 * screens anew: whoever serves them meanwhile has none.
 */
async function prepare(checkout: string): Promise<void> {
  await make(checkout, 'test/packaged/package-once.ts', 'packageOnce')
  await make(checkout, 'electron/kiosk/build-parts.ts', 'buildKiosk')
}

async function make(checkout: string, file: string, name: string): Promise<void> {
  const script = `await (await import(process.argv[1]))[process.argv[2]](process.argv[3], () => {})`
  const of = [join(checkout, file), name, checkout]
  await once(
    spawn(process.execPath, ['--input-type=module', '-e', script, ...of], {
      cwd: checkout,
      stdio: 'ignore',
    }),
    'close',
  )
}

function secondsSince(beganMs: number): string {
  return ((performance.now() - beganMs) / 1_000).toFixed(0)
}

async function measureInTurn(some: readonly Measurement[]): Promise<void> {
  for (const measurement of some) await measureEach(measurement)
}

async function measureEach(measurement: Measurement): Promise<void> {
  const options = optionsOf(measurement)
  const [, other] = checkouts
  const each: string[] = []
  if (measurement.takesBeside === true && other !== undefined) {
    const both = await measure(measurement.name, [...options, '--beside', other], ROOT)
    each.push(both, asHere(both))
  } else {
    const asks = checkouts.map((checkout) => () => measure(measurement.name, options, checkout))
    if (measurement.company === 'alone') for (const ask of asks) each.push(await ask())
    else each.push(...(await Promise.all(asks.map((ask) => ask()))))
  }
  printed.set(nameOf(measurement), each)
}

function optionsOf({ whole, quick, quickBeside }: Measurement): readonly string[] {
  if (values.quick !== true || quick === null) return whole
  return checkouts.length > 1 ? (quickBeside ?? quick) : quick
}

/** What it printed of the other checkout, in the place of its own. */
function asHere(printed: string): string {
  return printed.replaceAll(/\b(here|beside)\b/g, (word) => (word === 'here' ? 'first' : 'here'))
}

function nameOf({ name, whole }: Measurement): string {
  return whole[0] === '--only' ? `${name} ${whole[1]}` : name
}

/**
 * Fails alone: the other measurements are asked all the same. What an older checkout does not know
 * yet stands last, and is left out for it.
 */
async function measure(
  name: string,
  options: readonly string[],
  checkout: string,
): Promise<string> {
  const beganMs = performance.now()
  const child = spawn(process.execPath, [join(checkout, 'test/bench/bench.ts'), name, ...options], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  })
  createInterface({ input: child.stderr }).on('line', passOn)
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === NOT_UNDERSTOOD && options.length > 2)
    return measure(name, options.slice(0, -2), checkout)
  say(`\n## ${[name, ...options].join(' ')} (${checkout}, ${secondsSince(beganMs)} s)\n${text}`)
  return text
}

/** What a service logs of its every receipt is for nobody who waits for a table. */
function passOn(line: string): void {
  if (!line.startsWith('{"level":"info"')) process.stderr.write(`${line}\n`)
}

function rowOf(wanted: Aim, each: readonly string[]): string {
  const { what, read, aim, unit, isAtLeast } = wanted
  const figures = each.map((text) => (text === '' ? null : read(text)))
  const [here = null] = figures
  const isMet = here !== null && (isAtLeast === true ? here >= aim : here <= aim)
  const verdict = here === null ? 'not measured' : isMet ? 'met' : whyNot(wanted, each[0] ?? '')
  const cells = figures.map((figure) => (figure === null ? '-' : `${round(figure)} ${unit}`))
  return `| ${[what, `${isAtLeast === true ? '>=' : '<='} ${aim} ${unit}`, ...cells, verdict].join(' | ')} |`
}

function whyNot({ limit, floor, unit }: Aim, printed: string): string {
  const least = floor?.read(printed) ?? null
  const told = least === null ? [] : [`${floor?.what}: ${round(least)} ${unit}`]
  return [limit ?? 'open', ...told].join('; ')
}

function round(figure: number): string {
  return figure.toFixed(figure < 10 ? 2 : 0)
}
