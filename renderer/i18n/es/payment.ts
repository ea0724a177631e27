/** Payment, the buyer and the result of a sale, in Spanish. */
import type { DefaultMethodId } from '#shared/selling/payment/payment-method.ts'

export const payment = {
  methods: { EF: 'Efectivo', TC: 'Tarjeta', PE: 'Transferencia', VALE: 'Cupón' } satisfies Record<
    DefaultMethodId,
    string
  >,
  payment: {
    title: 'Cobro',
    sale: 'Venta que se cobra',
    method: 'Medio de pago',
    dueBy: 'A pagar: {{name}}',
    dueRest: 'Falta pagar',
    takenAbove: 'Pagado de más',
    add: 'Agregar pago',
    parts: 'Pagos recibidos',
    removePart: 'Quitar el pago con {{name}}',
    amountBy: 'Monto con {{name}}',
    reference: 'N° de operación',
    referenceOptional: 'N° de operación (opcional)',
    restHint: 'Sin monto se cobra todo lo que falta.',
    voucherHint: 'Lo que se paga con tarjeta no lleva boleta: vale el voucher.',
    documents: 'Boleta por {{receipt}}, voucher por {{voucher}}.',
    exemptOf: 'Exento: {{receipt}} en la boleta, {{voucher}} en el voucher.',
    keyIn: 'En el terminal digite {{taxed}} afecto y {{exempt}} exento.',
    proof: {
      invoice:
        'La factura documenta toda la venta y el voucher solo prueba el pago. Si el terminal pregunta, elija factura; guarde el voucher para el contador.',
      receipt:
        'Desde {{limit}} la boleta nombra al comprador y documenta toda la venta; el voucher solo prueba el pago. Guárdelo para el contador.',
    },
    documentTotal: 'Total de la boleta',
    rounding: 'Redondeo Ley 20.956',
    lines_one: '{{count}} línea',
    lines_other: '{{count}} líneas',
    linesHidden_one: 'y {{count}} línea anterior',
    linesHidden_other: 'y {{count}} líneas anteriores',
    tendered: 'Recibido',
    exactHint: 'Sin monto se cobra exacto.',
    exact: 'Exacto',
    quick: 'Montos frecuentes',
    change: 'Vuelto',
    missing: 'Falta',
    cardHint: 'Cobre en el terminal y luego confirme. Sin monto se cobra todo lo que falta.',
    saving: 'Guardando…',
    unanswered:
      'La caja no respondió a tiempo. Presione Confirmar otra vez: la misma venta nunca se cobra dos veces.',
  },
  emission: {
    title: 'Modelo de emisión',
    lead: 'El SII cuenta cada venta una sola vez: por su boleta o por el voucher de la tarjeta. Cuál de los dos depende de lo que su tienda declaró.',
    question: '¿Qué declaró en sii.cl, en «Declaración de Modelo de Emisión de Boletas»?',
    models: {
      'every-sale': 'Siempre emito boleta, aun cuando reciba un pago electrónico',
      'card-voucher': 'No emito boleta cuando reciba un pago electrónico, o no he declarado nada',
    },
    means: {
      'every-sale':
        'En la caja: lo pagado con tarjeta también sale con boleta. El voucher es solo el comprobante del pago.',
      'card-voucher':
        'En la caja: por lo pagado con tarjeta se entrega el voucher y no se emite otra boleta. Efectivo y transferencia llevan boleta; si se paga una parte con tarjeta y otra sin ella, cada parte lleva lo suyo.',
    },
    short: {
      'every-sale': 'boleta en todas las ventas',
      'card-voucher': 'el voucher es la boleta',
    },
    advice:
      'Si no lo sabe, pregunte a su contador: con la respuesta equivocada el IVA de lo vendido con tarjeta se declara dos veces, o ninguna.',
    exempt: {
      question: 'Si se paga una parte con tarjeta y otra no, los productos exentos van:',
      shares: {
        proportional: 'Repartidos entre la boleta y el voucher',
        'receipt-first': 'Primero en la boleta',
      },
      means: {
        proportional: 'Cada documento lleva la misma proporción de exento que la venta.',
        'receipt-first': 'El voucher lleva exento solo cuando ya no cabe en la boleta.',
      },
      advice:
        'No encontramos un texto del SII que diga cómo repartirlos: pregunte a su contador. La caja muestra los montos antes de cobrar.',
    },
    since: 'Así trabaja esta caja desde el {{date}}.',
  },
  paymentSettings: {
    title: 'Medios de pago',
    name: 'Nombre en pantalla y boleta',
    isActive: 'Se usa en esta caja',
    opensDrawer: 'Abre el cajón',
    needsReference: 'Pide número de operación',
    isCardTerminal: 'Es un terminal de tarjetas',
    isVoucherTheReceipt: 'El voucher es la boleta',
    add: 'Agregar medio',
    newName: 'Medio',
  },
  identified: {
    title: 'Ventas de 135 UF',
    limit: 'Monto {{year}} desde el que se identifica al comprador (135 UF)',
    limitHint: 'Con la UF del 31 de diciembre anterior. En uso: {{amount}}.',
    limitMissing: 'Falta el monto de {{year}}; se usa el último conocido, {{amount}}.',
    source: 'Dónde lo leyó',
    sourceHint: 'Por ejemplo: SII, valores y fechas, UF al 31-12.',
    register: 'Registro {{year}}',
    registerOf: 'Ventas desde 135 UF',
    none: 'Ninguna venta de {{year}} llegó a {{amount}}.',
    csv: 'Guardar CSV',
    date: 'Fecha',
    buyer: 'Comprador',
    amount: 'Monto',
    missing: 'Falta el monto de 135 UF de {{year}}',
    missingMeans:
      'Desde 135 UF la ley pide el RUT y el nombre del comprador en la boleta. El monto en pesos cambia cada año, con la UF del 31 de diciembre.',
    missingUntil:
      'Mientras no lo ingrese, la caja los pide desde {{amount}}, el último monto conocido. Si vende por menos, nada cambia.',
    enter: 'Ingresar el monto',
  },
  customer: {
    title: 'Cliente',
    optional: '(opcional)',
    rut: 'RUT',
    name: 'Nombre o razón social',
    phone: 'Teléfono',
    email: 'Correo',
    contact: '{{used}} de {{most}} letras con el teléfono',
    required: 'obligatorio desde {{limit}}',
    known: 'Clientes conocidos',
    split: {
      buyer: 'Con esta, este RUT suma hoy {{count}} boletas por',
      nameless: 'Con esta son {{count}} boletas grandes seguidas por',
      law: 'Si son una misma venta, desde {{limit}} va en una sola boleta con nombre y RUT: dividirla está prohibido (Res. Ex. SII 44/2025). Puede seguir; queda en el registro.',
    },
    hint: {
      known: 'Cliente conocido de esta tienda.',
      asking: 'Buscando el nombre…',
      found: 'Nombre según el SII.',
      unknown: 'Ese RUT no aparece; escriba el nombre.',
      unavailable: 'No se puede consultar ahora; escriba el nombre.',
    },
  },
  result: {
    change: 'Su vuelto',
    paid: 'Pagado',
    total: 'Total',
    tendered: 'Recibido',
    byReceipt: 'Va en la boleta',
    byVoucher: 'Va en el voucher',
    paper: 'Boleta impresa',
    issued: 'Boleta emitida N° {{folio}}',
    issuedExempt: 'Boleta exenta emitida N° {{folio}}',
    issuedText: 'Tiene folio y timbre. La boleta se imprime sola.',
    printedText: 'Tiene folio y timbre.',
    heldText: 'Tiene folio y timbre. La boleta espera a la impresora y sale sola.',
    unprintedText: 'Tiene folio y timbre. Falta el papel: responda aquí abajo.',
    noPaperText: 'Tiene folio y timbre. Se eligió no imprimirla.',
    pending: 'Venta guardada, boleta pendiente',
    sendingText: 'Se está emitiendo en este momento.',
    offlineText: 'Sin conexión. Entregue el comprobante provisorio; la boleta se emitirá sola.',
    troubleText:
      'El servicio de boletas tiene problemas. Entregue el comprobante provisorio; la boleta se emitirá sola.',
    slowText:
      'El servicio de boletas está lento. Entregue el comprobante provisorio; la boleta se emitirá sola.',
    voucher: 'Venta guardada: el voucher es la boleta',
    voucherText: 'Entregue el voucher del terminal. No se emite otra boleta.',
    attention: 'Venta guardada, boleta requiere atención',
    attentionText: 'La venta y el pago están guardados. Revise la boleta en Boletas.',
  },
}
