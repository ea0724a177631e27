/**
 * The words a till in Electron is started with. From the sources, Electron's and Chromium's own are
 * left alone; an installed till takes no others (`known-words.ts`). A till that does not understand
 * where its data are must not open another one, and no receipt goes to an address anybody can
 * listen at.
 */
import { resolve } from 'node:path'
import { isServiceUrl } from '#till/settings/service-url.ts'

/** Names the word; the sentence is for whoever started the till. */
export class WordsRefused extends Error {
  readonly code = 'START_WORDS_NOT_VALID'
}

export interface StartWords {
  /** As it was given; null when nobody said. */
  readonly dataDir: string | null
  readonly apiUrl: string | null
  readonly isKiosk: boolean
  readonly wantsShop: boolean
  /** A new folder asks on its screen whether to practise: as installed, unless somebody said. */
  readonly asksFirst: boolean
  /** To be said at the next start, from whichever folder that begins. */
  readonly again: readonly string[]
}

/** All it understands; a valued one is followed by its value, or holds it behind `=`. */
export const START_WORDS = {
  valued: ['--data', '--api'],
  flags: ['--kiosk', '--shop', '--choose', '--practice'],
} as const

/** Throws WordsRefused. `argv` with the program itself in front. */
export function startWordsOf(argv: readonly string[], isInstalled = false): StartWords {
  const words = argv.slice(1)
  const dataDir = valueOf('--data', words)
  const apiUrl = valueOf('--api', words)
  if (apiUrl !== null && !isServiceUrl(apiUrl))
    throw new WordsRefused(
      `--api debe ser una dirección https (o http hacia este mismo computador), no «${apiUrl}».`,
    )
  const said: readonly string[] = START_WORDS.flags.filter((word) => words.includes(word))
  const isOther = apiUrl !== null || said.includes('--shop') || said.includes('--choose')
  // Whoever asked to practise must not find themselves selling, whatever else was said.
  if (said.includes('--practice') && isOther)
    throw new WordsRefused('--practice no se escribe junto a --shop, --api ni --choose.')
  return {
    dataDir,
    apiUrl,
    isKiosk: said.includes('--kiosk'),
    wantsShop: apiUrl !== null || said.includes('--shop'),
    asksFirst: said.includes('--choose') || (isInstalled && !said.includes('--practice')),
    again: [
      ...(dataDir === null ? [] : ['--data', resolve(dataDir)]),
      ...(apiUrl === null ? [] : ['--api', apiUrl]),
      ...said,
    ],
  }
}

/** `--data DIR` or `--data=DIR`. */
function valueOf(option: string, words: readonly string[]): string | null {
  const given = words.flatMap((word, at) => {
    if (word === option) return [words[at + 1] ?? '']
    return word.startsWith(`${option}=`) ? [word.slice(option.length + 1)] : []
  })
  const [value = null] = given
  if (given.length > 1 || value === '' || value?.startsWith('--') === true)
    throw new WordsRefused(`${option} se escribe una vez y con su valor: ${option} VALOR.`)
  return value
}
