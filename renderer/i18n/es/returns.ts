/** Returns and exchanges, in Chilean Spanish. */
export const returns = {
  actions: {
    returnOutside: 'Devolver de otra caja',
    returnReceipt: 'Devolver o cambiar',
    changeDocument: 'Cambiar por factura, o volver a boleta',
    undoReturn: 'Anular esta devolución',
    returnAll: 'Devolver todo',
    moreBack: 'Una unidad más de la línea',
    lessBack: 'Una unidad menos de la línea',
    previousBack: 'Línea anterior',
    nextBack: 'Línea siguiente',
    returnReason: 'Escribir el motivo',
    nextRefund: 'Otra forma de devolver el dinero',
    leaveReturn: 'Volver sin devolver',
    confirmReturn: 'Confirmar devolución',
    afterReturn: 'Seguir vendiendo',
    copyNote: 'Imprimir copia',
    viewNote: 'Ver en Boletas',
    useCredit: 'Pagar con nota',
  },
  returns: {
    title: 'Devolver de la boleta N° {{folio}}',
    titleExempt: 'Devolver de la boleta exenta N° {{folio}}',
    titlePending: 'Devolver de una boleta sin folio',
    titleVoucher: 'Devolver de una venta con voucher',
    documents:
      'La nota de crédito es por {{receipt}}. Los otros {{voucher}} van en el voucher: devuélvalos en el terminal ({{card}}).',
    voucherNumber: 'Número de operación del voucher',
    voucherHint:
      'Este número va en la nota de crédito. Si el dinero vuelve a la tarjeta, haga también la devolución en el terminal.',
    ivaTooLate:
      'La venta cumplió seis meses el {{date}}. El dinero se puede devolver y la nota de crédito se emite igual, pero su IVA ya no se rebaja (DL 825, art. 21 N° 2 y art. 70).',
    backElsewhere:
      'Otra caja ya devolvió {{amount}} de este documento: aquí puede devolver el resto.',
    sale: 'Vendida el {{date}} a las {{time}} por {{total}}, {{methods}}',
    lines: 'Productos de la boleta',
    sold: 'Vendido {{quantity}}',
    already: 'ya devuelto {{quantity}}',
    quantityOf: 'Cantidad que se devuelve de {{name}}',
    more: 'Una más de {{name}}',
    less: 'Una menos de {{name}}',
    allBack: 'Devuelto completo',
    panel: 'Devolución',
    total: 'A devolver',
    handOver: 'Se entregan {{amount}} en efectivo',
    cardVoid:
      'Anule en el terminal la operación {{operation}} por {{amount}} ({{reference}}) antes de su cierre, y anote aquí el comprobante.',
    cardRefund:
      'La caja devuelve {{amount}} a la tarjeta por internet. Si ya lo devolvió en el terminal, anote su comprobante.',
    cardNotVoid:
      'La caja no puede decir qué operación anular por este cobro: solo crédito, entero, del turno abierto y antes del cierre. Devuélvalo con la devolución propia del terminal, o por otro medio.',
    cardInCash:
      'Se pagó con tarjeta ({{paid}}): devolverlo en efectivo lo autoriza quien puede devolver sobre el límite.',
    share: 'Ya está restada la parte de los descuentos de cada producto.',
    reason: 'Motivo',
    reasons: 'Motivos frecuentes',
    way: 'Cómo se devuelve',
    credit: 'A favor del cliente',
    creditHint:
      'Sirve para pagar en esta caja, ahora u otro día, con el número de la nota. El saldo sigue a favor.',
    pending:
      'La boleta aún no tiene folio: el dinero se devuelve ahora y la nota de crédito sale sola después de ella.',
    pendingWhole:
      'Si se devuelve todo, también puede eliminar la boleta: así no se emite ninguna de las dos.',
    saving: 'Guardando…',
    unanswered:
      'La caja no respondió a tiempo. Presione Confirmar otra vez: nunca se devuelve dos veces.',
    give: 'Entregue al cliente',
    giveBy: 'Devuelva por {{method}}',
    kept: 'A favor del cliente',
    issued: 'Nota de crédito emitida N° {{folio}}',
    issuedText: 'Tiene folio y timbre. La nota se imprime sola.',
    saved: 'Devolución guardada, nota de crédito pendiente',
    sendingText: 'Se está emitiendo en este momento.',
    offlineText:
      'Entregue el comprobante; la nota de crédito se emite sola apenas responda el servicio.',
    waitsText:
      'Entregue el comprobante; la nota de crédito sale sola cuando su boleta tenga folio.',
    attention: 'Devolución guardada, la nota requiere atención',
    attentionText: 'La devolución quedó guardada. Revise la nota en Boletas.',
    keptText:
      'Sirve solo en esta caja: cobre con «Pagar con nota» y su número. Lo que sobre sigue a favor.',
    exchange: 'Seguir con el cambio',
    giftPrinted: 'Ticket de cambio impreso: sin precios, con el código para el cambio.',
    paper: 'Nota de crédito impresa',
    notePaper: 'Nota de crédito',
    note: 'Nota de crédito N° {{folio}}',
    noteNoFolio: 'Nota de crédito sin folio',
    of: 'Devuelve de la boleta N° {{folio}}',
    ofExempt: 'Devuelve de la boleta exenta N° {{folio}}',
    ofPending: 'Devuelve de una boleta que aún no tiene folio',
    why: 'Motivo: {{reason}}',
    open: 'Ver la boleta',
    back: 'Devoluciones',
    returned: 'Devuelto {{amount}}',
    returnedWhole: 'Devuelta',
    noteText: 'Tiene folio y timbre: corrige su boleta ante el SII.',
    noteQueued:
      'Guardada en esta caja. Se envía sola cuando su boleta tenga folio y haya conexión.',
    outsideTitle: 'Boleta o factura de otra caja',
    outsideLead:
      'Escriba los datos del papel. Si el servicio tiene ese documento, se compara antes de devolver.',
    outsideType: 'Tipo de documento',
    outsideFolio: 'Folio (N°)',
    outsideDate: 'Fecha',
    outsideDateLike: 'dd-mm-aaaa',
    outsideLook: 'Buscar',
    outsideLooking: 'Buscando…',
    outside: {
      total: 'Total de la boleta',
      buyer: 'RUT del comprador (opcional)',
      confirmed: 'El servicio confirma esta boleta: fecha y total coinciden.',
      'not-found':
        'El servicio no conoce esta boleta. Se devuelve según lo escrito y queda registrado: revise el papel.',
      'not-asked':
        'El servicio no respondió. Se devuelve según lo escrito y queda registrado: revise el papel.',
      left: 'Quedan {{left}} por devolver de esta boleta.',
      sameFolio:
        'Con este folio ya se devolvió {{back}}, como {{document}} del {{date}} por {{total}}. Si es el mismo papel, no lo devuelva otra vez: para seguir se pide el PIN de quien puede devolver sobre el límite.',
      sameOurs:
        'Con este folio esta caja emitió una {{document}} el mismo día y por el mismo total. Si es ese papel, devuélvalo desde Boletas: para seguir aquí se pide el PIN de quien puede devolver sobre el límite.',
      share: 'La nota de crédito dice a qué boleta corresponde.',
      elsewhere: 'La boleta se emitió en otra caja.',
    },
    outsideKnown: 'Si ya es cliente, basta con su RUT.',
    outsideAmount: 'Cuánto se devuelve',
    outsideSale: 'Vendida el {{date}} por {{total}} en otra caja',
    debit: 'Nota de débito N° {{folio}}',
    debitNoFolio: 'Nota de débito sin folio',
    debitPaper: 'Nota de débito',
    debitIssued: 'Nota de débito emitida N° {{folio}}',
    debitText: 'Tiene folio y timbre: anula su nota de crédito ante el SII.',
    debitQueued:
      'Guardada en esta caja. Se envía sola cuando su nota de crédito tenga folio y haya conexión.',
    undoes: 'Anula la nota de crédito N° {{folio}}',
    undoesPending: 'Anula una nota de crédito que aún no tiene folio',
    openNote: 'Ver la nota de crédito',
    undone: 'Anulada',
    debitFolios: 'Quedan {{left}} folios de nota de débito',
    undoneText: 'Esta devolución se anuló: su venta se puede devolver otra vez.',
    undoTitle: '¿Anular esta devolución?',
    undoKeep: 'Conservar',
    undoConfirm: 'Anular devolución',
    undoing: 'Anulando…',
    undoMoney:
      'Se emite una nota de débito por el total. Reciba {{amount}} del cliente por el mismo medio: {{method}}.',
    undoVale:
      'Se emite una nota de débito por el total. No se mueve dinero: el vale de {{amount}} queda anulado; pida el papel.',
    undoMoneyAndVale:
      'Se emite una nota de débito por el total. Reciba {{amount}} del cliente por el mismo medio: {{method}}. El vale de {{kept}} queda anulado; pida el papel.',
    undoCredit:
      'Se emite una nota de débito por el total. No se mueve dinero: los {{amount}} a favor del cliente quedan anulados.',
    useCredit: 'Pagar con nota de crédito',
    useCreditLead:
      'Escanee la nota o escriba su número. Paga lo que falta; el saldo sigue a favor.',
    creditName: 'Número de la nota, o RUT del cliente',
    creditRest: 'Entregar el resto en efectivo (pide PIN)',
    folios: 'Quedan {{left}} folios de nota de crédito',
  },
  shortcuts: { return: 'Devolución', returned: 'Devolución terminada' },
}
