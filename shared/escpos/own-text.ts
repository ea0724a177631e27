/**
 * Lines in a printer's own letters, for the test page: which code page shows them right is told by
 * looking.
 */
import type { EscposCommand } from './command.ts'

const LETTERS = 'áéíóúñÑ'
/** The same in the old code pages, which agree in these. */
const OLD_CODES: Readonly<Record<string, number>> = {
  á: 0xa0,
  é: 0x82,
  í: 0xa1,
  ó: 0xa2,
  ú: 0xa3,
  ñ: 0xa4,
  Ñ: 0xa5,
}

const PAGES = [
  { codePage: 0, name: 'PC437', codeOf: (letter: string) => OLD_CODES[letter] },
  { codePage: 2, name: 'PC850', codeOf: (letter: string) => OLD_CODES[letter] },
  { codePage: 16, name: 'WPC1252', codeOf: (letter: string) => letter.charCodeAt(0) },
] as const

export function codePageLines(): Extract<EscposCommand, { kind: 'own-text' }>[] {
  return PAGES.map(({ codePage, name, codeOf }) => {
    const text = [...`${name} (ESC t ${codePage}): ${LETTERS}`].map((letter) =>
      letter < '\x80' ? letter.charCodeAt(0) : (codeOf(letter) ?? 0x3f),
    )
    return { kind: 'own-text', codePage, text: Uint8Array.from(text) }
  })
}
