/** The receipt on the customer's phone, and sales without paper, in Spanish. */
export const pages = {
  actions: {
    whatsapp: 'Enviar por WhatsApp',
    whatsappAgain: 'Enviar por WhatsApp',
    paper: 'Con o sin papel',
  },
  pages: {
    title: 'La boleta en el teléfono del cliente',
    scan: 'Escanee para verla en su teléfono',
    code: 'Código QR de la página de la boleta',
    rule: 'Boletas en papel',
    rules: {
      always: 'Siempre imprimir',
      ask: 'Imprimir, salvo que el cliente no quiera',
      onRequest: 'Imprimir solo si el cliente lo pide',
    },
    ruleHelp:
      'Sin papel solo cuando el cliente recibe la boleta de otra forma: el QR en pantalla o su correo (Res. Ex. SII 53/2025). Facturas, devoluciones y papeles de turno se imprimen siempre.',
    noPages:
      'El servicio de boletas no tiene páginas para clientes: no hay QR, y solo queda sin papel quien recibe la boleta por correo.',
    printsCode: 'Imprimir bajo la boleta el QR para verla en el teléfono',
    withPaper: 'Con papel',
    withoutPaper: 'Sin papel',
    issuedText: 'Tiene folio y timbre. Va sin papel.',
    pendingText: 'Va sin papel; se emitirá sola y entonces el cliente podrá verla.',
    nothingPrinted: 'No se imprimió: el cliente la ve en su teléfono o en su correo.',
    printNow: 'Imprimir la boleta',
    printSlip: 'Imprimir el comprobante',
    phone: 'Teléfono del cliente',
    phoneHelp: 'Celular chileno: 9 y ocho números más.',
    send: 'Preparar el mensaje',
    open: 'Abrir WhatsApp',
    asCode: 'Mostrar el código',
    keepPhone: 'Guardar este teléfono en la ficha de {{name}}',
    opened: 'WhatsApp se abrió con el mensaje escrito. Revíselo y envíelo allí.',
    orScan: 'Escanéelo con el teléfono de la tienda: abre WhatsApp con el mensaje escrito.',
  },
}
