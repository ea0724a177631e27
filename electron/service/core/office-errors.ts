/** Those of the head office's pages, as `errors.ts` has them. */
export const OFFICE_ERRORS = {
  OFFICE_ENTRY_REFUSED: {
    status: 401,
    message: 'El correo, la frase de paso o el código del teléfono no calzan.',
  },
  OFFICE_SESSION_OVER: { status: 401, message: 'La sesión terminó: entre de nuevo.' },
  OFFICE_SHOP_OTHER: {
    status: 409,
    message: 'En otra ventana pasó a otra empresa: nada se hizo aquí.',
  },
  OFFICE_ROLE: { status: 403, message: 'Su rol no permite hacer esto.' },
  ORIGIN_REFUSED: { status: 403, message: 'La solicitud no viene de las páginas del servicio.' },
  INVITATION_INVALID: {
    status: 403,
    message: 'La invitación no sirve: pida otra. Cada una vale una vez y por un día.',
  },
  PHONE_CODE_WRONG: {
    status: 422,
    message: 'El código del teléfono no calza: vea que su hora sea la correcta.',
  },
  PERSON_EXISTS: { status: 409, message: 'Ya hay una persona con este correo.' },
  PERSON_NOT_FOUND: { status: 404, message: 'La persona no existe.' },
  STAFF_NOT_FOUND: { status: 404, message: 'Esta persona ya no atiende en las cajas.' },
  PEOPLE_FULL: { status: 409, message: 'Ya hay {limit} personas, que es lo máximo.' },
  PRODUCT_NOT_FOUND: { status: 404, message: 'El producto no existe en esta tienda.' },
  PRODUCT_NOT_CHANGED: {
    status: 409,
    message: 'Una caja lo cambió mientras tanto, o el valor no sirve: mire de nuevo.',
  },
  PLACE_UNKNOWN: { status: 422, message: 'Ninguna caja está en el lugar {place}.' },
  PLAN_DAY: {
    status: 422,
    message: 'La fecha {day} no sirve: un precio comienza desde hoy y dentro de {days} días.',
  },
  PLAN_CODE_UNKNOWN: { status: 422, message: 'Ningún producto tiene el código {code}.' },
  PLAN_NOT_FOUND: { status: 404, message: 'El precio con fecha de {code} ya no existe.' },
  PLANS_FULL: { status: 409, message: 'Ya hay {limit} precios con fecha, que es lo máximo.' },
  OFFER_NOT_FOUND: { status: 404, message: 'La promoción o la lista ya no existe.' },
  OFFER_NOT_VALID: {
    status: 422,
    message: 'La promoción o la lista no sirve así: revise su nombre, valores y fechas.',
  },
  OFFERS_FULL: { status: 409, message: 'Ya hay {limit}, que es lo máximo.' },
  LAST_OWNER: { status: 409, message: 'Es la única persona dueña: nombre otra primero.' },
} as const
