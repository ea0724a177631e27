/** The settings, in Chilean Spanish. */
export const settingsEs = {
  settings: {
    title: 'Ajustes', index: 'Partes de los ajustes', failed: 'No se pudieron leer los ajustes', printer: 'Impresora', lookAgain: 'Buscar de nuevo',
    looking: 'Buscando impresoras…', noPrinters: 'No se encontró ninguna impresora. Revise el cable y que esté encendida.',
    printsReceiptAfterSlip: 'Imprimir la boleta cuando llegue, aunque ya se entregó un comprobante provisorio',
    printerMeta: '{{kind}}, papel de {{widthMm}} mm', transport: { virtual: 'En pantalla', usb: 'USB', tcp: 'Red', spooler: 'Impresora del sistema', file: 'Puerto', serial: 'Serie (RS-232)', none: 'Ninguna' },
    ready: 'Lista', troubled: 'Con problemas', absent: 'Desconectada',
    service: 'Servicio de boletas', serviceUrl: 'Dirección del servicio',
    serviceUrlHint: 'La que da su proveedor.', apiKey: 'Clave del servicio',
    apiKeyHint: 'Se guarda en la caja y no vuelve a mostrarse.', noKey: 'Sin clave guardada', keyTail: 'Guardada, termina en {{tail}}',
    ifAsked: 'Solo si su proveedor lo indica', companyId: 'Identificador de la empresa', companyIdHint: 'Vacío, la caja lo busca por su RUT.',
    pathCodes: 'Códigos de documento en las direcciones', pathCodesHint: 'Vacío, van los números del SII: 39, 41, 61 y 56.',
    cashier: 'Nombre en la caja', cashierHint: 'Aparece en la boleta.', language: 'Idioma',
    theme: 'Apariencia', themeSystem: 'Automática', themeLight: 'Clara', themeDark: 'Oscura',
    shop: 'Tienda', commune: 'Comuna', tradeName: 'Nombre', legalName: 'Razón social', rut: 'RUT', address: 'Dirección', register: 'Caja', version: 'Versión',
    groups: { counter: 'Esta caja', shop: 'El negocio' }, appearance: 'Pantalla', appearanceLead: 'Se ve al momento y queda guardado en esta caja.',
    more: 'Más ajustes con el PIN del dueño', moreHint: 'Tienda, servicio, medios de pago, personal y turnos. Usted sigue atendiendo.',
    lent: '{{name}} abrió los ajustes con su PIN. Se cierran al salir de aquí.',
    unsaved: {
      tag: 'Cambios sin guardar', discard: 'Descartar', title: '¿Guardar los cambios?', lead: 'Lo escrito en «{{section}}» aún no vale.',
    },
  },
  setUp: {
    missing: {
      shop: 'Esta caja aún no vende: faltan los datos de su tienda.', address: 'Esta caja aún no vende: falta la dirección del servicio de boletas.',
      key: 'Esta caja aún no vende: falta la clave del servicio de boletas.', test: 'Esta caja aún no vende: falta probar la conexión con el servicio de boletas.',
    },
    go: 'Completar', steps: 'Para vender', shop: 'Datos de la tienda', address: 'Dirección del servicio', key: 'Clave del servicio', test: 'Conexión probada',
    done: 'Listo', open: 'Falta', tryIt: 'Probar conexión', trying: 'Probando…', stop: 'Detener', ready: 'La caja puede vender.',
    ours: 'Conexión probada: el servicio conoce la clave y el RUT de su tienda.', unlisted: 'Conexión probada: el servicio conoce la clave. No dice de qué empresa es; revise el RUT de la primera boleta.',
    practice: 'Caja de práctica', practiceLead: 'Lo que se vende aquí no es de verdad, ni lo será. La caja de su tienda se abre aparte, con sus propios datos (npm start -- --shop --data CARPETA).',
    fromStart: 'Se dio al abrir la caja (--api) y no se cambia aquí.', registerNumber: 'Número de caja', branchOffice: 'Código de sucursal',
    branchHint: 'El que da el SII a la sucursal. 0 es la casa matriz.', paperHint: 'Sale en los comprobantes de esta caja y, en una sucursal, también en la boleta como «Sucursal». La casa matriz la pone el servicio de boletas.',
  },
}
