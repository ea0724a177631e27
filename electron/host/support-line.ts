/**
 * Support on the command line, the same for `npm run till --` and the installed `--support`. Ends 0
 * when done, 1 when refused, 2 when it was not understood, 3 when damage was found.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askSecret } from '#shared/core/ask-secret.ts'
import { notUnderstood, readCommand, tell, type Told } from '#shared/core/command-line.ts'
import { wordsOf } from '#shared/languages/core-words.ts'
import { refusalText } from '#shared/languages/refusals.ts'
import { DEFAULT_LANGUAGE } from '#shared/languages/languages.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { systemClock } from '#till/adapters/system.ts'
import {
  backUpTill,
  checkTill,
  exportTill,
  type Findings,
} from '#till/backup/durability/support-desk.ts'
import { withWitness } from '#till/backup/durability/identity/check-witness.ts'
import { readMachine } from '#till/backup/durability/identity/machine-print.ts'
import { createWitnessFiles, stateFolder } from '#till/backup/durability/identity/witness-files.ts'
import { leaveByHand, takeBackByHand } from '#till/backup/moving/by-hand.ts'
import { newOwnerPin } from '#till/backup/new-owner-pin.ts'
import { writeDiagnostics } from '#till/backup/support/diagnostics.ts'
import {
  copyByHand,
  copiesByHand,
  lookByHand,
  restoreByHand,
} from '#till/backup/support/by-hand.ts'
import { SupportRefused } from '#till/backup/support/trouble.ts'
import { defaultDataDir } from './machine.ts'
import { homeOf } from './beside-folders.ts'

const EXIT_REFUSED = 1
const EXIT_DAMAGED = 3

const usage = (program: string) => `${program} ORDEN [--data CARPETA]
  check [SELLO]              revisar la base de datos completa; no cambia nada. SELLO: el de un Z en papel,
                             para saber si estos datos lo contienen
  backup [--to CARPETA]      guardar un respaldo revisado; se puede con la caja abierta. Con --to: como copy
  export --out ARCHIVO       escribir todas las ventas legibles, una línea JSON por venta
  diagnose --to CARPETA      un archivo para soporte, sin claves, nombres, RUT ni correos
  copy [--to CARPETA]        segunda copia, sellada y comprobada; sin --to, donde va siempre
  copies --from CARPETA      las copias que hay ahí
  look RESPALDO              qué tiene un respaldo y qué hay aquí más nuevo; no cambia nada
  restore RESPALDO           volver a un respaldo; la caja debe estar cerrada y nada se borra
  leave --to CARPETA         llevar esta caja a otro computador, cerrada: queda en reposo, y restore la abre allá
  take-back                  volver a vender aquí, en duda, con el código; si se perdió: --rut RUT
  owner-pin                  un PIN nuevo para el dueño, que se escribe aquí; la caja debe estar cerrada
look y restore leen una copia con --from CARPETA; de otra tienda solo se restaura con --rut RUT.
El código de las copias va en --code CÓDIGO, o en MESON_CODE para que no quede en la historia.
Termina con 0 si se hizo, 1 si no, 2 si no se entendió la orden, 3 si encontró daños.`

interface SupportProgram {
  /** As it is typed: `npm run till --`, `meson-caja --support`. */
  readonly name: string
  readonly version: string
  readonly say: (line: string) => unknown
  readonly complain: (line: string) => unknown
  readonly askForPin: () => Promise<string>
  readonly environment: NodeJS.ProcessEnv
}

/** Over this process's own streams. Answers the exit code; never throws. */
export const supportHere = (argv: readonly string[], name: string, version: string) =>
  runSupport(argv, {
    name,
    version,
    say: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    askForPin,
    environment: process.env,
  })

async function askForPin(): Promise<string> {
  const typed = await askSecret(process, 'PIN nuevo del dueño: ')
  if (typed === null) throw new Error('sin cambios')
  return typed.trim()
}

async function runSupport(argv: readonly string[], program: SupportProgram) {
  try {
    return await obey(argv, program)
  } catch (error) {
    program.complain(sentenceOf(error))
    return EXIT_REFUSED
  }
}

interface Asked {
  readonly order: string
  readonly argument: string | undefined
  readonly dataDir: string
  readonly code: string | null
  readonly to?: string | undefined
  readonly from?: string | undefined
  readonly out?: string | undefined
  readonly rut?: string | undefined
}

async function obey(argv: readonly string[], program: SupportProgram): Promise<number> {
  const asked = read(argv, program)
  if ('kind' in asked) return tellOver(program, asked)
  const found = await ORDERS[asked.order]?.({ ...program, asked, at: systemClock.now() })
  if (found === undefined) return tellOver(program, notUnderstood(asked.order))
  for (const sentence of found.sentences) program.say(sentence)
  return found.isWhole ? 0 : EXIT_DAMAGED
}

