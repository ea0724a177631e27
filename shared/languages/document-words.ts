/**
 * Sentences about a document, in the words of its type. The packs speak of receipts, which most
 * documents are; of an invoice or a note the noun alone changes: in Spanish all are feminine.
 */
import { isInvoice } from '../core/document-type.ts'
import type { CoreWords } from './languages.ts'

export type NamedType = '33' | '34' | '56' | '61'

/** `said` of a receipt, as it is said of a document of this type. */
export function named(said: string, documentType: NamedType, words: CoreWords): string {
  const { receipt, nouns } = words.notes
  const noun = nouns[documentType]
  return (
    said
      // A gift receipt is a paper of its own, and the service that of all documents.
      .replace(new RegExp(`(?<!gift )\\b${receipt}\\b(?! service)`, 'gi'), (found) =>
        /^\p{Lu}/u.test(found) ? noun.slice(0, 1).toUpperCase() + noun.slice(1) : noun,
      )
      .replace(/\b(a) (?=invoice\b)/gi, '$1n ')
  )
}

/** What the screen says of a receipt, where an invoice is called one. Notes have own sentences. */
export function namedInvoice(said: string, documentType: string, words: CoreWords): string {
  return isInvoice(documentType) ? named(said, documentType, words) : said
}
