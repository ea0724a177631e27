/** Refusals of the buyer and of payments. */
export const PAYMENT_REFUSALS = {
  // Buyer
  RUT_FORMAT: {
    es: 'Escriba el RUT con su dígito verificador, por ejemplo 12.345.678-5.',
    en: 'Type the RUT with its check digit, for example 12.345.678-5.',
  },
  RUT_CHECK_DIGIT: {
    es: 'El dígito verificador no corresponde a ese RUT. Revise los números.',
    en: 'The check digit does not belong to that RUT. Check the digits.',
  },
  BUYER_REQUIRED: {
    es: 'Desde {limit} la ley pide el RUT y el nombre del comprador. Complételos para cobrar.',
    en: 'From {limit} the law asks for the RUT and the name of the buyer. Fill them in to charge.',
  },
  EMAIL_NOT_VALID: {
    es: 'Revise el correo: falta algo, como en nombre@ejemplo.cl.',
    en: 'Check the e-mail: something is missing, as in name@example.cl.',
  },
  CONTACT_TOO_LONG: {
    es: 'Teléfono y correo juntos admiten hasta 80 caracteres.',
    en: 'Phone and e-mail together hold at most 80 characters.',
  },
  // Payment
  TENDERED_NOT_VALID: {
    es: 'Escriba el monto recibido en pesos enteros.',
    en: 'Type the amount received in whole pesos.',
  },
  TENDERED_BELOW_DUE: {
    es: 'Faltan {missing} para completar el pago.',
    en: '{missing} are missing to complete the payment.',
  },
  TENDERED_TOO_LARGE: {
    es: 'El monto recibido parece un error: el máximo es {limit}.',
    en: 'The amount received looks like a mistake: the most is {limit}.',
  },
  PAYMENT_ABOVE_DUE: {
    es: 'Con {method} no se da vuelto: faltan solo {due}.',
    en: '{method} gives no change: only {due} are due.',
  },
  PAYMENTS_TOO_MANY: {
    es: 'Una venta admite hasta 10 pagos. Quite alguno.',
    en: 'A sale takes up to 10 payments. Take one out.',
  },
  CASH_TWICE: {
    es: 'El efectivo va en un solo pago. Sume los montos.',
    en: 'Cash goes in one payment. Add the amounts up.',
  },
  METHOD_UNKNOWN: {
    es: 'Ese medio de pago ya no está activo en esta caja. Quite ese pago, o elija otro medio.',
    en: 'That way to pay is not active on this till any more. Take that payment out, or choose another way.',
  },
  METHOD_TWICE: {
    es: 'El medio de pago «{name}» está repetido.',
    en: 'The way to pay "{name}" is there twice.',
  },
  METHOD_ID_NOT_VALID: {
    es: 'El código de un medio de pago tiene de 1 a 8 letras mayúsculas o números.',
    en: 'The code of a way to pay has 1 to 8 capital letters or digits.',
  },
  METHOD_CASH_REQUIRED: {
    es: 'El efectivo no se puede quitar ni cambiar de tipo.',
    en: 'Cash cannot be taken out or changed.',
  },
  METHODS_TOO_MANY: {
    es: 'Esta caja admite hasta {limit} medios de pago.',
    en: 'This till takes up to {limit} ways to pay.',
  },
  REFERENCE_REQUIRED: {
    es: 'Escriba el número de operación de {method}.',
    en: 'Type the operation number of {method}.',
  },
  REFERENCE_NOT_VALID: {
    es: 'El número de operación admite hasta 40 letras, números o signos corrientes.',
    en: 'The operation number holds at most 40 common letters, digits or signs.',
  },
  VOUCHER_ALONE: {
    es: 'El voucher de {method} ya es la boleta de lo que paga. Pague con él toda la venta, o elija un medio con boleta.',
    en: 'The voucher of {method} already is the receipt of what it pays. Pay the whole sale with it, or choose a way with a receipt.',
  },
  VOUCHER_EXEMPT: {
    es: 'El voucher de {method} no sirve de boleta para productos exentos. Elija un medio con boleta.',
    en: 'The voucher of {method} is no receipt for exempt products. Choose a way with a receipt.',
  },
  VOUCHER_BUYER: {
    es: 'Desde {limit} la ley pide una boleta con el comprador: el voucher de {method} no basta. Elija un medio con boleta.',
    en: 'From {limit} the law asks for a receipt that names the buyer: the voucher of {method} is not enough. Choose a way with a receipt.',
  },
  LIMIT_YEARS_NOT_VALID: {
    es: 'Escriba un monto en pesos para cada año, una sola vez.',
    en: 'Type an amount in pesos for each year, once.',
  },
  TOTAL_CHANGED: {
    es: 'El total cambió a {total}. Revise la venta y cobre de nuevo.',
    en: 'The total changed to {total}. Check the sale and charge again.',
  },
  SALE_NOT_OPEN: {
    es: 'Esta venta no está abierta. Vuelva a la venta y cobre de nuevo.',
    en: 'This sale is not open. Go back to the sale and charge again.',
  },
  SALE_NOT_FOUND: {
    es: 'No se encontró esa venta en esta caja.',
    en: 'That sale was not found on this till.',
  },
  SALE_NOT_SAVED: {
    es: 'No se sabe si la venta quedó guardada. No entregue el producto todavía: presione Confirmar otra vez; nunca se cobra dos veces.',
    en: 'It is not known whether the sale was saved. Do not hand over the goods yet: press Confirm again; it is never charged twice.',
  },
  DISK_FULL: {
    es: 'No queda espacio en el disco. La venta no se guardó. Libere espacio y cobre de nuevo.',
    en: 'The disk is full. The sale was not saved. Free some space and charge again.',
  },
} as const
