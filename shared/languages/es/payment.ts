/** Refusals of the buyer and of payments, in Spanish. */
export const paymentRefusals = {
  // Buyer
  RUT_FORMAT: 'Escriba el RUT con su dígito verificador, por ejemplo 12.345.678-5.',
  RUT_CHECK_DIGIT: 'El dígito verificador no corresponde a ese RUT. Revise los números.',
  BUYER_REQUIRED:
    'Desde {limit} la ley pide el RUT y el nombre del comprador. Complételos para cobrar.',
  INVOICE_BUYER_REQUIRED: 'La factura necesita el RUT del comprador. Escríbalo.',
  INVOICE_BEARER_REQUIRED:
    'Escriba el RUT de quien compra, como está en su carné: la factura lo nombra (Res. Ex. SII 121/2024).',
  INVOICE_PURPOSE_REQUIRED: 'Escriba para qué es la compra, por ejemplo: almuerzo de trabajo.',
  INVOICE_ACTIVITY_REQUIRED: 'Escriba el giro del comprador, por ejemplo: Almacén.',
  INVOICE_ADDRESS_REQUIRED: 'Escriba la dirección del comprador.',
  INVOICE_COMMUNE_REQUIRED: 'Escriba la comuna del comprador.',
  EMAIL_NOT_VALID: 'Revise el correo: falta algo, como en nombre@ejemplo.cl.',
  CONTACT_TOO_LONG: 'Teléfono y correo juntos admiten hasta 80 caracteres.',
  // Card terminal
  CARD_NO_TERMINAL: 'Esta caja no tiene un terminal de tarjetas conectado. Elíjalo en Ajustes.',
  CARD_STILL_OPEN:
    'Hay un cobro con tarjeta que todavía no se sabe cómo terminó. No cobre de nuevo: espere, o responda qué dice el voucher.',
  CARD_NOT_CHARGED: 'Ese pago con tarjeta no está cobrado en el terminal. Cóbrelo primero.',
  CARD_NOT_REFUNDABLE:
    'La caja no puede devolver ese monto a la tarjeta por internet: devuélvalo en el terminal o en la cuenta de Mercado Pago, y anote el comprobante.',
  CARD_REFUND_OPEN:
    'Hay una devolución a la tarjeta que todavía no termina. Espere a que Mercado Pago la confirme, o responda en el aviso cómo se resolvió.',
  CARD_REFUND_MADE:
    'El dinero de esta devolución ya volvió al cliente: no se puede anular. Si se lleva el producto, véndaselo de nuevo.',
  CARD_AT_TERMINAL: 'El terminal ya tiene ese cobro: cancélelo con su tecla roja.',
  CARD_CANCEL_UNHEARD:
    'Mercado Pago no respondió: no se sabe si el cobro se canceló. La caja sigue preguntando; pruebe de nuevo.',
  CARD_DENIED:
    'El terminal dice que esa tarjeta no se cobró, aunque alguien dijo que sí. Quite ese pago y cobre de nuevo.',
  CARD_PART_MISSING:
    'El terminal ya cobró una tarjeta de esta venta y no está entre sus pagos. Vuelva a abrir el pago.',
  CARD_FOUND_CHARGED:
    'El terminal ya había cobrado {amount} con tarjeta en esta venta: quedó entre sus pagos. Vea cuánto falta ahora; lo que sobre, devuélvalo y bórrelo.',
  CARD_AMOUNT_RANGE: 'El terminal cobra desde {least} hasta {most}.',
  CARD_AUTHORIZATION_REQUIRED: 'Escriba el código de autorización que está en el voucher.',
  CARD_MOVED_ON: 'Ese cobro con tarjeta ya tiene respuesta. Mire cómo quedó antes de seguir.',
  CARD_METHOD_NEEDED:
    'El terminal de tarjetas, o un cobro que aún no está en una venta, usa ese medio de pago: déjelo activo.',
  CARD_ONLY_PRACTICE:
    'El terminal de práctica aprueba sin dinero: solo sirve en una caja de práctica.',
  CARD_PORT_NOT_VALID: 'Eso no es un puerto: por ejemplo COM4, o /dev/ttyUSB0.',
  PORT_IS_THE_CARDS: 'En ese puerto está el terminal de tarjetas. Elija otro.',
  CARD_PORT_TAKEN: 'En ese puerto ya está la impresora o la balanza. Elija otro.',
  CARD_ACCOUNT_NEEDED:
    'Pegue el Access Token de su cuenta de Mercado Pago: en este computador falta, es de otro RUT o no se puede leer.',
  CARD_TOKEN_NOT_TRIAL:
    'Eso no es un Access Token de prueba: empieza con TEST-. Una caja de práctica no acepta otro; cópielo desde «Credenciales de prueba».',
  CARD_TOKEN_NOT_VALID:
    'Eso no es un Access Token: empieza con APP_USR-. Cópielo entero desde «Credenciales de producción».',
  CARD_TOKEN_REFUSED:
    'Mercado Pago no acepta ese Access Token. Cópielo de nuevo desde «Credenciales de producción».',
  CARD_ACCOUNT_AWAY:
    'Mercado Pago no responde ahora. Revise internet y pruebe de nuevo; nada cambió.',
  // Payment
  TENDERED_NOT_VALID: 'Escriba el monto recibido en pesos enteros.',
  TENDERED_BELOW_DUE: 'Faltan {missing} para completar el pago.',
  TENDERED_TOO_LARGE: 'El monto recibido parece un error: el máximo es {limit}.',
  PAYMENT_NOTHING_DUE: 'Ya está todo pagado: confirme, o quite primero otro pago.',
  PAYMENTS_TAKEN_ABOVE:
    'Lo ya pagado suma {taken} y la venta quedó en {total}: sobran {over}. Quite ese pago y cóbrelo de nuevo.',
  PAYMENT_ABOVE_DUE: 'Con {method} no se da vuelto: faltan solo {due}.',
  TYPED_OF_OTHER_METHOD:
    'Con {method} quedó escrito {typed}. Para borrarlo y cobrar con {next}, presione {next} otra vez.',
  PAYMENTS_TOO_MANY: 'Una venta admite hasta 10 pagos. Quite alguno.',
  CASH_TWICE: 'El efectivo va en un solo pago. Sume los montos.',
  METHOD_UNKNOWN:
    'Ese medio de pago ya no está activo en esta caja. Quite ese pago, o elija otro medio.',
  METHOD_TWICE: 'El medio de pago «{name}» está repetido.',
  METHOD_ID_NOT_VALID: 'El código de un medio de pago tiene de 1 a 8 letras mayúsculas o números.',
  METHOD_CASH_REQUIRED: 'El efectivo no se puede quitar ni cambiar de tipo.',
  METHODS_TOO_MANY: 'Esta caja admite hasta {limit} medios de pago.',
  REFERENCE_REQUIRED: 'Escriba el número de operación de {method}.',
  REFERENCE_NOT_VALID:
    'El número de operación admite hasta 40 letras, números o signos corrientes.',
  VOUCHER_CARD_ONLY:
    'Solo el voucher de un terminal de tarjetas vale como boleta, y {method} no es un terminal.',
  VOUCHER_DECLARED:
    'Su tienda declaró que emite boleta en todas las ventas: el voucher de {method} no puede ser la boleta. Cambie primero el modelo de emisión.',
  TIP_NOT_TAKEN: 'Esta caja no recibe propinas. Quite la propina, o actívela en Ajustes.',
  TIP_TOO_LARGE: 'La propina parece un error: en esta venta el máximo es {limit}.',
  TIP_BY_CREDIT:
    'La propina no se puede pagar con una nota de crédito. Quite la propina, o la nota que vale más que la compra.',
  TIP_PERCENTS_NOT_VALID:
    'Escriba de uno a {most} porcentajes enteros, del 1 al {limit}, por ejemplo 10.',
  LIMIT_YEARS_NOT_VALID: 'Escriba un monto en pesos para cada año, una sola vez.',
  TOTAL_CHANGED: 'El total cambió a {total}. Revise la venta y cobre de nuevo.',
  SALE_NOT_OPEN: 'Esta venta no está abierta. Vuelva a la venta y cobre de nuevo.',
  SALE_NOT_FOUND: 'No se encontró esa venta en esta caja.',
  SALE_NOT_SAVED:
    'No se sabe si la venta quedó guardada. No entregue el producto todavía: presione Confirmar otra vez; nunca se cobra dos veces.',
  DISK_FULL:
    'No queda espacio en el disco. La venta no se guardó. Libere espacio y cobre de nuevo.',
}
