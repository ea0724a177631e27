/** What a text of the manual is made of: its own words, and words of the screen by their keys. */
import type { ManualPage } from '../i18n/manual-page.ts'

type Piece =
  | { readonly text: string }
  /** What a button or a field says, and the action whose key it has. */
  | { readonly label: string; readonly action: string | null }
  /** A sentence the program says. */
  | { readonly said: string }

const NAMED = /([«‹])([\w.-]+)(?: (\w+))?[»›]/
const OF_ACTIONS = 'actions.'

export function piecesOf(text: string): Piece[] {
  const found = NAMED.exec(text)
  if (found === null) return text === '' ? [] : [{ text }]
  const [whole, mark, key = '', named] = found
  const own = key.startsWith(OF_ACTIONS) ? key.slice(OF_ACTIONS.length) : null
  const before = text.slice(0, found.index)
  return [
    ...(before === '' ? [] : [{ text: before }]),
    mark === '«' ? { label: key, action: named ?? own } : { said: key },
    ...piecesOf(text.slice(found.index + whole.length)),
  ]
}

/** As it reads aloud. */
export function plainText(text: string, word: (key: string) => string): string {
  return piecesOf(text)
    .map((piece) => {
      if ('text' in piece) return piece.text
      return 'said' in piece ? word(piece.said) : `«${word(piece.label)}»`
    })
    .join('')
}

/** Everything a page says. */
export const textsOf = ({ title, lead, steps, notes = [] }: ManualPage): readonly string[] => [
  title,
  lead,
  ...steps,
  ...notes,
]
