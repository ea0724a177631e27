/** Opens the till at sign-in, if the owner wants it: the system's own list, or a file on Linux. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

interface LoginItems {
  setLoginItemSettings(settings: { openAtLogin: boolean; args?: string[] }): void
}

export interface StartFacts {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly execPath: string
  /** With which the till was started and is to be started again. */
  readonly args: readonly string[]
}

const FILE = 'meson-caja.desktop'
/** A file without it was written by somebody else, and stays. */
const MARK = 'X-Meson-Autostart=true'

/** Throws when the file cannot be written. */
export function startWithSystem(isWanted: boolean, app: LoginItems, facts: StartFacts): void {
  const { platform, args } = facts
  if (platform !== 'linux')
    return app.setLoginItemSettings({
      openAtLogin: isWanted,
      args: args.map((word) => (platform === 'win32' ? windowsWord(word) : word)),
    })
  const file = autostartFile(facts.env)
  const present = readIfThere(file)
  if (present !== null && !present.includes(MARK)) return
  if (!isWanted) return rmSync(file, { force: true })
  const text = desktopEntry(facts)
  if (present === text) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

export function autostartFile(env: NodeJS.ProcessEnv): string {
  const given = env['XDG_CONFIG_HOME'] ?? ''
  const config = isAbsolute(given) ? given : join(env['HOME'] ?? homedir(), '.config')
  return join(config, 'autostart', FILE)
}

/** An AppImage is mounted elsewhere at each start: it is started by its own file. */
function desktopEntry({ env, execPath, args }: StartFacts): string {
  const words = [env['APPIMAGE'] ?? execPath, ...args]
  if (/[\r\n]/.test(words.join(''))) throw new Error('a word with a line break cannot be written')
  return `[Desktop Entry]
Type=Application
Name=Mesón
Comment=La caja
Exec=${words.map(execWord).join(' ')}
Icon=meson-caja
Terminal=false
${MARK}
`
}

/** As the Desktop Entry Specification quotes: once for the string, once for the command. */
function execWord(word: string): string {
  const quoted = word.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')
  return `"${quoted.replaceAll('\\', '\\\\')}"`
}

/**
 * Electron writes the words one behind the other: a folder with a space would be two, and another
 * till would open. A backslash before a quotation mark is doubled, as Windows reads them.
 */
function windowsWord(word: string): string {
  return `"${word.replace(/(\\*)"/g, String.raw`$1$1\"`).replace(/\\+$/, '$&$&')}"`
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
