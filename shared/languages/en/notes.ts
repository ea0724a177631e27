import type { notes as spanish } from '../es/notes.ts'

/** Refusals of credit and debit notes, in English. */
export const notes: typeof spanish = {
  receipt: 'receipt',
  nouns: { '33': 'invoice', '34': 'invoice', '61': 'credit note', '56': 'debit note' },
  ofDebitNotes: {
    RETURN_OF_RETURN:
      'This undoes a return: there is nothing to give back. Open the original receipt.',
    DELETE_RETURN: 'What undoes a return is not deleted: the money has been received.',
    RETURN_ORIGINAL_STUCK:
      'The credit note that is undone needs attention and has no folio. Resolve it: the debit note goes out by itself after that.',
    RETURN_ORIGINAL_DELETED:
      'The credit note that is undone was deleted at the service: the debit note has nothing to correct. Set it aside with the reason.',
  },
}
