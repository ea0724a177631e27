/** Refusals of papers, printers and scales. */
export const PAPERS_REFUSALS = {
  RECEIPT_NOT_ISSUED: {
    es: 'La boleta aún no tiene folio. Se imprimirá sola cuando lo tenga.',
    en: 'The receipt has no folio yet. It prints by itself once it has one.',
  },
  PRINTER_UNKNOWN: {
    es: 'Esa impresora no está configurada en esta caja.',
    en: 'That printer is not set up on this till.',
  },
  PRINTER_EXISTS: {
    es: 'Esa dirección ya es de «{name}».',
    en: 'That address already belongs to "{name}".',
  },
  PRINTER_HAS_PAPERS: {
    es: 'Esa impresora tiene papeles por imprimir. Páselos a otra antes de quitarla.',
    en: 'That printer still has papers to print. Move them to another one before taking it away.',
  },
  PRINTER_MODEL_UNKNOWN: {
    es: 'Elija un modelo de la lista; si no está, uno genérico de su ancho.',
    en: 'Choose a model from the list; if it is not there, a generic one of its width.',
  },
  PRINTER_ADDRESS_NOT_VALID: {
    es: 'Revise la dirección: una IP o nombre (192.168.1.50), el nombre de la cola, o un puerto como /dev/usb/lp0 o COM3.',
    en: 'Check the address: an IP or name (192.168.1.50), the name of the queue, or a port such as /dev/usb/lp0 or COM3.',
  },
  LOGO_NOT_VALID: {
    es: 'El logo debe ser una imagen PNG o JPEG de hasta 500 KB.',
    en: 'The logo must be a PNG or JPEG picture of at most 500 KB.',
  },
  PRINTER_NOT_CHOSEN: {
    es: 'Falta la impresora. Elíjala en Ajustes, Impresora: se vende igual, y los papeles esperan hasta entonces.',
    en: 'No printer yet. Choose one in Settings, Printer: sales go on, and the papers wait until then.',
  },
  PRINTER_NOT_FOUND: {
    es: 'Impresora desconectada. Revise el cable y que esté encendida.',
    en: 'Printer disconnected. Check the cable and that it is on.',
  },
  PRINTER_BUSY: {
    es: 'Otro programa está usando la impresora. Ciérrelo.',
    en: 'Another program is using the printer. Close it.',
  },
  PRINTER_NO_PERMISSION: {
    es: 'Sin permiso para usar la impresora. Pida al administrador instalar la regla USB.',
    en: 'No permission to use the printer. Ask the administrator to install the USB rule.',
  },
  PRINTER_NOT_TAKING_DATA: {
    es: 'La impresora no responde. Revise papel y tapa; seguirá sola.',
    en: 'The printer does not answer. Check paper and cover; it goes on by itself.',
  },
  PAPER_OUT: {
    es: 'Sin papel. Cambie el rollo; seguirá sola.',
    en: 'Out of paper. Change the roll; it goes on by itself.',
  },
  COVER_OPEN: {
    es: 'Tapa abierta. Ciérrela; seguirá sola.',
    en: 'Cover open. Close it; it goes on by itself.',
  },
  PDF_BROKEN: {
    es: 'El servicio entregó un PDF dañado. Se pedirá de nuevo.',
    en: 'The service delivered a damaged PDF. It will be asked for again.',
  },
  PDF_DAMAGED: {
    es: 'El PDF guardado estaba dañado. Se pidió de nuevo al servicio.',
    en: 'The stored PDF was damaged. It was asked for again.',
  },
  PDF_MISSING: {
    es: 'El servicio aún no entrega un PDF que se pueda imprimir. Se pide de nuevo, cada vez con más calma; «Reintentar ahora» lo pide al tiro.',
    en: 'The service has not delivered a PDF that can be printed yet. It is asked for again, ever more patiently; "Try again now" asks at once.',
  },
  PDF_TOO_LARGE: {
    es: 'El servicio entrega un PDF de más de 16 MB, que no es una boleta. Avise al proveedor.',
    en: 'The service delivers a PDF of more than 16 MB, which is no receipt. Tell the provider.',
  },
  PDF_TOO_HEAVY: {
    es: 'Dibujar este PDF tarda demasiado y se detuvo. Avise al proveedor.',
    en: 'Drawing this PDF takes too long and was stopped. Tell the provider.',
  },
  STAMP_UNREADABLE: {
    es: 'El timbre de este PDF no se puede leer, ni pidiéndolo de nuevo. Sin timbre legible no sirve como boleta.',
    en: 'The stamp of this PDF cannot be read, even fetched again. Without a readable stamp it is no valid receipt.',
  },
  PDF_ENCRYPTED: {
    es: 'El PDF está protegido y no se puede imprimir.',
    en: 'The PDF is protected and cannot be printed.',
  },
  PDF_TOO_LONG: {
    es: 'El PDF es demasiado largo para imprimirlo.',
    en: 'The PDF is too long to print.',
  },
  RASTER_CRASHED: {
    es: 'No se pudo preparar la impresión. Vuelva a imprimir desde Boletas.',
    en: 'The print could not be prepared. Print again from Receipts.',
  },
  PAPER_LATE: {
    es: 'Este papel esperó mucho por la impresora. Diga si aún se imprime.',
    en: 'This paper waited long for the printer. Say whether it is still to be printed.',
  },
  PAPER_SETTLED: {
    es: 'Ese papel ya se resolvió. Mire su estado en la lista.',
    en: 'That paper has been settled. Look at its state in the list.',
  },
  PRINT_UNKNOWN: {
    es: 'La conexión se cortó al imprimir. Mire el papel: si no salió completo, reimprima.',
    en: 'The connection broke while printing. Look at the paper: if it is not complete, print again.',
  },
} as const
