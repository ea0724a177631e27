/**
 * What a typed text names among the products found for it: an exact code, an exact name, or the
 * only hit that is no guess. Everything else has to be picked by hand, for a guess that Enter sells
 * is another product on the customer's receipt.
 */
import type { ProductView } from './product.ts'
import { fold, nameWords, searchWords } from './search-words.ts'

type Named = Pick<ProductView, 'name' | 'code'>

type Typed =
  /** Its place among the products found. */
  | { readonly names: 'one'; readonly at: number }
  /** More than one is begun by what is typed. */
  | { readonly names: 'several' }
  /** What was found only resembles it. */
  | { readonly names: 'none' }

export function typedProduct(text: string, found: readonly Named[]): Typed {
  const asked = fold(text.trim())
  const words = searchWords(text)
  if (words.length === 0) return { names: 'none' }
  const isSameName = ({ name }: Named) => searchWords(name).join(' ') === words.join(' ')
  return (
    only(found, ({ code }) => fold(code) === asked) ??
    only(found, ({ name }) => fold(name.trim()) === asked) ??
    only(found, isSameName) ??
    begun(words, /^\d+$/.test(asked), found)
  )
}

/** Figures alone are a code, and part of many: which of them is meant only a hand can say. */
function begun(words: readonly string[], isFigures: boolean, found: readonly Named[]): Typed {
  const hits = found.flatMap(({ name }, at) => (isBegunBy(words, name) ? [at] : []))
  const [at] = hits
  if (at !== undefined && hits.length === 1 && !isFigures) return { names: 'one', at }
  return { names: hits.length > 1 || (isFigures && found.length > 1) ? 'several' : 'none' }
}

function isBegunBy(words: readonly string[], name: string): boolean {
  const there = [...nameWords(name)]
  return words.every((word) => there.some((each) => each.startsWith(word)))
}

function only(found: readonly Named[], isMeant: (product: Named) => boolean): Typed | null {
  const at = found.findIndex(isMeant)
  return at !== -1 && found.findLastIndex(isMeant) === at ? { names: 'one', at } : null
}
