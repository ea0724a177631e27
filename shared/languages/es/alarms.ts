/** Alarms of the head office, as they are written by e-mail and shown on its pages. */
export const alarms = {
  /** `{of}`: till or kind of document; `{count}`: how much. */
  raised: {
    silent: '{of}: sin contacto desde hace {count} horas de atención',
    unsent: '{of}: su documento más antiguo espera desde hace {count} horas',
    folios: 'Quedan {count} folios de tipo {of}',
    certificate: 'El certificado digital termina en {count} días',
    printer: '{of}: la impresora no funciona desde hace {count} minutos ({detail})',
    version: '{of}: su programa es anterior al de las otras cajas ({detail})',
    prices: '{of}: cambió hoy {count} precios en más de la mitad',
    taken:
      '{of}: usó hoy {count} vales, notas de crédito o devoluciones de otras cajas, o lo dijo como caja central',
  },
  /** By the code that a till tells. */
  printers: {
    PRINTER_NOT_FOUND: 'No se encuentra',
    PRINTER_BUSY: 'Ocupada',
    PRINTER_NO_PERMISSION: 'Sin permiso',
    PAPER_OUT: 'Sin papel',
    COVER_OPEN: 'Tapa abierta',
    PRINTER_NOT_TAKING_DATA: 'No recibe datos',
    PRINTER_NOT_CHOSEN: 'Sin elegir',
  } as Readonly<Record<string, string>>,
  over: 'Ya pasó: {alarm}',
  one: '[{shop}] {alarm}',
  many: '[{shop}] {count} avisos',
  more: 'y {count} avisos más; están en la casa central.',
  foot: 'Se eligen en la casa central, en Alarmas.',
}
