/** Invoices at the counter, in Spanish. */
export const invoice = {
  invoice: {
    invoice: 'Factura',
    required: 'obligatorio en una factura',
    activity: 'Giro',
    address: 'Dirección',
    commune: 'Comuna',
    bearerRut: 'RUT de quien compra (e-RUT)',
    purpose: 'Motivo de la compra',
    folio: 'Factura N° {{folio}}',
    folioExempt: 'Factura exenta N° {{folio}}',
    issued: 'Factura emitida N° {{folio}}',
    issuedExempt: 'Factura exenta emitida N° {{folio}}',
    noFolio: 'Factura sin folio',
    deleted: 'Factura eliminada',
    totals: 'Neto {{net}} · IVA {{iva}}',
    totalsExempt: 'Neto {{net}} · IVA {{iva}} · Exento {{exempt}}',
    buyer: 'RUT del comprador',
    mendHint:
      'La venta y su monto no cambian. Corrija los datos del comprador que el servicio no aceptó.',
  },
  change: {
    toInvoice: 'Cambiar por factura',
    toReceipt: 'Volver a boleta',
    leadToInvoice:
      'La boleta N° {{folio}} se anula con una nota de crédito y sale una factura por los mismos {{amount}}. No entra ni sale dinero, y la venta se cuenta una sola vez.',
    leadToInvoiceExempt:
      'La boleta exenta N° {{folio}} se anula con una nota de crédito y sale una factura exenta por los mismos {{amount}}. No entra ni sale dinero, y la venta se cuenta una sola vez.',
    leadPending:
      'La boleta se anula con una nota de crédito y sale una factura por los mismos {{amount}}. No entra ni sale dinero, y la venta se cuenta una sola vez.',
    leadToReceipt:
      'La factura se anula con una nota de crédito y sale una boleta por los mismos {{amount}}, sin nombre. No entra ni sale dinero, y la venta se cuenta una sola vez.',
    leadToReceiptExempt:
      'La factura exenta se anula con una nota de crédito y sale una boleta exenta por los mismos {{amount}}, sin nombre. No entra ni sale dinero, y la venta se cuenta una sola vez.',
    waits:
      'Este documento aún no tiene folio. Salen en orden y solos: primero este, después la nota de crédito y al final el nuevo.',
    otherMonth:
      'La venta es de otro mes: la nota de crédito y el documento nuevo se declaran en este. Si tiene dudas, véalo con su contador.',
    voids: 'Anula la boleta N° {{folio}}',
    voidsPending: 'Anula una boleta que aún no tiene folio',
    ofDocument: 'Cambio de documento',
    noMoney: 'No se devolvió dinero: cambió el documento de la venta.',
    wasForInvoice: 'Cambiada por factura',
    wasForReceipt: 'Cambiada por boleta',
    changedTo: 'La reemplaza: {{what}}',
    changedFrom: 'Reemplaza a: {{what}}',
  },
  invoicePurpose: {
    title: 'Facturas de supermercado o restaurante',
    lead: 'Desde marzo de 2025 un supermercado o restaurante da factura solo por compras del giro de quien la pide (Res. Ex. SII 121/2024): pida la e-RUT y revise el carné de quien compra; la factura lleva su RUT y el motivo. Otras tiendas lo dejan apagado.',
    asks: 'Pedir en cada factura quién compra y para qué',
    notConfirmed:
      'Leído en resúmenes de la resolución, no en su texto: si además hay límite de cajas o carteles, véalo con su contador.',
  },
}
