/** Manual: después de la venta, y el turno. */
import type { ManualGroup } from '../../manual-page.ts'

export const afterSelling: ManualGroup = {
  title: 'Después de la venta',
  kind: 'task',
  pages: [
    {
      id: 'copia',
      title: 'Entregar otra vez una boleta: copia, correo o WhatsApp',
      also: 'reimprimir, imprimir de nuevo, copia, mandar boleta, correo, email, whatsapp, PDF, boleta perdida, ticket de cambio, regalo, buscar boleta',
      lead: 'Toda venta se encuentra en «actions.goReceipts», con el papel tal como salió.',
      picture: 'boletas',
      at: 'receipts',
      steps: [
        'Abra «actions.goReceipts» y escriba en «receipts.search searchReceipts»: sirve el folio, el monto, el día o el RUT.',
        'Toque la boleta para verla.',
        'Presione «actions.reprint»: el papel sale con la palabra COPIA.',
        'Para mandarla, use «mail.send», «actions.whatsappAgain» o «receipts.savePdf».',
        'Para un regalo, «actions.giftAgain» imprime un papel sin precios que sirve para cambiar.',
      ],
      notes: [
        'El correo necesita una cuenta: se pone en «actions.goSettings», «mailSettings.title». WhatsApp necesita que su servicio de boletas tenga páginas para clientes.',
        'Apenas termina la venta, las mismas teclas están en el resultado.',
      ],
      see: ['devolver', 'sin-papel'],
    },
    {
      id: 'devolver',
      title: 'Devolver o cambiar lo vendido',
      also: 'devolución, devolver plata, devolver dinero, cambio, nota de crédito, producto malo, garantía, reembolso',
      lead: 'La caja emite la nota de crédito y dice cuánto dinero entregar.',
      picture: 'devolver',
      at: 'receipts',
      steps: [
        'En «actions.goReceipts», busque la boleta, tóquela y presione «actions.returnReceipt». Con un ticket de cambio, escanéelo ahí mismo.',
        'Diga cuánto vuelve de cada línea, o presione «actions.returnAll».',
        'Elija el motivo en «returns.reason».',
        'En «returns.way», elija cómo se devuelve el dinero: un medio de pago, «returns.credit» o «vales.way».',
        'Presione «actions.confirmReturn», y entregue al cliente el dinero y el papel.',
      ],
      notes: [
        'Si es un cambio, presione «actions.afterReturn» y venda lo nuevo. Lo que quedó a favor se usa al cobrar.',
        'Una boleta que emitió otra caja se devuelve con «actions.returnOutside».',
        'Lo cobrado con Mercado Pago Point la caja lo devuelve sola a la tarjeta. Si el aviso dice que no pudo, devuélvalo usted y presione «card.refundWays.account», «card.refundWays.cash» o «card.refundWays.other»: en efectivo sale del cajón y queda como retiro.',
        'Si se devolvió por error, abra la nota de crédito en «actions.goReceipts» y presione «actions.undoReturn». No se puede si el dinero ya volvió a la tarjeta.',
      ],
      see: ['anular', 'vales'],
    },
    {
      id: 'anular',
      title: 'Anular una boleta',
      also: 'boleta mala, boleta equivocada, me equivoqué, eliminar boleta, borrar boleta, anular venta, cambiar boleta por factura, cancelar',
      lead: 'Hay tres caminos, según lo que pasó.',
      picture: 'devuelto',
      at: 'receipts',
      steps: [
        'Busque la boleta en «actions.goReceipts» y tóquela.',
        'Si todavía no sale al SII, aparece «actions.deleteReceipt»: presiónela, escriba el motivo y confirme con «delete.confirm».',
        'Si ya salió, no se puede borrar: presione «actions.returnReceipt», después «actions.returnAll» y «actions.confirmReturn». La nota de crédito la anula.',
        'Si solo debía ser factura, presione «change.toInvoice changeDocument» y escriba los datos del comprador. No entra ni sale dinero.',
      ],
      notes: [
        'Si se pagó con tarjeta, anule también el cobro en el terminal: la caja dice cuál y por cuánto.',
        'Según el rol de quien atiende, la caja pide el PIN de un supervisor.',
        'Al eliminarla, el dinero se devuelve cuando dice «issue.deleted.name»: el servicio puede negarse. Si no hay servicio, o la clave de esta caja no lo permite, la caja lo dice de inmediato y la boleta se devuelve.',
        'Mientras dice «issue.deleting.name», está entre las pendientes: «actions.onlyPending».',
      ],
      see: ['devolver', 'boleta-con-problema'],
    },
    {
      id: 'vales',
      title: 'Dar y recibir vales',
      also: 'vale, vale de devolución, nota de crédito como pago, saldo a favor, gift card, cupón, vencimiento',
      lead: 'Un vale es dinero a favor del cliente, en un papel con su código.',
      picture: 'vale',
      at: 'receipts',
      steps: [
        'Para dar uno: al devolver, elija «vales.way» en «returns.way» y confirme. El vale se imprime solo.',
        'Para recibirlo: al cobrar, presione «actions.useVale» y escanee el vale o escriba su código.',
        'Lo que sobra sigue en el mismo vale; lo que falta se paga con otro medio.',
        'Para ver todos, en «actions.goReceipts» presione «actions.openVales».',
      ],
      notes: [
        'Lo que quedó a favor con una nota de crédito se usa con «actions.useCredit».',
        'Cuánto duran y hasta qué monto se dan sin PIN se decide en «actions.goSettings», «backSettings.title».',
        'Un vale sirve en la caja que lo dio.',
      ],
      see: ['devolver', 'cobrar'],
    },
  ],
}

