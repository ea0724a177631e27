/** `npm run kiosk:install`: lets the system start the kiosk when the user signs in. */
import { mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { parseArgs } from 'node:util'
import { readCommand, refused } from '#shared/core/command-line.ts'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { writeDurably } from '#till/kernel/durable-files.ts'
import { POLICY_TEXT, policyFiles, writePolicy } from './browser-policy.ts'
import { ArgumentsRefused, parseStartArguments } from './arguments.ts'
import { isUntouched, systemdUnit, unwritableWord, windowsStartup } from './startup-file.ts'

interface InstallPlace {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly nodeFile: string
  readonly rootDir: string
  /** `/`, but for tests. */
  readonly systemRoot?: string
}

export class InstallRefused extends Error {
  readonly code: 'STARTUP_FILE_CHANGED' | 'STARTUP_NOT_KNOWN_HERE'
  constructor(code: InstallRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

const USAGE = `npm run kiosk:install -- [--dry-run] [--force] [--port N] [--data DIR] [--shop] [--api URL]
npm run kiosk:install -- --policy`

/**
 * Answers what to tell the person. `--dry-run` writes nothing and answers the file itself. Throws
 * ArgumentsRefused or InstallRefused with a sentence.
 */
export async function installKiosk(argv: readonly string[], place: InstallPlace): Promise<string> {
  // Alone, for an administrator: the start-up file is its user's.
  if (argv.length === 1 && argv[0] === '--policy') return writePolicy(place)
  const help = readCommand(parseArgs, { usage: USAGE, options: {} }, argv)
  if (help.kind === 'told' && help.isHelp) throw new ArgumentsRefused(help)
  const args = await startWords(argv.filter((word) => word !== '--dry-run' && word !== '--force'))
  const facts = { nodeFile: place.nodeFile, rootDir: place.rootDir, args }
  const bad = unwritableWord([facts.nodeFile, facts.rootDir, ...args], place.platform)
  if (bad !== null)
    throw new ArgumentsRefused(
      refused(
        `${JSON.stringify(bad)} tiene comillas o saltos de línea, que no se pueden escribir en el archivo de inicio`,
        'it has quotes or line breaks, which a start-up file cannot carry',
      ),
    )
  const { file, text, next } = startupOf(facts, place)
  if (argv.includes('--dry-run'))
    return `# ${file}\n${text}\n# ${policyFiles(place).join('\n# ')}\n${POLICY_TEXT}`
  const found = readIfThere(file)
  if (found === text) return `Ya estaba escrito (already there): ${file}\n${next}`
  if (found !== null && !isUntouched(found) && !argv.includes('--force'))
    throw new InstallRefused(
      'STARTUP_FILE_CHANGED',
      `${file} se cambió a mano y queda como está; --force lo reemplaza. ` +
        'It was changed by hand and stays as it is; --force replaces it.',
    )
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeDurably(file, text)
  return `Escrito (written): ${file}\n${next}\n${writePolicy(place)}`
}

/** What `npm start` would take, with a folder that does not depend on where it is started. */
async function startWords(words: readonly string[]): Promise<string[]> {
  const start = await parseStartArguments(words)
  return [
    ...(start.opensWindow ? [] : ['--no-open']),
    ...(start.port === 0 ? [] : ['--port', String(start.port)]),
    ...(start.dataDir === null ? [] : ['--data', resolve(start.dataDir)]),
    ...(start.apiUrl === null ? [] : ['--api', start.apiUrl]),
    ...(start.wantsShop ? ['--shop'] : []),
  ]
}

function startupOf(
  facts: Parameters<typeof systemdUnit>[0],
  { platform, env }: InstallPlace,
): { readonly file: string; readonly text: string; readonly next: string } {
  if (platform === 'win32') {
    const roaming = env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming')
    const startup = join(roaming, 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Startup')
    return {
      file: join(startup, 'Meson.cmd'),
      text: windowsStartup(facts),
      next: 'La caja se abre al iniciar sesión. The till opens when you sign in.',
    }
  }
  if (platform !== 'linux')
    throw new InstallRefused(
      'STARTUP_NOT_KNOWN_HERE',
      'En este sistema, agregue a mano la caja a los programas de inicio: npm start -- --kiosk. ' +
        'On this system add the till to the login items by hand: npm start -- --kiosk.',
    )
  const given = env['XDG_CONFIG_HOME'] ?? ''
  const config = isAbsolute(given) ? given : join(env['HOME'] ?? homedir(), '.config')
  return {
    file: join(config, 'systemd', 'user', 'meson-caja.service'),
    text: systemdUnit(facts),
    next:
      'Para que se abra al iniciar sesión (to open it when you sign in):\n' +
      '  systemctl --user daemon-reload && systemctl --user enable --now meson-caja',
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
