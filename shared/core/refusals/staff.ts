/** Refusals of people and their rights, and of shifts. */
export const STAFF_REFUSALS = {
  // Staff
  SIGN_IN_REQUIRED: {
    es: 'Nadie atiende esta caja. Elija su nombre y escriba su PIN.',
    en: 'Nobody serves at this till. Choose your name and type your PIN.',
  },
  PIN_REQUIRED: { es: 'Escriba el PIN.', en: 'Type the PIN.' },
  PIN_WRONG: { es: 'El PIN no es correcto.', en: 'The PIN is not right.' },
  PIN_LOCKED: {
    es: 'Demasiados PIN incorrectos. Intente de nuevo en {seconds} segundos.',
    en: 'Too many wrong PINs. Try again in {seconds} seconds.',
  },
  PIN_NOT_VALID: { es: 'El PIN tiene entre 4 y 8 números.', en: 'A PIN has 4 to 8 digits.' },
  PIN_TOO_EASY: {
    es: 'Ese PIN es demasiado fácil. Evite repetir un número o contar seguido.',
    en: 'That PIN is too easy. Do not repeat one digit or count in a row.',
  },
  STAFF_NOT_FOUND: {
    es: 'Esa persona ya no atiende en esta caja.',
    en: 'That person no longer serves at this till.',
  },
  STAFF_NAME_TAKEN: {
    es: 'Ya hay alguien con ese nombre. Agregue el apellido.',
    en: 'Somebody has that name already. Add the surname.',
  },
  STAFF_FULL: {
    es: 'La caja admite hasta {most} personas. Retire a quien ya no atiende.',
    en: 'A till takes at most {most} people. Remove those who no longer serve.',
  },
  FIRST_IS_OWNER: {
    es: 'La primera persona debe ser el dueño, para que alguien pueda administrar a las demás.',
    en: 'The first person must be the owner, so that somebody can manage the others.',
  },
  LAST_OWNER: { es: 'Debe quedar al menos un dueño.', en: 'At least one owner must stay.' },
  RIGHT_REQUIRED: {
    es: 'Esta acción necesita el permiso de un supervisor.',
    en: 'This action needs the permission of a supervisor.',
  },
  OWNER_REQUIRED: {
    es: 'Esto lo cambia el dueño: que entre con su PIN (⇧F1) y lo guarde de nuevo.',
    en: 'The owner changes this: sign in with the owner’s PIN (⇧F1) and save it again.',
  },
  APPROVAL_REQUIRED: {
    es: 'Falta autorización de un supervisor: {what}. Vuelva a la venta y cobre de nuevo.',
    en: 'A supervisor has to allow it: {what}. Go back to the sale and charge again.',
  },
  APPROVER_TOO_LOW: {
    es: '{name} no puede autorizar esto. Pida a otra persona.',
    en: '{name} cannot allow this. Ask somebody else.',
  },
  PERCENT_NOT_VALID: {
    es: 'Escriba un porcentaje entre 0 y 100.',
    en: 'Type a percentage from 0 to 100.',
  },
  DRAWER_NOT_OPENED: {
    es: 'El cajón no se abrió. Revise que la impresora esté encendida y conectada.',
    en: 'The drawer did not open. Check that the printer is on and connected.',
  },
  // Shifts
  SHIFTS_NOT_USED: {
    es: 'Esta caja no usa turnos. Actívelos en Ajustes.',
    en: 'This till does not use shifts. Turn them on in Settings.',
  },
  SHIFT_REQUIRED: {
    es: 'No hay un turno abierto. Ábralo con su fondo de caja (F11) y siga: la venta queda en pantalla.',
    en: 'No shift is open. Open one with its float (F11) and go on: the sale stays on the screen.',
  },
  SHIFT_ALREADY_OPEN: {
    es: 'El turno {number} ya está abierto; lo abrió {name}.',
    en: 'Shift {number} is open already; {name} opened it.',
  },
  SHIFT_NOT_OPEN: {
    es: 'Ese turno ya no está abierto. Mire los turnos cerrados.',
    en: 'That shift is not open any more. Look at the closed ones.',
  },
  SHIFT_NOT_FOUND: {
    es: 'No se encontró ese turno en esta caja.',
    en: 'That shift was not found on this till.',
  },
  SHIFT_DISK_LOW: {
    es: 'Quedan {free} MB de disco y un turno necesita {least}. Libere espacio y ábralo de nuevo.',
    en: 'There are {free} MB of disk left and a shift needs {least}. Free some space and open it again.',
  },
  SHIFT_STILL_OPEN: {
    es: 'El turno {number} está abierto. Ciérrelo antes de dejar de usar turnos.',
    en: 'Shift {number} is open. Close it before you stop using shifts.',
  },
  SHIFT_NOT_SAVED: {
    es: 'No se sabe si quedó guardado. Presione otra vez: nada se anota dos veces.',
    en: 'It is not known whether it was saved. Press again: nothing is written down twice.',
  },
  SHIFT_DISK_FULL: {
    es: 'No queda espacio en el disco y no se guardó. Libere espacio e intente de nuevo.',
    en: 'The disk is full and it was not saved. Free some space and try again.',
  },
  SHIFT_DIFFERENCE_REASON: {
    es: 'Hay una diferencia de {difference} con lo esperado. Escriba el motivo, o lo que sepa de ella.',
    en: 'There is a difference of {difference} from what was expected. Type the reason, or what you know of it.',
  },
  SHIFT_SALE_PAID_IN_PART: {
    es: 'Hay ventas sin cobrar con pagos ya recibidos: {what}. Cóbrelas, o quite esos pagos, y cuente después.',
    en: 'Sales nobody has charged have payments taken: {what}. Charge them, or take those payments out, and count then.',
  },
  SHIFT_COUNT_OLD: {
    es: 'Se vendió o movió dinero después de este conteo. Cuente de nuevo y cierre.',
    en: 'Something was sold or moved after this count. Count again and close.',
  },
  SHIFT_RECOUNT_SUPERVISOR: {
    es: 'Este turno ya se contó y lo esperado se vio. Para contar de nuevo, un supervisor escribe su PIN.',
    en: 'This shift has been counted and what was expected was seen. To count again a supervisor types a PIN.',
  },
  CASH_AMOUNT_NOT_VALID: {
    es: 'Escriba el monto en pesos enteros, por ejemplo 50000.',
    en: 'Type the amount in whole pesos, for example 50000.',
  },
  CASH_AMOUNT_TOO_LARGE: {
    es: 'El monto parece un error: el máximo es {limit}.',
    en: 'The amount looks like a mistake: the most is {limit}.',
  },
  CASH_REASON_REQUIRED: {
    es: 'Escriba para qué es, por ejemplo «depósito al banco» o «sencillo».',
    en: 'Type what it is for, for example "bank deposit" or "small change".',
  },
  CASH_OUT_ABOVE_DRAWER: {
    es: 'En el cajón debe haber {there}. Revise el monto del retiro.',
    en: 'The drawer should hold {there}. Check the amount taken out.',
  },
  CASH_MOVED_BEFORE: {
    es: 'Este movimiento ya se anotó por {amount}. Ciérrelo y mire la lista del turno.',
    en: 'This movement was written down already, for {amount}. Close it and look at the list of the shift.',
  },
  COUNT_CASH_REQUIRED: {
    es: 'Cuente el efectivo del cajón. Si no hay nada, escriba 0.',
    en: 'Count the cash in the drawer. If there is none, type 0.',
  },
  COUNT_AMOUNT_NOT_VALID: {
    es: 'Escriba lo contado en pesos enteros; 0 si no hay nada.',
    en: 'Type what was counted in whole pesos; 0 if there is nothing.',
  },
  COUNT_NOT_VALID: {
    es: 'Escriba cuántas hay, de 0 a {most}.',
    en: 'Type how many there are, from 0 to {most}.',
  },
  COUNT_PIECE_UNKNOWN: {
    es: 'Esa moneda o billete no circula en Chile.',
    en: 'That coin or note does not circulate in Chile.',
  },
  DOCUMENT_NOT_VALID: {
    es: 'El servicio no aceptaría esta boleta ({field}). Corríjalo antes de cobrar.',
    en: 'The service would not take this receipt ({field}). Correct it before charging.',
  },
  PRODUCT_UNKNOWN: {
    es: 'Ese producto ya no está en el catálogo. Quítelo de la venta y agréguelo otra vez.',
    en: 'That product is no longer in the catalogue. Remove it from the sale and add it again.',
  },
  TEXT_TOO_LONG: {
    es: 'Admite hasta {most} caracteres.',
    en: 'It holds at most {most} characters.',
  },
} as const
