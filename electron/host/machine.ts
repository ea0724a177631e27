import type { Log } from '#shared/core/ports.ts'
import { homedir } from 'node:os'
import { join } from 'node:path'

export type { Log }

/** The folder the operating system gives programs for their data. */
export function defaultDataDir(): string {
  if (process.platform === 'win32')
    return join(process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Meson')
  if (process.platform === 'darwin')
    return join(homedir(), 'Library', 'Application Support', 'Meson')
  return join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'meson')
}

/**
 * Where the installed program kept its data before both hosts shared a folder: only on Linux, the
 * other systems take the old name and the new one for the same.
 */
export function olderDataDirs(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): readonly string[] {
  if (platform !== 'linux') return []
  const config = env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
  return ['meson', 'Mesón'].map((name) => join(config, name))
}

/**
 * On stdout or stderr, to whoever listens: a terminal is closed, and a system's journal begun anew,
 * while the till goes on selling.
 */
export function sayOn(stream: NodeJS.WriteStream, line: string): void {
  if (stream.listenerCount('error') === 0) stream.on('error', () => {})
  stream.write(`${line}\n`)
}

/** One JSON line an event on stderr, answered too; stdout belongs to the ready line. */
export const logToStderr = (...[message, detail]: Parameters<Log>): string => {
  const line = JSON.stringify({ at: new Date().toISOString(), message, ...detail })
  sayOn(process.stderr, line)
  return line
}

/**
 * The service's key as it comes from the environment, where files end with a line and a variable
 * may be set to nothing.
 */
export function keyOf(environment: NodeJS.ProcessEnv): string | null {
  const key = environment['TILL_API_KEY']?.trim() ?? ''
  return key === '' ? null : key
}
