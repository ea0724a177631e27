/**
 * What a supervisor is asked to allow, in Spanish. The log of actions is kept in these words
 * whatever the screen speaks.
 */
export const needs = {
  rights: {
    freeLine: 'crear un producto con su precio',
    deletePending: 'eliminar una boleta pendiente o destrabar una detenida',
    openDrawer: 'abrir el cajón sin venta',
    discardParked: 'descartar una venta en espera',
    refund: 'devolver o cambiar lo vendido',
    beyondLimits: 'devolver más que el límite, o anular, aceptar o reimprimir vales',
    moveCash: 'ingresar o retirar efectivo del cajón',
    invoice: 'emitir facturas',
    acceptDifference:
      'ver y aceptar una diferencia de caja, o decidir por su voucher un cobro con tarjeta',
    seeReceipts: 'ver todas las boletas',
    readAudit: 'leer el registro de acciones',
    readReports: 'ver los informes de la tienda',
    editCatalogue: 'cambiar el catálogo',
    stock: 'contar, recibir y corregir el stock',
    promotions: 'cambiar promociones y listas de precios',
    customers: 'ver y cambiar la lista de clientes',
    manageStaff: 'cambiar los ajustes y el personal',
  },
  /** `3 × «Café»`: an approval is for so much of it. */
  subject: '{quantity} × «{name}»',
  percentOff: '{rule} de descuento',
  amountOff: '{rule} de descuento, {percent} %,',
  lineDiscount: '{off} en {subject} ({less})',
  cartDiscount: '{off} a la venta de {base} ({less})',
  price: '{subject} a {price}',
  priceOfList: '{subject} a {price} (lista {list})',
  label: '{subject} a {price}, según una etiqueta de balanza',
  part: '{subject}, parte de una pieza de {price}',
  freeLine: 'monto libre {subject} por {price}',
  priceList: 'usar la lista de precios «{name}»',
}
