import { parseArgs } from 'node:util'
import { badOption, badOptionText } from '#host/said-once.ts'

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

/** What was typed cannot be used; the message says what to type instead. */
export class ArgumentsRefused extends Error {
  readonly code = 'ARGUMENTS_NOT_VALID'
}

export const USAGE = `npm start -- [--kiosk] [--no-open] [--port N] [--data DIR] [--shop] [--choose] [--api URL]
  --kiosk     abrir en el navegador de la máquina, sin Electron
  --no-open   no abrir ninguna ventana; solo escribir la dirección
  --port N    puerto local de la caja (0 = cualquiera libre)
  --data DIR  carpeta de datos
  --shop      la caja de una tienda, no la de práctica; lo que falta se completa en Ajustes
  --choose    en una carpeta nueva, preguntar si practicar o abrir la tienda propia
  --practice  en una carpeta nueva, la tienda de práctica (así parte npm start)
  --api URL   servicio de boletas remoto; su clave en Ajustes o en TILL_API_KEY`

export async function parseStartArguments(argv: readonly string[]): Promise<StartArguments> {
  const values = parse(argv)
  const port = Number(values.port ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ArgumentsRefused(
      `--port debe ser un número entre 0 y 65535, no «${values.port}».\n${USAGE}`,
    )
  }
  if (values.api !== undefined && !(await isServiceUrl(values.api))) {
    throw new ArgumentsRefused(
      `--api debe ser una dirección https (o http hacia esta misma máquina), no «${values.api}».\n${USAGE}`,
    )
  }
  const isOther = values.shop === true || values.choose === true || values.api !== undefined
  // Whoever asked to practise must not find themselves selling, whatever else was said.
  if (values.practice === true && isOther)
    throw new ArgumentsRefused(
      `--practice no se escribe junto a --shop, --api ni --choose.\n${USAGE}`,
    )
  return {
    kiosk: values.kiosk ?? false,
    opensWindow: !(values['no-open'] ?? false),
    port,
    dataDir: values.data ?? null,
    apiUrl: values.api ?? null,
    wantsShop: values.shop === true || values.api !== undefined,
    asksFirst: values.choose ?? false,
  }
}

/**
 * Loaded when it is asked for: few starts have an address, and all of them wait for what is loaded.
 */
async function isServiceUrl(text: string): Promise<boolean> {
  return (await import('#till/settings/service-url.ts')).isServiceUrl(text)
}

function parse(argv: readonly string[]) {
  const { values, tokens } = parsed(argv)
  const bad = badOption(tokens)
  if (bad !== null) throw new ArgumentsRefused(`${badOptionText(bad)}\n${USAGE}`)
  return values
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      tokens: true,
      options: {
        kiosk: { type: 'boolean' },
        'no-open': { type: 'boolean' },
        port: { type: 'string' },
        data: { type: 'string' },
        api: { type: 'string' },
        shop: { type: 'boolean' },
        choose: { type: 'boolean' },
        practice: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new ArgumentsRefused(
      `${error instanceof Error ? error.message : String(error)}\n${USAGE}`,
    )
  }
}
