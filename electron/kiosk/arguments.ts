import { parseArgs } from 'node:util'
import { readCommand, refused, type Told } from '#shared/core/command-line.ts'

export interface StartArguments {
  readonly kiosk: boolean
  readonly opensWindow: boolean
  readonly port: number
  readonly dataDir: string | null
  readonly apiUrl: string | null
  /** A shop's till: in words, or by the address of its service. */
  readonly wantsShop: boolean
  /** A new folder asks whether to practise, as the installed program does; else it is practice. */
  readonly asksFirst: boolean
}

/** What was typed asks for help, or cannot be used; the message is what to tell. */
export class ArgumentsRefused extends Error {
  readonly code = 'ARGUMENTS_NOT_VALID'
  readonly told: Told
  constructor(told: Told) {
    super(told.text)
    this.told = told
  }
}

const USAGE = `npm start -- [--kiosk] [--no-open] [--port N] [--data DIR] [--shop] [--choose] [--api URL]
  --kiosk     abrir en el navegador de la máquina, sin Electron
  --no-open   no abrir ninguna ventana; solo escribir la dirección
  --port N    puerto local de la caja (0 = cualquiera libre)
  --data DIR  carpeta de datos
  --shop      la caja de una tienda, no la de práctica; lo que falta se completa en Ajustes
  --choose    en una carpeta nueva, preguntar si practicar o abrir la tienda propia
  --practice  en una carpeta nueva, la tienda de práctica (así parte npm start)
  --api URL   servicio de boletas remoto; su clave en Ajustes o en TILL_API_KEY`

const START = {
  usage: USAGE,
  options: {
    kiosk: { kind: 'flag' },
    'no-open': { kind: 'flag' },
    port: { kind: 'number', from: 0, to: 65_535, first: 0 },
    data: { kind: 'text' },
    api: { kind: 'text' },
    shop: { kind: 'flag' },
    choose: { kind: 'flag' },
    practice: { kind: 'flag' },
  },
} as const

/** Throws ArgumentsRefused. */
export async function parseStartArguments(argv: readonly string[]): Promise<StartArguments> {
  const asked = readCommand(parseArgs, START, argv)
  if (asked.kind === 'told') throw new ArgumentsRefused(asked)
  const { values } = asked
  if (values.api !== undefined && !(await isServiceUrl(values.api)))
    throw new ArgumentsRefused(
      refused(
        `--api debe ser una dirección https (o http hacia este mismo computador), no «${values.api}»`,
        '--api is an https address, or http to this very machine',
      ),
    )
  const isOther = values.shop || values.choose || values.api !== undefined
  // Whoever asked to practise must not find themselves selling, whatever else was said.
  if (values.practice && isOther)
    throw new ArgumentsRefused(
      refused(
        '--practice no se escribe junto a --shop, --api ni --choose',
        '--practice is not said with --shop, --api or --choose',
      ),
    )
  return {
    kiosk: values.kiosk,
    opensWindow: !values['no-open'],
    port: values.port,
    dataDir: values.data ?? null,
    apiUrl: values.api ?? null,
    wantsShop: values.shop || values.api !== undefined,
    asksFirst: values.choose,
  }
}

/**
 * Loaded when it is asked for: few starts have an address, and all of them wait for what is loaded.
 */
async function isServiceUrl(text: string): Promise<boolean> {
  return (await import('#till/settings/service-url.ts')).isServiceUrl(text)
}
