/** The public page of a document, in Spanish: said to a customer, not to a cashier. */
export const receiptPage = {
  states: {
    issued: { name: 'Emitida', text: 'El SII recibió este documento.' },
    inProcess: {
      name: 'En proceso',
      text: 'Ya tiene su folio; falta la respuesta del SII. No tiene que hacer nada.',
    },
    beingIssued: {
      name: 'Se está emitiendo',
      text: 'Su documento todavía no tiene folio. Vuelva a abrir esta página en unos minutos.',
    },
    rejected: {
      name: 'Rechazada',
      text: 'El SII no aceptó este documento. Muestre esta página en la tienda para que le den otro.',
    },
    cancelled: { name: 'Anulada', text: 'La tienda anuló este documento: no tiene valor.' },
    credited: { name: 'Anulada', text: 'Una nota de crédito anuló este documento.' },
  },
  folio: 'N°',
  openPdf: 'Ver el documento (PDF)',
  savePdf: 'Guardar el PDF',
  credited: 'Devuelto con nota de crédito',
  test: 'Documento de prueba: SIN VALIDEZ TRIBUTARIA',
  nothing: {
    title: 'Por ahora no hay un documento aquí',
    bought:
      '¿Acaba de comprar? Su boleta se está emitiendo: si la caja está sin conexión, aparece aquí cuando vuelva. Abra esta misma página más tarde y guarde su comprobante mientras tanto.',
    copied:
      'Si copió la dirección, revise que esté completa. Las páginas se borran después de un tiempo: en ese caso, pida una copia en la tienda.',
  },
  tooMany: 'Demasiadas visitas seguidas. Espere un minuto y vuelva a abrir esta página.',
  away: 'La página no está disponible en este momento. Vuelva a abrirla en unos minutos.',
  /** To the customer by WhatsApp. */
  message: 'Su boleta de {shop}: {address}',
  /** Before it, from a till to practise with. */
  practice: 'PRÁCTICA, no es una compra.',
  thanks: 'Gracias por su compra.',
  saved: 'Ahorró {amount}',
  figures: { exempt: 'Exento', iva: 'IVA incluido', total: 'Total' },
}
