/**
 * The installed till takes its own words and no others. Chromium and Node have hundreds of
 * switches, with one dash, two, or a slash, in capitals where the system does not mind; some let
 * another program steer the window, weaken it or send it through a stranger's proxy, and each
 * version brings new ones. So the known ones are listed, and nothing has to be known of the rest.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { START_WORDS } from './start-words.ts'

/** Said by the installer of Windows when it starts the till after an update. */
const OF_INSTALLER = '--updated'
/**
 * Said by the AppImage's own launcher where the system gives programs no namespace of their own: a
 * till without its sandbox does not open there either.
 */
const OF_APPIMAGE = '--no-sandbox'

/**
 * The first word that may be a switch of somebody else's, or null. A value is looked at as well:
 * Chromium does not know that `--data` takes one.
 */
export function strangeWordIn(
  argv: readonly string[],
  { platform }: Pick<NodeJS.Process, 'platform'>,
): string | null {
  const known = [...START_WORDS.flags, ...START_WORDS.valued, OF_INSTALLER]
  // A path begins with a slash where no switch does.
  const isSwitch = (word: string) =>
    /^\s*[-\u2010-\u2015]/.test(word) || (platform === 'win32' && /^\s*\//.test(word))
  const isKnown = (word: string) =>
    known.includes(word) || START_WORDS.valued.some((name) => word.startsWith(`${name}=`))
  return argv.slice(1).find((word) => isSwitch(word) && !isKnown(word)) ?? null
}

/** Nobody typed it: whoever pressed the AppImage reads no terminal, and is told in a box. */
export const isOfLauncher = (word: string, { env }: Pick<NodeJS.Process, 'env'>): boolean =>
  word === OF_APPIMAGE && Boolean(env['APPIMAGE'])

export const NO_NAMESPACES =
  'Este Linux no deja que la caja se aísle (faltan «unshare» o los «user namespaces»), y sin eso ' +
  'no se abre. En Debian, Ubuntu o Mint instale el archivo .deb; en los demás, permítalos. / ' +
  'This Linux does not let the till isolate itself (“unshare” or user namespaces are missing), and ' +
  'without that it does not open. On Debian, Ubuntu or Mint install the .deb; elsewhere allow them.'

/** Both languages: nothing of the till's settings is read yet. */
export const strangeWordText = (word: string) =>
  `La caja no conoce «${word}» y no se abre. The till does not know it and does not open.`

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
