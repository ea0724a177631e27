/** Refusals of returns and deletions. */
export const RETURNS_REFUSALS = {
  // Returns
  RETURN_NOTHING: {
    es: 'Marque cuánto se devuelve de al menos un producto.',
    en: 'Mark how much of at least one product comes back.',
  },
  RETURN_TOO_MUCH: {
    es: 'De «{name}» se puede devolver hasta {left}.',
    en: 'Of "{name}" at most {left} can come back.',
  },
  RETURN_CODE_NOT_SOLD: {
    es: 'El código {code} no está en esta boleta.',
    en: 'The code {code} is not on this receipt.',
  },
  RETURN_TOTAL_ZERO: {
    es: 'Lo marcado no tiene valor: se vendió con todo el descuento. No hay nada que devolver en dinero.',
    en: 'What is marked has no value: it was sold fully discounted. There is no money to give back.',
  },
  RETURN_TOTAL_CHANGED: {
    es: 'El monto a devolver cambió a {total}. Revise la devolución y confirme de nuevo.',
    en: 'The amount to give back changed to {total}. Check the return and confirm again.',
  },
  RETURN_REASON_TOO_LONG: {
    es: 'El motivo admite hasta {most} caracteres.',
    en: 'The reason holds at most {most} characters.',
  },
  RETURN_ALL_DONE: {
    es: 'De esta boleta ya se devolvió todo.',
    en: 'Everything on this receipt has been returned already.',
  },
  RETURN_OF_RETURN: {
    es: 'Esto ya es una devolución. Abra la boleta original.',
    en: 'This is a return already. Open the original receipt.',
  },
  RETURN_VOUCHER_NUMBER: {
    es: 'Escriba el número de operación del voucher, solo dígitos: la nota de crédito lo nombra.',
    en: 'Type the operation number of the voucher, digits only: the credit note names it.',
  },
  OUTSIDE_DATE_AHEAD: {
    es: 'Esa fecha aún no llega. Revise la fecha en la boleta.',
    en: 'That date has not come yet. Check the date on the receipt.',
  },
  OUTSIDE_DATE_NOT_READ: {
    es: 'Escriba la fecha de la boleta, por ejemplo 21-11-2026.',
    en: 'Type the date of the receipt, for example 21-11-2026.',
  },
  OUTSIDE_FOLIO_REQUIRED: {
    es: 'Escriba el folio (N°) de la boleta.',
    en: 'Type the folio (number) of the receipt.',
  },
  OUTSIDE_TOTAL_REQUIRED: {
    es: 'Escriba el total de la boleta.',
    en: 'Type the total of the receipt.',
  },
  OUTSIDE_IS_OURS: {
    es: 'Esa boleta salió de esta caja. Búsquela en Boletas por su folio y devuélvala desde ahí.',
    en: 'This till issued that receipt. Find it under Receipts by its folio and return it there.',
  },
  OUTSIDE_DIFFERS: {
    es: 'En el servicio esa boleta dice otra cosa: {what}. Corrija lo escrito.',
    en: 'At the service that receipt says otherwise: {what}. Correct what was typed.',
  },
  OUTSIDE_TYPED_BEFORE: {
    es: 'En una devolución anterior esa boleta se escribió con fecha {date} y total {total}. Revise el papel.',
    en: 'In an earlier return that receipt was typed with date {date} and total {total}. Check the paper.',
  },
  OUTSIDE_VOID: {
    es: 'El servicio dice que esa boleta no vale ({status}: eliminada o rechazada). No hay documento que corregir.',
    en: 'The service says that receipt is void ({status}: deleted or rejected). There is no document to correct.',
  },
  OUTSIDE_AMOUNT_REQUIRED: {
    es: 'Escriba cuánto se devuelve.',
    en: 'Type how much is given back.',
  },
  OUTSIDE_TOO_MUCH: {
    es: 'De esta boleta se puede devolver hasta {left}.',
    en: 'Of this receipt at most {left} can be given back.',
  },
  OUTSIDE_LOOK_AGAIN: {
    es: 'La caja se reinició entretanto. Vuelva a Boletas y busque la boleta otra vez; no se ha devuelto nada.',
    en: 'The till restarted in between. Go back to Receipts and look the receipt up again; nothing was given back.',
  },
  RETURN_DELETED: {
    es: 'Esta boleta fue eliminada y su dinero ya se devolvió.',
    en: 'This receipt was deleted and its money was given back.',
  },
  RETURN_RECEIPT_STUCK: {
    es: 'Esta boleta requiere atención y aún no existe como documento. Resuélvala primero; después se devuelve.',
    en: 'This receipt needs attention and is no document yet. Settle it first; then return it.',
  },
  RETURN_RECEIPT_REFUSED: {
    es: 'El SII rechazó esta boleta: no hay documento que corregir con una nota de crédito. Avise al encargado.',
    en: 'The tax authority refused this receipt: there is no document a credit note could correct. Tell the manager.',
  },
  RETURN_OTHER_SERVICE: {
    es: 'Esta boleta está en otro servicio que el de los Ajustes. Vuelva a esa dirección para emitir su nota de crédito.',
    en: 'This receipt is at another service than that of the Settings. Go back to that address to issue its credit note.',
  },
  RETURN_UNDO_PENDING: {
    es: 'La devolución anterior se anuló y su nota de débito aún no sale. Revísela en Boletas y devuelva de nuevo cuando tenga folio.',
    en: 'The return before was undone and its debit note is not issued yet. Look at it in Receipts and return again once it has its folio.',
  },
  UNDO_NO_RETURN: {
    es: 'Esto no es una devolución: no hay nota de crédito que anular.',
    en: 'This is no return: there is no credit note to undo.',
  },
  UNDO_DONE: {
    es: 'Esta devolución ya se anuló con una nota de débito.',
    en: 'This return was already undone by a debit note.',
  },
  UNDO_SPENT: {
    es: 'El valor de esta devolución ya se usó para pagar: no se puede anular.',
    en: 'The value of this return has been spent: it cannot be undone.',
  },
  UNDO_NOTE_STUCK: {
    es: 'La nota de crédito requiere atención y aún no existe como documento. Resuélvala primero; después se anula.',
    en: 'The credit note needs attention and is no document yet. Settle it first; then undo it.',
  },
  UNDO_NOTE_REFUSED: {
    es: 'El SII no tiene vigente esta nota de crédito: no hay documento que anular. Avise al encargado.',
    en: 'The tax authority has no such credit note in force: there is no document to undo. Tell the manager.',
  },
  RETURN_MADE_BEFORE: {
    es: 'Esta devolución ya se hizo, por {total}, y está en Boletas. Para lo que falta, empiece otra.',
    en: 'This return has been made already, for {total}, and is in Receipts. Start another for the rest.',
  },
  RETURN_NOT_SAVED: {
    es: 'No se sabe si la devolución quedó guardada. No entregue el dinero todavía: presione Confirmar otra vez; nunca se devuelve dos veces.',
    en: 'It is not known whether the return was saved. Do not hand over the money yet: press Confirm again; it is never given back twice.',
  },
  RETURN_DISK_FULL: {
    es: 'No queda espacio en el disco. La devolución no se guardó. Libere espacio y confirme de nuevo.',
    en: 'The disk is full. The return was not saved. Free some space and confirm again.',
  },
  RETURN_ORIGINAL_STUCK: {
    es: 'La boleta que se devolvió requiere atención y no tiene folio. Resuélvala: la nota de crédito sale sola después.',
    en: 'The receipt that was returned needs attention and has no folio. Settle it: the credit note follows by itself.',
  },
  RETURN_ORIGINAL_DELETED: {
    es: 'La boleta que se devolvió fue eliminada en el servicio: la nota de crédito no tiene qué corregir. Apártela con el motivo.',
    en: 'The receipt that was returned was deleted at the service: the credit note has nothing to correct. Set it aside with the reason.',
  },
  CREDIT_UNKNOWN: {
    es: 'Esa nota de crédito no se emitió en esta caja para usarla como pago.',
    en: 'That credit note was not made at this till to be used as payment.',
  },
  CREDIT_SPENT: {
    es: '{name} ya se usó. Cobre con otro medio.',
    en: '{name} has been used. Charge by another way.',
  },
  // Deleting
  DELETE_NOT_PENDING: {
    es: 'La boleta ya salió al SII y no se puede eliminar. Use «Devolver o cambiar»: emite su nota de crédito.',
    en: 'The receipt has gone to the tax authority and cannot be deleted. Use "Return or exchange": it issues its credit note.',
  },
  DELETE_FATE_UNKNOWN: {
    es: 'Aún no se sabe si el servicio recibió esta boleta. Espere a que tenga folio y elimínela entonces.',
    en: 'It is not known yet whether the service got this receipt. Wait until it has a folio and delete it then.',
  },
  DELETE_NO_FOLIO: {
    es: 'El servicio la recibió pero aún no tiene folio. Espere a que lo tenga y elimínela entonces.',
    en: 'The service has it but it has no folio yet. Wait for the folio and delete it then.',
  },
  DELETE_NOT_ALLOWED: {
    es: 'La clave de esta caja no permite eliminar boletas. Avise al administrador.',
    en: 'The key of this till may not delete receipts. Tell the administrator.',
  },
  DELETE_OTHER_DOCUMENT: {
    es: 'En el servicio ese folio es de otro documento. No se eliminó nada; avise a soporte.',
    en: 'At the service that folio belongs to another document. Nothing was deleted; tell support.',
  },
  DELETE_OTHER_SERVICE: {
    es: 'Esta boleta está en otro servicio que el de los Ajustes. Vuelva a esa dirección para eliminarla.',
    en: 'This receipt is at another service than that of the Settings. Go back to that address to delete it.',
  },
  DELETE_VOUCHER: {
    es: 'Esta venta no tiene boleta: la documenta el voucher. Anúlela en el terminal de tarjetas.',
    en: 'This sale has no receipt: the voucher documents it. Cancel it on the card terminal.',
  },
  DELETE_PAID_WITH_CREDIT: {
    es: 'Esta venta se pagó con el valor de una devolución, que al eliminarla se perdería. Use "Devolver o cambiar".',
    en: 'This sale was paid with the value of a return, which deleting it would lose. Use "Return or exchange".',
  },
  DELETE_HAS_RETURN: {
    es: 'Esta boleta tiene una devolución y ya no se elimina: la nota de crédito la corrige.',
    en: 'This receipt has a return and is not deleted any more: the credit note corrects it.',
  },
  DELETE_RETURN: {
    es: 'Una devolución no se elimina: el dinero ya se entregó.',
    en: 'A return is not deleted: the money has been handed over.',
  },
  RECEIPT_DELETED: {
    es: 'Esta boleta fue eliminada; su folio queda anulado. No se imprime ni se envía.',
    en: 'This receipt was deleted; its folio is void. It is neither printed nor sent.',
  },
} as const
