/**
 * What tells this machine from another: prints of the installed system and of the hardware, by ways
 * that need no rights and no program of ours. Where a way is missing the others count alone.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment } from '#shared/core/child-environment.ts'
import type { MachinePrint } from '#shared/backup/witness.ts'

/** A machine that does not answer so soon is known by what else it says. */
const ASK_MS = 3_000
const PARTS_MAX = 8
const PRINT_CHARS = 16
const NETWORK_CARDS = '/sys/class/net'
/** Of an address that a driver or a container made up: another at the next start. */
const MADE_UP = 0x02

export async function readMachine(platform = process.platform): Promise<MachinePrint> {
  if (platform === 'linux') return linuxPrint('/')
  if (platform === 'darwin')
    return macPrint(await answerOf('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']))
  if (platform !== 'win32') return { system: null, parts: [] }
  const query = (key: string, name: string) => answerOf('reg', ['query', key, '/v', name])
  const [system, hardware] = await Promise.all([
    query('HKLM\\SOFTWARE\\Microsoft\\Cryptography', 'MachineGuid'),
    query('HKLM\\SYSTEM\\HardwareConfig', 'LastConfig'),
  ])
  return windowsPrint(system, hardware)
}

/** `root`: another for tests. */
export function linuxPrint(root: string): MachinePrint {
  const system = ['etc/machine-id', 'var/lib/dbus/machine-id']
    .map((file) => textOf(join(root, file)))
    .find((text) => text !== '')
  return { system: printOf(system), parts: cardsIn(join(root, NETWORK_CARDS)) }
}

/** Cards that are hardware, by the address they were made with. */
function cardsIn(folder: string): string[] {
  const cards = existsSync(folder) ? readdirSync(folder) : []
  const addresses = cards
    .filter((card) => existsSync(join(folder, card, 'device')))
    .map((card) => textOf(join(folder, card, 'address')))
    .filter((address) => /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(address) && !/^[0:]*$/.test(address))
    .filter((address) => (Number.parseInt(address.slice(0, 2), 16) & MADE_UP) === 0)
  return [...new Set(addresses)]
    .sort()
    .slice(0, PARTS_MAX)
    .flatMap((text) => printOf(text) ?? [])
}

/** The system's own number is the hardware's there. */
export function macPrint(said: string): MachinePrint {
  const uuid = /"IOPlatformUUID" = "([0-9A-F-]{36})"/.exec(said)?.[1]
  return { system: printOf(uuid), parts: [printOf(uuid)].filter((part) => part !== null) }
}

export function windowsPrint(system: string, hardware: string): MachinePrint {
  const valueIn = (said: string) => /REG_SZ\s+(\S+)/.exec(said)?.[1]
  return {
    system: printOf(valueIn(system)),
    parts: [printOf(valueIn(hardware))].filter((part) => part !== null),
  }
}

function printOf(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  return createHash('sha256').update(`meson ${text}`).digest('hex').slice(0, PRINT_CHARS)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().toLowerCase()
  } catch {
    return ''
  }
}

/** Nothing where the program is missing, refuses or takes too long. */
async function answerOf(program: string, words: readonly string[]): Promise<string> {
  try {
    const env = childEnvironment(process.env) as NodeJS.ProcessEnv
    const options = { timeout: ASK_MS, windowsHide: true, env }
    return (await promisify(execFile)(program, [...words], options)).stdout
  } catch {
    return ''
  }
}
