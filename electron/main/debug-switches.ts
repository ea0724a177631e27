/** Doors for programs that steer a browser: the installed till is started with none of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DEBUG_SWITCH = /^--(remote-debugging-(port|pipe|address|targets)|inspect(-[a-z-]+)?)(=|$)/

/** The first such word of a command line, or null. */
export function debugSwitchIn(argv: readonly string[]): string | null {
  return argv.find((word) => DEBUG_SWITCH.test(word)) ?? null
}

/**
 * A package that the release workflow makes for the packaged stories and never publishes. It says
 * so in the archive, which the binary checks as a whole.
 */
export function isMadeToBeSteered(appDir: string): boolean {
  const { steered } = JSON.parse(readFileSync(join(appDir, 'package.json'), 'utf8')) as {
    readonly steered?: unknown
  }
  return steered === true
}
