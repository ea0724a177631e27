/**
 * `npm run till -- backup|restore|check|export|owner-pin`: for support. Ends 0 when done, 1 when
 * refused, 2 when damage was found.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultDataDir } from '#host/machine.ts'
import { systemClock } from '#till/adapters/system.ts'
import {
  backUpTill,
  checkTill,
  exportTill,
  restoreTill,
  type Findings,
} from '#till/durability/support-desk.ts'
import { newOwnerPin } from '#till/staff/new-owner-pin.ts'

const USAGE = `npm run till -- ORDEN [--data CARPETA]
  backup [--to CARPETA]  guardar un respaldo revisado; se puede con la caja abierta
  restore RESPALDO       volver a un respaldo; la caja debe estar cerrada y nada se borra
  check                  revisar la base de datos completa; no cambia nada
  export --out ARCHIVO   escribir todas las ventas legibles, una línea JSON por venta
  owner-pin              un PIN nuevo para el dueño, que se escribe aquí; la caja debe estar cerrada`

const EXIT_REFUSED = 1
const EXIT_DAMAGED = 2
const CTRL_C = '\u0003'
const ERASES: readonly string[] = ['\u0008', '\u007f']
const TYPED_CHARS_MAX = 100

process.umask(0o077)
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = EXIT_REFUSED
}

async function run(argv: readonly string[]): Promise<number> {
  const {
    positionals: [order, argument, ...rest],
    values,
  } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { data: { type: 'string' }, to: { type: 'string' }, out: { type: 'string' } },
  })
  const dataDir = resolve(values.data ?? defaultDataDir())
  if (rest.length > 0) return refuseUsage()
  if (order === 'backup' && argument === undefined)
    return say(backUpTill(dataDir, values.to ?? null, systemClock.now()))
  if (order === 'restore' && argument !== undefined)
    return say(restoreTill(dataDir, argument, systemClock.now()))
  if (order === 'check' && argument === undefined) return sayFindings(checkTill(dataDir))
  if (order === 'export' && argument === undefined && values.out !== undefined)
    return sayFindings(exportTill(dataDir, values.out))
  if (order === 'owner-pin' && argument === undefined)
    return say(await newOwnerPin(dataDir, await askForPin(), systemClock))
  return refuseUsage()
}

/** Never in the command line, where other users read it and the shell keeps it. */
async function askForPin(): Promise<string> {
  const { stdin, stderr } = process
  stderr.write('PIN nuevo del dueño: ')
  if (stdin.isTTY) stdin.setRawMode(true)
  let typed = ''
  try {
    for await (const piece of stdin.setEncoding('utf8') as AsyncIterable<string>) {
      if (piece.includes(CTRL_C)) throw new Error('sin cambios')
      for (const key of piece) typed = ERASES.includes(key) ? typed.slice(0, -1) : typed + key
      if (/[\r\n]/.test(piece) || typed.length > TYPED_CHARS_MAX) break
    }
  } finally {
    if (stdin.isTTY) stdin.setRawMode(false)
    stderr.write('\n')
  }
  return typed.split(/[\r\n]/)[0]?.trim() ?? ''
}

function say(sentences: readonly string[]): number {
  process.stdout.write(`${sentences.join('\n')}\n`)
  return 0
}

function sayFindings({ isWhole, sentences }: Findings): number {
  say(sentences)
  return isWhole ? 0 : EXIT_DAMAGED
}

function refuseUsage(): number {
  process.stderr.write(`${USAGE}\n`)
  return EXIT_REFUSED
}

/** Support reads the sentence; the code in front is what they search for. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'))
    return `${error.message}\n${USAGE}`
  return `${code ?? 'ERROR'}: ${error.message}`
}
