/** What the system reads to start the kiosk when somebody signs in. Pure: text from facts. */
import { createHash } from 'node:crypto'
import { MEMORY_ENVIRONMENT, NODE_MEMORY_FLAGS } from '#host/node-service.ts'

interface StartupFacts {
  readonly nodeFile: string
  /** The folder of the program, absolute. */
  readonly rootDir: string
  /** What `npm start` is given besides --kiosk. */
  readonly args: readonly string[]
}

/** A file that still ends as it was written was changed by nobody. */
const MARK = 'meson sha256 '

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export function isUntouched(text: string): boolean {
  const at = text.lastIndexOf('\n', text.length - 2) + 1
  const [, digest] = /^(?:#|rem) meson sha256 ([0-9a-f]{64})\r?\n$/.exec(text.slice(at)) ?? []
  return digest !== undefined && digest === sha256(text.slice(0, at))
}

/**
 * A unit of the user's own systemd. Only the till is asked to stop, which ends its window and its
 * service in order; a till that is closed by hand is not started again, one that falls is.
 */
export function systemdUnit({ nodeFile, rootDir, args }: StartupFacts): string {
  const start = `${rootDir}/electron/kiosk/start.js`
  const words = [nodeFile, ...NODE_MEMORY_FLAGS, start, '--kiosk', ...args]
  const environment = Object.entries(MEMORY_ENVIRONMENT).map(
    ([name, value]) => `Environment=${name}=${value}`,
  )
  const body = `[Unit]
Description=Meson, la caja
PartOf=graphical-session.target
After=graphical-session.target
StartLimitIntervalSec=120
StartLimitBurst=5

[Service]
Type=simple
WorkingDirectory=${rootDir.replaceAll('%', '%%')}
${environment.join('\n')}
ExecStart=${words.map(systemdWord).join(' ')}
Restart=on-failure
RestartSec=5
KillMode=mixed
TimeoutStopSec=30
UMask=0077
NoNewPrivileges=yes
ProtectSystem=full

[Install]
WantedBy=graphical-session.target
`
  return `${body}# ${MARK}${sha256(body)}\n`
}

/** systemd.syntax(7): quotes and backslashes; `%` begins a specifier, `$` a variable. */
function systemdWord(word: string): string {
  const escaped = word
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')
  return `"${escaped}"`
}

/** For the user's start-up folder of Windows; cmd reads it in UTF-8 after the first line. */
export function windowsStartup({ nodeFile, rootDir, args }: StartupFacts): string {
  const start = `${rootDir}\\electron\\kiosk\\start.js`
  const words = [nodeFile, ...NODE_MEMORY_FLAGS, start, '--kiosk', ...args]
  const lines = [
    '@chcp 65001 >nul',
    `@cd /d ${cmdWord(rootDir)}`,
    `@start "Meson" /min ${words.map(cmdWord).join(' ')}`,
    '',
  ]
  const body = lines.join('\r\n')
  return `${body}rem ${MARK}${sha256(body)}\r\n`
}

/** What is started takes a quotation mark behind a backslash for one of its own. */
const cmdWord = (word: string) => `"${word.replaceAll('%', '%%').replace(/\\+$/, '$&$&')}"`

/** A word no start-up file can carry, or null. A quote has no way to be written in cmd. */
export function unwritableWord(words: readonly string[], platform: NodeJS.Platform): string | null {
  const isBad = (word: string) =>
    [...word].some((character) => character < ' ' || character === '\u007f') ||
    (platform === 'win32' && word.includes('"'))
  return words.find(isBad) ?? null
}
