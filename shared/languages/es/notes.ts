/** Refusals of credit and debit notes, in Spanish. */
export const notes = {
  /** As the refusals name what is sold with. Feminine like its notes, so the noun alone changes. */
  receipt: 'boleta',
  nouns: { '33': 'factura', '34': 'factura', '61': 'nota de crédito', '56': 'nota de débito' },
  /** What is said otherwise of the debit note that undoes a return. */
  ofDebitNotes: {
    RETURN_OF_RETURN:
      'Esto anula una devolución: no hay nada que devolver. Abra la boleta original.',
    DELETE_RETURN: 'La anulación de una devolución no se puede eliminar: el dinero ya se recibió.',
    RETURN_ORIGINAL_STUCK:
      'La nota de crédito que se anula requiere atención y no tiene folio. Resuélvala: la nota de débito sale sola después.',
    RETURN_ORIGINAL_DELETED:
      'La nota de crédito que se anula se eliminó en el servicio y la nota de débito ya no corrige nada. Aparte la nota de débito y escriba el motivo.',
  },
}
