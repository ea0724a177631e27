/** Invoices at the counter, in Spanish. */
export const invoice = {
  invoice: {
    invoice: 'Factura',
    required: 'obligatorio en una factura',
    activity: 'Giro',
    address: 'Dirección',
    commune: 'Comuna',
    folio: 'Factura N° {{folio}}',
    folioExempt: 'Factura exenta N° {{folio}}',
    issued: 'Factura emitida N° {{folio}}',
    issuedExempt: 'Factura exenta emitida N° {{folio}}',
    noFolio: 'Factura sin folio',
    deleted: 'Factura eliminada',
    totals: 'Neto {{net}} · IVA {{iva}}',
    totalsExempt: 'Neto {{net}} · IVA {{iva}} · Exento {{exempt}}',
    buyer: 'RUT del comprador',
    mendHint: 'La venta y su monto no cambian. Corrija lo que el servicio no aceptó del comprador.',
  },
}
