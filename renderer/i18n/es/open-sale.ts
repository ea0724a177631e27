/** The open sale: what was taken for it already, and which screen has it. */
export const openSale = {
  actions: { takeSale: 'Seguir aquí' },
  audit: {
    'payment-dropped': 'Pago recibido y quitado',
    'payment-parked': 'Venta en espera con pagos',
    'sale-handed-over': 'Siguió con una venta ya pagada en parte',
  },
  openSale: {
    taken: 'Ya recibido: {{what}}',
    takenClear:
      'Ya se recibió {{what}}. Si vacía la venta, ese pago queda sin boleta: anúlelo en el terminal o devuelva el dinero.',
    takenPark: 'Queda guardado con la venta: {{what}}.',
    discardTitle: '¿Descartar una venta con pagos?',
    discardLead:
      'Ya se recibió {{what}}. Si la descarta, ese pago queda sin boleta: anúlelo en el terminal o devuelva el dinero.',
    discard: 'Descartar',
    keep: 'Conservar',
    handOverTitle: 'Esta venta ya tiene pagos',
    handOverLead:
      'Se recibió {{what}} mientras atendía otra persona. Si usted sigue con la venta, responde por esos pagos; queda anotado.',
    handOver: 'Seguir con esta venta',
    handOverPark: 'Entrar y dejarla en espera',
    back: 'Volver',
    elsewhereTitle: 'Esta venta está abierta en otra pantalla',
    elsewhereLead:
      'Siga allá, o tómela aquí: no se pierde nada, y en la otra pantalla ya no se podrá cobrar.',
    elsewhereSale_one: '{{count}} línea · {{total}}',
    elsewhereSale_other: '{{count}} líneas · {{total}}',
    elsewhereScan: 'Lo escaneado aquí no se agregó.',
  },
}
