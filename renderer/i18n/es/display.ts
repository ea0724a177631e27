/** The customer's screen in Chilean Spanish: its page reads these words alone. */
export const display = {
  welcome: 'Bienvenidos',
  thanks: 'Gracias por su compra',
  total: 'Total',
  tip: 'Propina',
  tendered: 'Recibido',
  change: 'Vuelto',
  discount: 'Descuento',
  saved: 'Ahorra con promociones',
  savedNow: 'Ahorró',
  issued: '{document} N° {folio}',
  provisional: 'Comprobante provisorio: el documento con folio sale apenas vuelva la conexión',
  voucher: 'El voucher de la tarjeta es su boleta',
  scan: 'Escanee para ver su compra en su teléfono',
  each: '{quantity} {unit} × {price}',
  earlier: 'y {count} productos más arriba',
}
