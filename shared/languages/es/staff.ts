/** Refusals of people and their rights, and of shifts, in Spanish. */
export const staffRefusals = {
  // Staff
  SIGN_IN_REQUIRED: 'Nadie ha entrado a esta caja. Elija su nombre y escriba su PIN.',
  PIN_REQUIRED: 'Escriba el PIN.',
  PIN_WRONG: 'El PIN no es correcto.',
  PIN_LOCKED: 'Demasiados PIN incorrectos. Intente de nuevo en {seconds} segundos.',
  PIN_LOCKED_FOR_PERMISSIONS:
    'Demasiados PIN incorrectos. Espere {seconds} segundos. Quien autoriza puede entrar igual con su PIN, en «Cambiar cajero».',
  PIN_NOT_VALID: 'El PIN tiene entre 4 y 8 números.',
  PIN_ELSEWHERE:
    '{name} todavía no tiene PIN en esta caja: que entre una vez en la suya con su PIN, o que el dueño le ponga otro.',
  PIN_OF_ANOTHER_MACHINE:
    'Los PIN de esta caja se guardaron en otro computador, o no se puede abrir el llavero. Soporte le da al dueño un PIN nuevo: {program} owner-pin.',
  PIN_TOO_EASY: 'Ese PIN es demasiado fácil. Evite repetir un número o contar seguido.',
  SEAL_NOT_VALID: 'Escriba el sello como está en el Z, por ejemplo 1-128 A1B2-C3D4-E5F6.',
  STAFF_NOT_FOUND: 'Esa persona ya no atiende en esta caja.',
  STAFF_NAME_TAKEN: 'Ya hay alguien con ese nombre. Agregue el apellido.',
  STAFF_FULL: 'La caja admite hasta {most} personas. Retire a quien ya no atiende.',
  FIRST_IS_OWNER:
    'La primera persona debe ser el dueño, para que alguien pueda administrar a las demás.',
  LAST_OWNER: 'Debe quedar al menos un dueño.',
  OWNER_CODE_OWNER_ONLY: 'El código solo lo puede crear un dueño que entró con su propio PIN.',
  OWNER_CODE_NONE: 'Esta caja no tiene un código que sirva: ya se usó o se creó otro.',
  OWNER_CODE_WRONG: 'Ese no es el código. Revíselo letra por letra.',
  OWNER_CODE_LOCKED: 'Demasiados códigos incorrectos. Pruebe de nuevo en {minutes} min.',
  ROLE_REQUIRED: 'Elija al menos un rol.',
  ROLE_NOT_FOUND: 'Ese rol ya no existe. Vuelva a abrir esta parte.',
  ROLE_NAME_TAKEN: 'Ya hay un rol con ese nombre.',
  ROLE_IN_USE: '{names} tiene este rol: quíteselo antes, o archívelo.',
  ROLE_ARCHIVED: 'Ese rol está archivado: no se puede dar a nadie más.',
  ROLES_FULL: 'La caja admite hasta {most} roles propios. Elimine los que no se usan.',
  OWNER_PIN_REQUIRED:
    'Los ajustes se abrieron con el PIN de otra persona: para guardar, {name} debe escribirlo aquí.',
  RIGHT_ABOVE_OWN: 'No puede dar permisos que usted no tiene. Pídaselo al dueño.',
  RECEIPT_NOT_SEEN:
    'Con su rol no puede ver esta boleta. Pida ayuda a un supervisor; para devolver, escriba en Boletas el folio que dice el papel.',
  RIGHT_REQUIRED: 'Esta acción necesita el permiso de un supervisor.',
  OWNER_REQUIRED:
    'Esto solo lo puede cambiar el dueño: que entre con su PIN (⇧F1) y lo guarde de nuevo.',
  APPROVAL_REQUIRED:
    'Falta autorización de un supervisor: {what}. Vuelva a la venta y cobre de nuevo.',
  APPROVER_TOO_LOW: '{name} no puede autorizar esto. Pida a otra persona.',
  PERCENT_NOT_VALID: 'Escriba un porcentaje entre 0 y 100.',
  DRAWER_NOT_OPENED: 'El cajón no se abrió. Revise que la impresora esté encendida y conectada.',
  // Shifts
  SHIFTS_NOT_USED: 'Esta caja no usa turnos. Actívelos en Ajustes.',
  SHIFT_REQUIRED:
    'No hay un turno abierto. Ábralo con su fondo de caja (F11) y siga: la venta queda en pantalla.',
  SHIFT_ALREADY_OPEN: 'El turno {number} ya está abierto; lo abrió {name}.',
  SHIFT_NOT_OPEN: 'Ese turno ya no está abierto. Mire los turnos cerrados.',
  SHIFT_NOT_FOUND: 'No se encontró ese turno en esta caja.',
  SHIFT_DISK_LOW:
    'Quedan {free} MB de disco y un turno necesita {least}. Libere espacio y ábralo de nuevo.',
  SHIFT_STILL_OPEN: 'El turno {number} está abierto. Ciérrelo antes de dejar de usar turnos.',
  SHIFT_NOT_SAVED: 'No se sabe si quedó guardado. Presione otra vez: no se anota dos veces.',
  SHIFT_DISK_FULL:
    'No queda espacio en el disco y no se guardó. Libere espacio e intente de nuevo.',
  SHIFT_DIFFERENCE_REASON:
    'Hay una diferencia de {difference} con lo esperado. Escriba el motivo, o lo que sepa de ella.',
  SHIFT_SALE_PAID_IN_PART:
    'Hay ventas sin cobrar con pagos ya recibidos: {what}. Cóbrelas, o quite esos pagos, y cuente después.',
  SHIFT_COUNT_OLD: 'Se vendió o movió dinero después de este conteo. Cuente de nuevo y cierre.',
  SHIFT_HIDDEN:
    'Este turno se cuenta a ciegas: sus montos los ve un supervisor, y usted cuando se cierre.',
  SHIFT_RECOUNT_SUPERVISOR:
    'Este turno ya se contó y ya se vio lo esperado. Para contar de nuevo, un supervisor debe escribir su PIN.',
  CASH_AMOUNT_NOT_VALID: 'Escriba el monto en pesos enteros, por ejemplo 50000.',
  FLOAT_FAR:
    '¿Abre con {amount}? El turno anterior abrió con {last}. Si está bien, presione otra vez.',
  CASH_AMOUNT_TOO_LARGE: 'El monto parece un error: el máximo es {limit}.',
  CASH_REASON_REQUIRED: 'Escriba para qué es, por ejemplo «depósito al banco» o «sencillo».',
  CASH_OUT_ABOVE_DRAWER: 'En el cajón debe haber {there}. Revise el monto del retiro.',
  CASH_MOVED_BEFORE:
    'Este movimiento ya se anotó por {amount}. Ciérrelo y mire la lista del turno.',
  COUNT_CASH_REQUIRED: 'Cuente el efectivo del cajón. Si no hay nada, escriba 0.',
  COUNT_AMOUNT_NOT_VALID: 'Escriba lo contado en pesos enteros; 0 si no hay nada.',
  COUNT_NOT_VALID: 'Escriba cuántas hay, de 0 a {most}.',
  COUNT_PIECE_UNKNOWN: 'Esa moneda o billete no circula en Chile.',
  DOCUMENT_NOT_VALID: 'El servicio va a rechazar esta boleta ({field}). Corríjala antes de cobrar.',
  PRODUCT_UNKNOWN:
    'Ese producto ya no está en el catálogo. Quítelo de la venta y agréguelo otra vez.',
  TEXT_TOO_LONG: 'Admite hasta {most} caracteres.',
}
