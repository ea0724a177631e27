/** Refusals of returns and deletions, in Spanish. */
export const returnsRefusals = {
  // Returns
  OUTSIDE_BACK_ELSEWHERE:
    'Según el servicio, esta boleta ya se devolvió completa en otra caja, o allá se está eliminando.',
  OUTSIDE_PART_ELSEWHERE:
    'Otra caja ya devolvió parte de esta boleta. Devuelva el resto en la caja que la vendió.',
  RETURN_PART_ELSEWHERE:
    'Otra caja ya devolvió parte de este documento y el servicio no dice cuánto queda. No devuelva nada aquí: véalo con la otra caja.',
  GIFT_OF_RETURN: 'Una devolución no lleva ticket de cambio: imprímalo desde la venta.',
  RETURN_NOTHING: 'Marque qué se devuelve: al menos un producto.',
  RETURN_TOO_MUCH: 'Puede devolver hasta {left} de «{name}».',
  RETURN_CODE_NOT_SOLD: 'El código {code} no está en esta boleta.',
  RETURN_TOTAL_ZERO: 'Lo que marcó se vendió con 100 % de descuento: no hay dinero que devolver.',
  RETURN_TOTAL_CHANGED:
    'El monto a devolver cambió a {total}. Revise la devolución y confirme de nuevo.',
  RETURN_REASON_TOO_LONG: 'El motivo admite hasta {most} caracteres.',
  RETURN_ALL_DONE: 'Esta boleta ya se devolvió completa.',
  RETURN_OF_RETURN: 'Esto ya es una devolución. Abra la boleta original.',
  RETURN_VOUCHER_NUMBER:
    'Escriba el número de operación del voucher, solo números: va en la nota de crédito.',
  OUTSIDE_DATE_AHEAD: 'Esa fecha aún no llega. Revise la fecha en la boleta.',
  OUTSIDE_DATE_NOT_READ: 'Escriba la fecha de la boleta, por ejemplo 21-11-2026.',
  OUTSIDE_FOLIO_REQUIRED: 'Escriba el folio (N°) de la boleta.',
  OUTSIDE_TOTAL_REQUIRED: 'Escriba el total de la boleta.',
  OUTSIDE_IS_OURS:
    'Esa boleta salió de esta caja. Búsquela en Boletas por su folio y devuélvala desde ahí.',
  OUTSIDE_DIFFERS: 'En el servicio esa boleta tiene otros datos: {what}. Corrija lo que escribió.',
  OUTSIDE_TYPED_BEFORE:
    'En una devolución anterior esa boleta se escribió con fecha {date} y total {total}. Revise el papel.',
  OUTSIDE_BUYER_BEFORE:
    'En una devolución anterior esta factura se escribió con otro RUT de comprador. Revise el papel; si la anterior estaba mal, anúlela en Boletas y busque otra vez.',
  OUTSIDE_VOID:
    'Según el servicio, esa boleta no vale ({status}: eliminada o rechazada). No se le puede hacer una nota de crédito.',
  OUTSIDE_AMOUNT_REQUIRED: 'Escriba cuánto se devuelve.',
  OUTSIDE_TOO_MUCH: 'Puede devolver hasta {left} de esta boleta.',
  OUTSIDE_LOOK_AGAIN:
    'La caja se reinició mientras tanto. Vuelva a Boletas y busque la boleta otra vez; no se ha devuelto nada.',
  RETURN_SHOP_AWAY:
    'Sin internet no se sabe si otra caja ya devolvió esta boleta. Espere a que vuelva el servicio e inténtelo otra vez; no se ha devuelto nada.',
  RETURN_NOT_AT_HUB:
    'Sin internet solo se devuelve aquí lo que vendió una caja de este local en los últimos siete días, y la caja central no tiene una boleta así. Revise el papel, o espere a que vuelva el servicio; no se ha devuelto nada.',
  RETURN_LEFT_SHOP:
    'Esta caja ya no está en la tienda de varias cajas, y otra puede haber devuelto esta boleta. Devuélvala en otra caja de la tienda, o vuelva a unir esta en Ajustes; no se ha devuelto nada.',
  RETURN_AT_OWN_HUB:
    'Sin internet esta caja no la puede devolver, porque es la caja central y reparte entre las demás. Devuélvala en otra caja de este local; no se ha devuelto nada.',
  RETURN_AT_HUB:
    'La guarda la caja {till}, para que su local la devuelva sin internet. Espere unos segundos y ábrala otra vez; si esa caja está apagada o sin internet, enciéndala, o elija otra caja central en Ajustes, Cajas del negocio. No se ha devuelto nada.',
  RETURN_IN_HAND:
    'Otra caja tiene abierta la devolución de esta boleta. Espere a que termine, o diez minutos, y ábrala otra vez; no se ha devuelto nada.',
  RETURN_OPEN_AGAIN:
    'Todavía falta preguntar al servicio si otra caja ya devolvió esta boleta. Vuelva a Boletas y abra la devolución otra vez; no se ha devuelto nada.',
  RETURN_DELETED: 'Esta boleta se eliminó y el dinero ya se devolvió.',
  RETURN_BEING_DELETED:
    'Esta boleta se está eliminando y falta que el servicio conteste. Cuando diga «Eliminada», devuelva el dinero; si el servicio se niega, se puede devolver aquí. Todavía no se ha devuelto nada.',
  RETURN_RECEIPT_STUCK:
    'Esta boleta requiere atención y todavía no está emitida. Resuélvala primero y después haga la devolución.',
  RETURN_RECEIPT_REFUSED:
    'El SII rechazó esta boleta y no se le puede hacer una nota de crédito. Avise al supervisor.',
  RETURN_OTHER_SERVICE:
    'Esta boleta se emitió en otro servicio, que no es el de Ajustes. Vuelva a poner esa dirección para emitir la nota de crédito.',
  RETURN_OF_TRIAL:
    'Esto se emitió de prueba y no tiene valor: no hay documento que corregir. Si hubo dinero, regístrelo como movimiento de caja.',
  RETURN_UNDO_PENDING:
    'La devolución anterior se anuló y su nota de débito aún no sale. Revísela en Boletas y devuelva de nuevo cuando tenga folio.',
  UNDO_NO_RETURN: 'Esto no es una devolución: no hay nota de crédito que anular.',
  UNDO_DONE: 'Esta devolución ya se anuló con una nota de débito.',
  UNDO_SPENT: 'El valor de esta devolución ya se usó para pagar: no se puede anular.',
  UNDO_NOTE_STUCK:
    'La nota de crédito requiere atención y todavía no está emitida. Resuélvala primero y después anúlela.',
  UNDO_NOTE_REFUSED:
    'Esta nota de crédito no está vigente en el SII: no hay nada que anular. Avise al supervisor.',
  RETURN_MADE_BEFORE:
    'Esta devolución ya se hizo, por {total}, y está en Boletas. Para lo que falta, empiece otra.',
  RETURN_NOT_SAVED:
    'No se sabe si la devolución quedó guardada. No entregue el dinero todavía: presione Confirmar otra vez; nunca se devuelve dos veces.',
  RETURN_DISK_FULL:
    'No queda espacio en el disco. La devolución no se guardó. Libere espacio y confirme de nuevo.',
  RETURN_ORIGINAL_STUCK:
    'La boleta que se devolvió requiere atención y no tiene folio. Resuélvala: la nota de crédito sale sola después.',
  RETURN_ORIGINAL_DELETED:
    'La boleta que se devolvió se eliminó en el servicio y la nota de crédito ya no corrige nada. Aparte la nota de crédito y escriba el motivo.',
  CHANGE_DONE: 'Este documento ya se cambió por la {what}. Ábrala en Boletas.',
  CHANGE_SAME: 'Este documento no se puede cambiar por otro del mismo tipo.',
  CHANGE_VOUCHER:
    'La boleta de esta venta es el voucher de la tarjeta: no hay boleta que cambiar. Anule el cobro en el terminal, devuelva la venta y cóbrela de nuevo con factura, también con tarjeta.',
  CHANGE_IN_PART:
    'Esta boleta es por una parte de la venta; el resto va en el voucher de la tarjeta. No se puede cambiar: devuelva la venta y cóbrela de nuevo con factura, también con tarjeta.',
  CHANGE_RETURNED:
    'Ya se devolvió una parte de este documento y no se puede cambiar completo. Devuelva el resto y véndalo de nuevo con el documento que piden.',
  CHANGE_TOO_LATE:
    'La venta tiene más de seis meses: desde el {date} la nota de crédito ya no rebaja su IVA, y con el documento nuevo se declararía dos veces. Véalo con su contador.',
  CHANGE_OPEN_AGAIN:
    'Todavía falta preguntar al servicio si otra caja ya devolvió este documento. Ábralo otra vez; no se ha cambiado nada.',
  CHANGE_NOT_SAVED:
    'No se sabe si el cambio quedó guardado. Presione Confirmar otra vez; nunca se cambia dos veces.',
  CHANGE_DISK_FULL:
    'No queda espacio en el disco. El cambio no se guardó. Libere espacio y confirme de nuevo.',
  UNDO_CHANGE:
    'Esta nota de crédito es de un cambio de documento: no se devolvió dinero y no hay devolución que anular. Para volver atrás, cambie el documento nuevo.',
  DELETE_CHANGED:
    'Este documento reemplaza a otro que ya se anuló: si se elimina, la venta queda sin documento. Cámbielo por el otro tipo, o devuelva la venta.',
  CREDIT_UNKNOWN:
    'Esa nota de crédito no sirve para pagar: no quedó a favor del cliente en esta caja.',
  LOOKED_UP_TOO_OFTEN:
    'Se buscaron muchas notas de crédito y vales seguidos. Espere {seconds} segundos; quedó en el registro.',
  CREDIT_SPENT: '{name} ya se usó. Cobre con otro medio.',
  CREDIT_NAME_NOT_VALID: 'Escriba el número de la nota de crédito, o el RUT de quien la recibió.',
  CREDIT_TOO_SMALL: 'A la {name} le quedan {left}. Quítela del cobro y agréguela de nuevo.',
  CREDIT_TWICE: 'La {name} ya está en este cobro.',
  CREDIT_APPROVAL:
    'La {name} no es del comprador, o el resto se entrega en efectivo: pida el PIN de quien puede devolver dinero.',
  CREDIT_OF_CARD:
    'Lo de la {name} se pagó con tarjeta: que su resto salga en efectivo lo autoriza quien puede devolver sobre el límite.',
  VALE_UNKNOWN:
    'Ningún vale de esta caja tiene ese código. Revise lo escrito; un vale solo se usa en la caja que lo dio.',
  WORTH_ASKS_SHOP: 'Esto lo sabe el servicio de la tienda: presione de nuevo para preguntarle.',
  WORTH_SHOP_AWAY:
    'Sin internet no se sabe si otra caja ya lo usó. Cobre con otro medio, o espere a que vuelva el servicio.',
  WORTH_TILL_LIMIT:
    'Esta caja ya usó hoy todo lo que una caja puede de lo que dieron otras. Cobre con otro medio, o úselo en otra caja; si no es así, avise al dueño.',
  WORTH_NOT_AT_HUB:
    'Sin internet, aquí solo se usa lo que dio una caja de este local, y esto no lo tiene la caja central. Cobre con otro medio, o espere a que vuelva el servicio.',
  WORTH_AT_OWN_HUB:
    'Sin internet esta caja no lo puede cobrar, porque es la caja central y reparte entre las demás. Cóbrelo en otra caja de este local, o con otro medio.',
  WORTH_AT_HUB:
    'Lo guarda la caja {till}, para que su local lo use sin internet. Espere unos segundos y presione de nuevo; si esa caja está apagada o sin internet, cobre con otro medio, o elija otra caja central en Ajustes, Cajas del negocio.',
  WORTH_LEFT_SHOP:
    'Es de la tienda de varias cajas, y esta caja ya no está en ella. Úselo en otra caja de la tienda, o vuelva a unir esta en Ajustes.',
  WORTH_SPENT: 'Ya se usó entero en otra caja. Quítelo y cobre con otro medio.',
  WORTH_IN_HAND:
    'Otra caja lo tiene en una venta. Espere a que termine y presione de nuevo, o cobre con otro medio.',
  WORTH_SHORT: 'Otra caja ya usó una parte: quedan {left}. Quítelo del cobro y agréguelo de nuevo.',
  WORTH_UNKNOWN: 'Ninguna caja de esta tienda lo ha dado. Revise lo escrito.',
  VALE_CODE_NOT_VALID:
    'Ese código no es de un vale: son 13 letras y números, como 7K3M-09QX-ZT4W-A.',
  VALE_USED: 'El vale {name} ya se usó entero. Cobre con otro medio.',
  VALE_EXPIRED: 'El vale {name} venció el {date}. Cobre con otro medio.',
  VALE_VOIDED: 'El vale {name} está anulado. Cobre con otro medio.',
  VALE_TOO_SMALL: 'Al vale {name} le quedan {left}. Quítelo del cobro y agréguelo de nuevo.',
  VALE_TWICE: 'El vale {name} ya está en este cobro.',
  VALE_AMOUNT: 'Escriba cuánto paga el vale.',
  VALE_DOUBTFUL:
    'Los datos de esta caja se recuperaron de un respaldo después de dar el vale {name}: puede estar usado. Pida al dueño que lo acepte.',
  VALES_OFF:
    'Esta tienda no da vales. Devuelva con otro medio, o actívelos en Ajustes, Devoluciones y vales.',
  VALE_NOTHING_LEFT: 'Al vale {name} no le queda nada que anular.',
  VALE_NOT_DOUBTFUL: 'El vale {name} no necesita que lo acepten.',
  VALE_BEING_PRINTED: 'El vale {name} se está imprimiendo.',
  // Deleting
  DELETE_NOT_PENDING:
    'La boleta ya salió al SII y no se puede eliminar. Use «Devolver o cambiar»: así se emite la nota de crédito.',
  DELETE_FATE_UNKNOWN:
    'Aún no se sabe si el servicio recibió esta boleta. Espere a que tenga folio y elimínela entonces.',
  DELETE_NO_FOLIO:
    'El servicio la recibió pero aún no tiene folio. Espere a que lo tenga y elimínela entonces.',
  DELETE_NOT_ALLOWED:
    'Esta boleta ya tiene folio y la clave de esta caja no permite eliminarla. Use «Devolver o cambiar»: la nota de crédito la anula. Eliminarla en el servicio solo puede el dueño, con una clave de administrador.',
  DELETE_OTHER_DOCUMENT:
    'En el servicio ese folio es de otro documento. No se eliminó nada; avise a soporte.',
  DELETE_NOT_NOW:
    'El servicio no pudo eliminarla ahora, y no se eliminó nada. Use «Devolver o cambiar», o inténtelo más tarde.',
  DELETE_GONE:
    'El servicio ya no encuentra esta boleta, y la caja no la pudo eliminar. Avise al supervisor: que pregunte al proveedor por este folio. Si el cliente no puede esperar, use «Devolver o cambiar».',
  DELETE_OTHER_SERVICE:
    'Esta boleta se emitió en otro servicio, que no es el de Ajustes. Vuelva a poner esa dirección para eliminarla.',
  DELETE_VOUCHER:
    'Esta venta no tiene boleta: su boleta es el voucher. Anúlela en el terminal de tarjetas.',
  DELETE_PAID_WITH_CREDIT:
    'Esta venta se pagó con el valor de una devolución: si la elimina, ese valor se pierde. Use «Devolver o cambiar».',
  DELETE_HAS_RETURN:
    'Esta boleta tiene una devolución y ya no se puede eliminar: la nota de crédito la corrige.',
  DELETE_RETURN: 'Una devolución no se puede eliminar: el dinero ya se entregó.',
  RECEIPT_DELETED: 'Esta boleta se eliminó o se está eliminando. No se imprime ni se envía.',
}
