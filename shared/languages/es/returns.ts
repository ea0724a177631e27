/** Refusals of returns and deletions, in Spanish. */
export const returnsRefusals = {
  // Returns
  OUTSIDE_BACK_ELSEWHERE: 'De esta boleta ya se devolvió todo en otra caja, según el servicio.',
  OUTSIDE_PART_ELSEWHERE:
    'Otra caja ya devolvió parte de esta boleta. Devuelva el resto en la caja que la vendió.',
  RETURN_PART_ELSEWHERE:
    'Otra caja ya devolvió parte de este documento y el servicio no dice cuánto queda. No devuelva nada aquí: véalo con la otra caja.',
  GIFT_OF_RETURN: 'Una devolución no lleva ticket de cambio: imprímalo desde su venta.',
  RETURN_NOTHING: 'Marque cuánto se devuelve de al menos un producto.',
  RETURN_TOO_MUCH: 'De «{name}» se puede devolver hasta {left}.',
  RETURN_CODE_NOT_SOLD: 'El código {code} no está en esta boleta.',
  RETURN_TOTAL_ZERO:
    'Lo marcado no tiene valor: se vendió con todo el descuento. No hay nada que devolver en dinero.',
  RETURN_TOTAL_CHANGED:
    'El monto a devolver cambió a {total}. Revise la devolución y confirme de nuevo.',
  RETURN_REASON_TOO_LONG: 'El motivo admite hasta {most} caracteres.',
  RETURN_ALL_DONE: 'De esta boleta ya se devolvió todo.',
  RETURN_OF_RETURN: 'Esto ya es una devolución. Abra la boleta original.',
  RETURN_VOUCHER_NUMBER:
    'Escriba el número de operación del voucher, solo dígitos: la nota de crédito lo nombra.',
  OUTSIDE_DATE_AHEAD: 'Esa fecha aún no llega. Revise la fecha en la boleta.',
  OUTSIDE_DATE_NOT_READ: 'Escriba la fecha de la boleta, por ejemplo 21-11-2026.',
  OUTSIDE_FOLIO_REQUIRED: 'Escriba el folio (N°) de la boleta.',
  OUTSIDE_TOTAL_REQUIRED: 'Escriba el total de la boleta.',
  OUTSIDE_IS_OURS:
    'Esa boleta salió de esta caja. Búsquela en Boletas por su folio y devuélvala desde ahí.',
  OUTSIDE_DIFFERS: 'En el servicio esa boleta dice otra cosa: {what}. Corrija lo escrito.',
  OUTSIDE_TYPED_BEFORE:
    'En una devolución anterior esa boleta se escribió con fecha {date} y total {total}. Revise el papel.',
  OUTSIDE_BUYER_BEFORE:
    'En una devolución anterior esta factura se escribió con otro RUT de comprador. Revise el papel; si aquella estaba mal, anúlela en Boletas y busque otra vez.',
  OUTSIDE_VOID:
    'El servicio dice que esa boleta no vale ({status}: eliminada o rechazada). No hay documento que corregir.',
  OUTSIDE_AMOUNT_REQUIRED: 'Escriba cuánto se devuelve.',
  OUTSIDE_TOO_MUCH: 'De esta boleta se puede devolver hasta {left}.',
  OUTSIDE_LOOK_AGAIN:
    'La caja se reinició entretanto. Vuelva a Boletas y busque la boleta otra vez; no se ha devuelto nada.',
  RETURN_OPEN_AGAIN:
    'Antes de devolver se pregunta al servicio si otra caja ya devolvió esta boleta, y eso falta. Vuelva a Boletas y abra la devolución otra vez; no se ha devuelto nada.',
  RETURN_DELETED: 'Esta boleta fue eliminada y su dinero ya se devolvió.',
  RETURN_RECEIPT_STUCK:
    'Esta boleta requiere atención y aún no existe como documento. Resuélvala primero; después se devuelve.',
  RETURN_RECEIPT_REFUSED:
    'El SII rechazó esta boleta: no hay documento que corregir con una nota de crédito. Avise al encargado.',
  RETURN_OTHER_SERVICE:
    'Esta boleta está en otro servicio que el de los Ajustes. Vuelva a esa dirección para emitir su nota de crédito.',
  RETURN_UNDO_PENDING:
    'La devolución anterior se anuló y su nota de débito aún no sale. Revísela en Boletas y devuelva de nuevo cuando tenga folio.',
  UNDO_NO_RETURN: 'Esto no es una devolución: no hay nota de crédito que anular.',
  UNDO_DONE: 'Esta devolución ya se anuló con una nota de débito.',
  UNDO_SPENT: 'El valor de esta devolución ya se usó para pagar: no se puede anular.',
  UNDO_NOTE_STUCK:
    'La nota de crédito requiere atención y aún no existe como documento. Resuélvala primero; después se anula.',
  UNDO_NOTE_REFUSED:
    'El SII no tiene vigente esta nota de crédito: no hay documento que anular. Avise al encargado.',
  RETURN_MADE_BEFORE:
    'Esta devolución ya se hizo, por {total}, y está en Boletas. Para lo que falta, empiece otra.',
  RETURN_NOT_SAVED:
    'No se sabe si la devolución quedó guardada. No entregue el dinero todavía: presione Confirmar otra vez; nunca se devuelve dos veces.',
  RETURN_DISK_FULL:
    'No queda espacio en el disco. La devolución no se guardó. Libere espacio y confirme de nuevo.',
  RETURN_ORIGINAL_STUCK:
    'La boleta que se devolvió requiere atención y no tiene folio. Resuélvala: la nota de crédito sale sola después.',
  RETURN_ORIGINAL_DELETED:
    'La boleta que se devolvió fue eliminada en el servicio: la nota de crédito no tiene qué corregir. Apártela con el motivo.',
  CREDIT_UNKNOWN: 'Esa nota de crédito no se emitió en esta caja para usarla como pago.',
  CREDIT_SPENT: '{name} ya se usó. Cobre con otro medio.',
  CREDIT_NAME_NOT_VALID: 'Escriba el número de la nota de crédito, o el RUT de quien la recibió.',
  CREDIT_TOO_SMALL: 'A la {name} le quedan {left}. Quítela del cobro y agréguela de nuevo.',
  CREDIT_TWICE: 'La {name} ya está en este cobro.',
  CREDIT_APPROVAL:
    'La {name} no es de quien compra, o deja efectivo: pida el PIN de quien puede devolver dinero.',
  VALE_UNKNOWN:
    'Ningún vale de esta caja tiene ese código. Revise lo escrito; un vale solo se usa en la caja que lo dio.',
  VALE_CODE_NOT_VALID:
    'Ese código no es de un vale: son 13 letras y números, como 7K3M-09QX-ZT4W-A.',
  VALE_USED: 'El vale {name} ya se usó entero. Cobre con otro medio.',
  VALE_EXPIRED: 'El vale {name} venció el {date}. Cobre con otro medio.',
  VALE_VOIDED: 'El vale {name} está anulado. Cobre con otro medio.',
  VALE_TOO_SMALL: 'Al vale {name} le quedan {left}. Quítelo del cobro y agréguelo de nuevo.',
  VALE_TWICE: 'El vale {name} ya está en este cobro.',
  VALE_AMOUNT: 'Diga cuánto paga el vale.',
  VALE_DOUBTFUL:
    'Los datos de esta caja se recuperaron de un respaldo después de dar el vale {name}: puede estar usado. Pida a la dueña o al dueño que lo acepte.',
  VALES_OFF:
    'Esta tienda no da vales. Devuelva con otro medio, o actívelos en Ajustes, Devoluciones y vales.',
  VALE_NOTHING_LEFT: 'Al vale {name} no le queda nada que anular.',
  VALE_NOT_DOUBTFUL: 'El vale {name} no necesita que lo acepten.',
  VALE_BEING_PRINTED: 'El vale {name} se está imprimiendo.',
  // Deleting
  DELETE_NOT_PENDING:
    'La boleta ya salió al SII y no se puede eliminar. Use «Devolver o cambiar»: emite su nota de crédito.',
  DELETE_FATE_UNKNOWN:
    'Aún no se sabe si el servicio recibió esta boleta. Espere a que tenga folio y elimínela entonces.',
  DELETE_NO_FOLIO:
    'El servicio la recibió pero aún no tiene folio. Espere a que lo tenga y elimínela entonces.',
  DELETE_NOT_ALLOWED: 'La clave de esta caja no permite eliminar boletas. Avise al administrador.',
  DELETE_OTHER_DOCUMENT:
    'En el servicio ese folio es de otro documento. No se eliminó nada; avise a soporte.',
  DELETE_OTHER_SERVICE:
    'Esta boleta está en otro servicio que el de los Ajustes. Vuelva a esa dirección para eliminarla.',
  DELETE_VOUCHER:
    'Esta venta no tiene boleta: la documenta el voucher. Anúlela en el terminal de tarjetas.',
  DELETE_PAID_WITH_CREDIT:
    'Esta venta se pagó con el valor de una devolución, que al eliminarla se perdería. Use "Devolver o cambiar".',
  DELETE_HAS_RETURN:
    'Esta boleta tiene una devolución y ya no se elimina: la nota de crédito la corrige.',
  DELETE_RETURN: 'Una devolución no se elimina: el dinero ya se entregó.',
  RECEIPT_DELETED: 'Esta boleta fue eliminada; su folio queda anulado. No se imprime ni se envía.',
}