export const shifts: ManualGroup = {
  title: 'Turno y efectivo',
  kind: 'task',
  pages: [
    {
      id: 'turno',
      title: 'Abrir el turno y mover efectivo',
      also: 'abrir caja, fondo, sencillo, ingreso, retiro, sacar plata, pagar proveedor, depósito, informe X, caja chica',
      lead: 'El turno cuenta el dinero de quien atiende, desde que abre hasta que cierra.',
      picture: 'turno',
      at: 'shift',
      steps: [
        'Abra «actions.goShift», cuente el efectivo del cajón y escríbalo en «shifts.float».',
        'Presione «shifts.openAction».',
        'Para poner o sacar efectivo durante el día, presione «shifts.cashIn cashIn» o «shifts.cashOut cashOut», escriba el monto y el motivo.',
        'Para ver cómo va, «shifts.readX readShift».',
      ],
      notes: [
        'Los turnos se encienden en «actions.goSettings», «shiftSettings.title», con «shiftSettings.usesShifts».',
        'Si falta abrirlo, la caja lo pide al cobrar; la venta sigue en pantalla.',
      ],
      see: ['cerrar-turno'],
    },
    {
      id: 'cerrar-turno',
      title: 'Cerrar el turno y sacar el informe Z',
      also: 'cierre, cuadrar caja, arqueo, informe Z, contar la caja, cerrar caja, fin del día',
      lead: 'Cuente lo que hay; la caja compara y guarda el informe.',
      picture: 'arqueo',
      at: 'shift',
      steps: [
        'En «actions.goShift», presione «shifts.count countShift».',
        'Cuente los billetes y monedas, o elija «shifts.bySum» y escriba solo el total. Cuente aunque falte o sobre.',
        'Si quiere, escriba también lo de los otros medios, según el cierre del terminal.',
        'Presione «shifts.countAction». Si no calza, cuente otra vez con «shifts.recount» o escriba el motivo.',
        'Presione «shifts.closeAction»: el informe Z sale por la impresora y queda en «shifts.history».',
      ],
      notes: [
        'Una diferencia grande la autoriza un supervisor con su PIN.',
        'El informe puede llegar al correo del dueño: «shiftSettings.mailsZ», en «actions.goSettings», «shiftSettings.title».',
      ],
      see: ['turno', 'no-cuadra'],
    },
  ],
}
