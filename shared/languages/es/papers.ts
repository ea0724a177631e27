/** Refusals of papers, printers and scales, in Spanish. */
export const papersRefusals = {
  RECEIPT_WITHOUT_PAGE:
    'Esta boleta no se puede ver en el teléfono: cuando se vendió, el servicio no ofrecía la página. Imprímala o guarde el PDF.',
  PHONE_NOT_VALID: 'Revise el teléfono: un celular chileno es 9 y ocho números más, con o sin +56.',
  WHATSAPP_NOT_OPENED:
    'No se pudo abrir WhatsApp en este computador. Escanee el código con el teléfono de la tienda.',
  WHATSAPP_TOO_OFTEN:
    'WhatsApp se abrió recién, o {most} veces en una hora. Espere un momento, o use el código.',
  CUSTOMER_HAS_PHONE: 'Este cliente ya tiene un teléfono. Cámbielo en Clientes, si es otro.',
  RECEIPT_NOT_ISSUED: 'La boleta aún no tiene folio. Se imprimirá sola cuando lo tenga.',
  PRINTER_UNKNOWN: 'Esa impresora no está configurada en esta caja.',
  PRINTER_EXISTS: 'Esa dirección ya es de «{name}».',
  PRINTER_HAS_PAPERS: 'Esa impresora tiene papeles por imprimir. Páselos a otra antes de quitarla.',
  PRINTER_MODEL_UNKNOWN: 'Elija un modelo de la lista; si no está, uno genérico de su ancho.',
  PRINTER_ADDRESS_NOT_VALID:
    'Revise la dirección: una IP o nombre (192.168.1.50), el nombre de la cola, o un puerto como /dev/usb/lp0 o COM3.',
  LOGO_NOT_VALID: 'El logo debe ser una imagen PNG o JPEG de hasta 500 KB.',
  PRINTER_KEEPS_PAPERS:
    'La impresora {name} guarda una copia de lo que imprime. Anote el código a mano, o elija una impresora por USB, red o puerto serial.',
  PRINTER_NOT_CHOSEN:
    'Falta la impresora. Elíjala en Ajustes, Impresora. Puede vender igual: los papeles esperan hasta entonces.',
  PRINTER_NOT_FOUND: 'Impresora desconectada. Revise el cable y que esté encendida.',
  PRINTER_BUSY: 'Otro programa está usando la impresora. Ciérrelo.',
  PRINTER_NO_PERMISSION:
    'La caja no tiene permiso para usar la impresora. Pida a quien administra el computador que instale la regla USB.',
  PRINTER_NOT_TAKING_DATA: 'La impresora no responde. Revise papel y tapa; seguirá sola.',
  PAPER_OUT: 'Sin papel. Cambie el rollo; seguirá sola.',
  COVER_OPEN: 'Tapa abierta. Ciérrela; seguirá sola.',
  PDF_BROKEN: 'El servicio entregó un PDF dañado. Se pedirá de nuevo.',
  PDF_DAMAGED: 'El PDF guardado estaba dañado. Se pidió de nuevo al servicio.',
  PDF_MISSING:
    'El servicio todavía no entrega un PDF que se pueda imprimir. La caja lo pide de nuevo cada cierto rato; con «Reintentar ahora» lo pide al tiro.',
  PDF_OTHER_WIDTH:
    'El servicio está preparando la boleta en el ancho de esta impresora; sale sola.',
  PDF_TOO_LARGE:
    'El servicio entrega un PDF de más de 16 MB, que no es una boleta. Avise al proveedor.',
  PDF_TOO_HEAVY: 'Este PDF tarda demasiado en prepararse y no se imprimió. Avise al proveedor.',
  STAMP_UNREADABLE:
    'El timbre de este PDF no se puede leer, aunque se pidió de nuevo. Sin un timbre legible no sirve como boleta.',
  PDF_ENCRYPTED: 'El PDF está protegido y no se puede imprimir.',
  PDF_TOO_LONG: 'El PDF es demasiado largo para imprimirlo.',
  RASTER_CRASHED: 'No se pudo preparar la impresión. Vuelva a imprimir desde Boletas.',
  PAPER_LATE: 'Este papel estuvo mucho rato esperando la impresora. ¿Todavía quiere imprimirlo?',
  PAPER_SETTLED: 'Ese papel ya se resolvió. Mire su estado en la lista.',
  PRINT_UNKNOWN:
    'La conexión se cortó al imprimir. Mire el papel: si no salió completo, reimprima.',
}