function tellOver({ say, complain }: SupportProgram, told: Told): number {
  const line = (write: (text: string) => unknown) => ({
    write: (text: string) => write(text.trim()),
  })
  return tell(told, { stdout: line(say), stderr: line(complain) })
}

const OPTIONS = {
  data: { kind: 'text' },
  to: { kind: 'text' },
  from: { kind: 'text' },
  out: { kind: 'text' },
  rut: { kind: 'text' },
  code: { kind: 'text' },
} as const
/** A seal has spaces on its paper. */
const WORDS_MAX = 100

function read(
  argv: readonly string[],
  { name, environment }: Pick<SupportProgram, 'name' | 'environment'>,
): Asked | Told {
  const command = { usage: usage(name), options: OPTIONS, wordsMax: WORDS_MAX }
  const told = readCommand(parseArgs, command, argv)
  if (told.kind === 'told') return told
  const { data, code, ...options } = told.values
  const [order = '', first, ...rest] = told.words
  if (order === 'help') return { kind: 'told', isHelp: true, text: command.usage }
  const [argument, ...more] =
    order === 'check' && first !== undefined ? [[first, ...rest].join(' ')] : [first, ...rest]
  const asked = {
    ...options,
    order,
    argument,
    dataDir: homeOf(resolve(data ?? defaultDataDir())),
    code: code ?? (environment['MESON_CODE'] || null),
  }
  return more.length === 0 && isUnderstood(asked) ? asked : notUnderstood(argv.join(' '))
}

/** Which order wants an argument, and which option it cannot do without. */
function isUnderstood({ order, argument, out, to, from }: Asked): boolean {
  if (order === 'look' || order === 'restore') return argument !== undefined
  if (argument !== undefined) return order === 'check'
  if (order === 'export') return out !== undefined
  if (order === 'diagnose') return to !== undefined
  if (order === 'copies') return from !== undefined
  if (order === 'leave') return to !== undefined
  return ['check', 'backup', 'copy', 'take-back', 'owner-pin'].includes(order)
}

interface Order extends SupportProgram {
  readonly asked: Asked
  readonly at: EpochMs
}

const copied = async ({ asked: { dataDir, to, code }, at }: Order) =>
  whole(await copyByHand({ dataDir, to: full(to), code, at }))
const sourceOf = ({ asked: { dataDir, argument = '', from, code }, at }: Order) => ({
  ...{ dataDir, name: argument, from: full(from), code, at },
})

const ORDERS: Readonly<Record<string, (order: Order) => Promise<Findings> | Findings>> = {
  check: ({ asked: { dataDir, argument = null } }) =>
    withWitness(checkTill(dataDir, argument), dataDir, stateFolder()),
  export: ({ asked: { dataDir, out = '' } }) => exportTill(dataDir, out),
  // What leaves the machine is sealed, whatever it is called.
  backup: (order) =>
    order.asked.to === undefined ? whole(backUpTill(order.asked.dataDir, order.at)) : copied(order),
  diagnose: ({ asked: { dataDir, to }, version, at }) =>
    whole([writeDiagnostics({ dataDir, folder: full(to) ?? dataDir, version, at }).file]),
  copy: copied,
  copies: ({ asked: { dataDir, from, code } }) =>
    whole(copiesByHand({ dataDir, from: full(from) ?? '', code })),
  leave: async ({ asked: { dataDir, to }, say, at }) =>
    whole(
      await leaveByHand({
        ...{ dataDir, to: full(to) ?? '', at, onCode: tellCode(say) },
        retire: createWitnessFiles(stateFolder(), readMachine).retire,
      }),
    ),
  'take-back': async ({ asked: { dataDir, code, rut = null }, at }) =>
    whole(await takeBackByHand({ dataDir, at, code, lostRut: rut })),
  'owner-pin': async ({ asked: { dataDir }, askForPin }) =>
    whole(await newOwnerPin(dataDir, await askForPin(), systemClock)),
  look: async (order) => whole(await lookByHand(sourceOf(order))),
  restore: async (order) =>
    whole(await restoreByHand({ ...sourceOf(order), rut: order.asked.rut ?? null })),
}

const tellCode = (say: SupportProgram['say']) => (code: string) =>
  void say(`CÓDIGO, anótelo ahora; sin él la copia no se abre: ${code}`)
const whole = (sentences: readonly string[]): Findings => ({ isWhole: true, sentences })
const full = (path: string | undefined) => (path === undefined ? null : resolve(path))

/** The version's own program tells its errors; support reads the code and the sentence. */
function sentenceOf(error: unknown): string {
  if (error instanceof SupportRefused)
    return `${error.refusal.code}: ${refusalText(error.refusal, wordsOf(DEFAULT_LANGUAGE))}`
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  return `${code ?? 'ERROR'}: ${error.message}`
}
