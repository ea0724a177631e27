/**
 * Every error a client of the service can get: its status and its sentence. Sentences are Spanish
 * because tills show them to people; the code is for programs. `{name}` is filled from the params.
 */
import type { ErrorBody, ValidationError } from '#shared/issuing/document-response.ts'
import { OFFICE_ERRORS } from './office-errors.ts'

export const ERRORS = {
  // Request
  MALFORMED_BODY: { status: 400, message: 'El cuerpo no es un JSON válido.' },
  CHARACTER_NUL: { status: 400, message: 'El texto no puede tener el carácter nulo (U+0000).' },
  CHARACTER_HALF: {
    status: 400,
    message: 'El texto tiene un carácter a medias (UTF-16 sin su par).',
  },
  REQUIRED: { status: 400, message: 'Falta este campo.' },
  FIELD_UNKNOWN: { status: 400, message: 'Este campo no existe o no se cambia.' },
  INVALID_TYPE: { status: 400, message: 'El tipo de dato no es el esperado ({expected}).' },
  INVALID_PARAMETER: { status: 400, message: 'El parámetro no es válido: {detail}.' },
  BODY_TOO_LARGE: { status: 413, message: 'El cuerpo supera {limit} bytes.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'El cuerpo debe ser application/json.' },
  RATE_LIMITED: { status: 429, message: 'Demasiadas solicitudes. Espere {seconds} segundos.' },
  NOT_FOUND: { status: 404, message: 'No existe esta dirección.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Esta dirección no admite el método {method}.' },
  INTERNAL_ERROR: { status: 500, message: 'Error interno. Referencia: {requestId}.' },
  DATABASE_UNAVAILABLE: {
    status: 503,
    message: 'La base de datos no responde. Intente de nuevo en unos segundos.',
  },
  DISK_FULL: {
    status: 503,
    message: 'El disco del servicio está lleno: no se emite nada hasta que haya espacio.',
  },
  ENDING: { status: 503, message: 'Este proceso está terminando; otro responde.' },
  OVERLOADED: {
    status: 503,
    message: 'El servicio está ocupado. Intente de nuevo en {seconds} segundos.',
  },
  AUTHORITY_UNAVAILABLE: {
    status: 503,
    message: 'La autoridad tributaria no responde. Intente de nuevo en unos minutos.',
  },
  SIMULATED_ERROR: { status: 503, message: 'Error simulado por el ambiente de pruebas.' },
  // Who asks
  API_KEY_INVALID: { status: 401, message: 'La clave X-Api-Key falta o no es válida.' },
  COMPANY_NOT_ACCESSIBLE: { status: 403, message: 'La clave no tiene acceso a esta empresa.' },
  ROLE_NOT_ALLOWED: { status: 403, message: 'El rol {role} no puede hacer esto.' },
  // What is asked for
  COMPANY_NOT_FOUND: { status: 404, message: 'La empresa no existe.' },
  COMPANY_REQUIRED: { status: 400, message: 'La clave accede a varias empresas; indique cuál.' },
  COMPANY_SUSPENDED: { status: 400, message: 'La empresa está suspendida.' },
  DOCUMENT_NOT_FOUND: { status: 404, message: 'El documento no existe.' },
  DOCUMENT_TYPE_NOT_FOUND: { status: 404, message: 'El tipo de documento {type} no existe.' },
  DOCUMENT_NOT_PENDING: {
    status: 409,
    message: 'Solo se pueden eliminar documentos pendientes; este está {status}.',
  },
  DOCUMENT_CREDITED: {
    status: 409,
    message: 'Una nota de crédito se refiere a este documento; elimine primero la nota.',
  },
  TAXPAYER_NOT_FOUND: { status: 404, message: 'El contribuyente no existe.' },
  COUNTRY_NOT_SUPPORTED: { status: 404, message: 'El país {country} no está disponible.' },
  USER_NOT_FOUND: { status: 404, message: 'La clave no existe.' },
  KEY_OF_THIS_REQUEST: {
    status: 409,
    message: 'Una clave no se cambia ni se revoca a sí misma; use otra de dueño.',
  },
  NOTHING_TO_CHANGE: { status: 400, message: 'La solicitud no cambia nada.' },
  SUSPENDED_BY_OPERATOR: {
    status: 403,
    message: 'Quien opera el servicio suspendió la empresa; solo él la reactiva.',
  },
  RESOLUTION_REQUIRED: {
    status: 422,
    message: 'Para emitir de verdad falta el número de resolución del SII.',
  },
  AUTHORITY_SIMULATED: {
    status: 422,
    message: 'El servicio no tiene una autoridad (--authority): nada se enviaría al SII.',
  },
  TEST_DOCUMENTS_WAIT: {
    status: 409,
    message: 'Hay documentos de prueba en camino; espere a que terminen o elimínelos.',
  },
  DOCUMENTS_COUNT: {
    status: 409,
    message: 'La empresa ya emitió documentos con validez: no vuelve al modo de prueba.',
  },
  LOGO_NOT_VALID: { status: 422, message: 'El logo debe ser una imagen PNG de tamaño razonable.' },
  LOGO_NOT_FOUND: { status: 404, message: 'La empresa no tiene logo.' },
  WEBHOOK_NOT_FOUND: { status: 404, message: 'No hay un webhook configurado.' },
  WEBHOOK_EXISTS: { status: 409, message: 'Ya hay un webhook configurado; modifíquelo con PUT.' },
  WEBHOOK_URL_NOT_ALLOWED: { status: 422, message: 'La dirección no se admite: {detail}.' },
  WEBHOOK_EVENT_UNKNOWN: { status: 422, message: 'El evento {event} no existe.' },
  COMPANY_EXISTS: { status: 409, message: 'Ya hay una empresa con el número {number}.' },
  CERTIFICATE_NOT_VALID: {
    status: 422,
    message: 'El archivo no es un certificado en PEM (BEGIN CERTIFICATE).',
  },
  CERTIFICATE_PASSPHRASE: {
    status: 422,
    message: 'La clave no abre el archivo del certificado (.p12, .pfx).',
  },
  CERTIFICATE_CIPHER_OLD: {
    status: 422,
    message:
      'El archivo está cifrado de un modo antiguo (RC2). Saque de él el certificado y dé ese archivo: openssl pkcs12 -legacy -clcerts -nokeys -in ARCHIVO -out cert.crt',
  },
  CERTIFICATE_ENDED: { status: 422, message: 'El certificado venció el {day}.' },
  CERTIFICATE_NOT_YET: { status: 422, message: 'El certificado vale recién desde el {day}.' },
  CERTIFICATE_EXISTS: {
    status: 409,
    message: 'La empresa ya tiene el certificado con el número de serie {serial}.',
  },
  CAF_NOT_VALID: {
    status: 422,
    message: 'El archivo no es una autorización de folios (CAF) válida: revise {element}.',
  },
  CAF_KEY_TOO_LONG: {
    status: 422,
    message:
      'La clave del CAF tiene más de {bits} bits y su timbre no cabe en el papel: pida otros folios.',
  },
  CAF_KEY_UNKNOWN: {
    status: 422,
    message: 'La autorización (CAF) está firmada con la llave {key}, que no es una del SII.',
  },
  CAF_ALTERED: {
    status: 422,
    message: 'La firma del SII no calza con la autorización (CAF): el archivo fue modificado.',
  },
  CAF_OF_TEST: {
    status: 422,
    message: 'La autorización (CAF) es de prueba y la empresa emite de verdad.',
  },
  CAF_NOT_YET: { status: 422, message: 'La autorización (CAF) vale recién desde el {day}.' },
  CAF_ENDED: { status: 422, message: 'La autorización (CAF) venció el {day}.' },
  CAF_OF_ANOTHER: { status: 422, message: 'La autorización de folios es de {rut}.' },
  RANGE_NOT_FOUND: { status: 404, message: 'Estos folios no existen o ya no están en uso.' },
  RANGE_EXISTS: { status: 409, message: 'Ya hay folios autorizados en {range}.' },
  // Tills of a shop
  PAIRING_CODE_INVALID: {
    status: 403,
    message: 'El código no sirve: pida otro. Cada uno vale para una caja y por una hora.',
  },
  INSTALLATION_PAIRED: {
    status: 409,
    message: 'Este computador ya es la caja {number} de la tienda.',
  },
  TILLS_FULL: { status: 409, message: 'La tienda ya tiene {limit} cajas, que es lo máximo.' },
  TILL_KEY_REQUIRED: {
    status: 403,
    message: 'La clave de esta caja falta o ya no vale: vuelva a unirla a la tienda.',
  },
  TILL_ELSEWHERE: {
    status: 409,
    message: 'Esta clave es de la caja de otro computador: una esta caja con un código propio.',
  },
  TILL_MAY_NOT: {
    status: 403,
    message:
      'Con la clave de una caja no se hace esto: use la clave del negocio, o la casa central.',
  },
  TILL_STILL_THERE: { status: 409, message: 'Retire antes la caja: así no hace nada más.' },
  TILL_NOT_FOUND: { status: 404, message: 'La caja no existe en esta tienda o fue retirada.' },
  EPOCH_OVER: {
    status: 409,
    message: 'La base de datos del servicio se restauró: la caja lee todo de nuevo.',
  },
  VERSION_AHEAD: {
    status: 409,
    message: 'La tienda llega solo a la versión {version}: la caja debe leer todo de nuevo.',
  },
  ...OFFICE_ERRORS,
  // Fields
  TOO_LONG: { status: 422, message: 'Supera el largo máximo de {limit}.' },
  TOO_SHORT: { status: 422, message: 'El largo mínimo es {limit}.' },
  OUT_OF_RANGE: { status: 422, message: 'El valor está fuera de rango ({detail}).' },
  INVALID_FORMAT: { status: 422, message: 'El formato no es válido ({format}).' },
  INVALID_VALUE: { status: 422, message: 'El valor no es válido.' },
  // Rules of a document
  DUPLICATE_EXTERNAL_REFERENCE: {
    status: 409,
    message: 'Ya existe un documento con la referencia {reference}.',
  },
  CERTIFICATE_NOT_FOUND: {
    status: 422,
    message: 'La empresa no tiene un certificado digital vigente.',
  },
  INVOICE_TOTALS_MISMATCH: {
    status: 422,
    message: 'El total informado es {given} y el calculado es {calculated}.',
  },
  TAXES_MISMATCH: {
    status: 422,
    message: 'Los impuestos informados suman {given} y los de las líneas, {calculated}.',
  },
  TAX_RATE_REQUIRED: { status: 422, message: 'El impuesto {type} requiere tasa.' },
  TAX_TYPE_NOT_FOUND: { status: 422, message: 'El tipo de impuesto {type} no existe.' },
  TAX_NOT_ALLOWED: { status: 422, message: 'Un documento exento no lleva impuestos.' },
  AMOUNT_NOT_WHOLE: { status: 422, message: 'Los montos en {currency} son enteros.' },
  AMOUNT_TOO_LARGE: {
    status: 422,
    message: 'El monto en pesos supera lo que admite un documento.',
  },
  AMOUNT_NEGATIVE: { status: 422, message: 'El monto no puede ser negativo.' },
  TOO_MANY_DECIMALS: { status: 422, message: 'Admite hasta {limit} decimales.' },
  TOTAL_TOO_SMALL: { status: 422, message: 'El total mínimo es 1.' },
  QUANTITY_NOT_POSITIVE: { status: 422, message: 'La cantidad debe ser mayor que cero.' },
  DISCOUNT_ABOVE_LINE: { status: 422, message: 'El descuento supera el valor de la línea.' },
  CURRENCY_NOT_FOUND: { status: 422, message: 'La moneda {code} no existe.' },
  UNIT_NOT_FOUND: { status: 422, message: 'La unidad de medida {code} no existe.' },
  UNIT_TOO_LONG: { status: 422, message: 'La unidad de medida admite hasta 4 caracteres.' },
  PAYMENT_METHOD_NOT_FOUND: { status: 422, message: 'El medio de pago {code} no existe.' },
  CANCELLATION_REASON_NOT_FOUND: { status: 422, message: 'El motivo {code} no existe.' },
  COUNTRY_NOT_FOUND: { status: 422, message: 'El país {code} no existe.' },
  COUNTRY_REQUIRED: { status: 422, message: 'Una exportación requiere el país del receptor.' },
  COUNTRY_NOT_FOREIGN: {
    status: 422,
    message: 'El país del receptor debe ser distinto al del emisor.',
  },
  STATE_NOT_FOUND: { status: 422, message: 'La subdivisión {code} no existe en {country}.' },
  DOCUMENT_NUMBER_INVALID: {
    status: 422,
    message: 'El dígito verificador o el formato de {type} no es válido.',
  },
  DATE_IN_FUTURE: { status: 422, message: 'La fecha {date} todavía no llega.' },
  DATES_OUT_OF_ORDER: { status: 422, message: 'La fecha de término es anterior a la de inicio.' },
  CHARACTER_NOT_LATIN1: {
    status: 422,
    message: 'El carácter «{character}» no existe en ISO-8859-1.',
  },
  CONTACT_TOO_LONG: {
    status: 422,
    message: 'Teléfono y correo juntos admiten hasta 80 caracteres.',
  },
  RECIPIENT_IDENTIFICATION_REQUIRED: {
    status: 422,
    message: 'Desde {limit} la boleta debe identificar al comprador con nombre y RUT.',
  },
  INVOICE_RECIPIENT_REQUIRED: {
    status: 422,
    message: 'Una factura necesita el RUT del receptor: {rut} es el de las ventas sin comprador.',
  },
  BILLING_REFERENCE_REQUIRED: {
    status: 422,
    message: 'Una nota de crédito o débito debe indicar el documento que corrige.',
  },
  BILLING_REFERENCE_NOT_SINGLE: {
    status: 422,
    message: 'Una nota de crédito debe indicar un solo documento tributario.',
  },
  BILLING_REFERENCE_INCOMPLETE: {
    status: 422,
    message: 'La referencia de una nota de crédito debe llevar folio y fecha.',
  },
  DOCUMENT_NOT_CREDITABLE: {
    status: 422,
    message: 'Un documento {type} no se corrige con una nota de crédito.',
  },
  CREDITED_DOCUMENT_NOT_FOUND: {
    status: 422,
    message: 'El documento {type} N° {number} no existe en esta empresa.',
  },
  CREDITED_DOCUMENT_VOID: {
    status: 422,
    message: 'El documento {type} N° {number} no es válido: está {status}.',
  },
  CREDITED_DATE_DIFFERS: { status: 422, message: 'El documento que se corrige es del {date}.' },
  NOTE_BEFORE_ITS_DOCUMENT: {
    status: 422,
    message: 'La nota no puede ser anterior a su documento, del {date}.',
  },
  CREDIT_ABOVE_DOCUMENT: {
    status: 422,
    message: 'La nota de crédito supera lo que queda del documento: {left}.',
  },
  DEBIT_ABOVE_NOTE: {
    status: 422,
    message: 'La nota de débito supera lo que queda de la nota de crédito: {left}.',
  },
  DEBIT_USED: {
    status: 409,
    message:
      'El monto de esta nota de débito ya se usó en otra nota de crédito: no se puede eliminar.',
  },
  ANNULMENT_NOT_WHOLE: {
    status: 422,
    message: 'Una nota que anula (motivo 1) debe llevar el total del documento: {total}.',
  },
  TEXT_CORRECTION_WITH_AMOUNT: {
    status: 422,
    message: 'Una nota que corrige texto (motivo 2) debe llevar total 0.',
  },
  TAX_INFORMATION_NOT_APPLICABLE: {
    status: 422,
    message: 'Solo se admite en FCA, NDA y NCA de Argentina.',
  },
  TAX_INFORMATION_EXCLUSIVE: {
    status: 422,
    message: 'cbu y subject_to_retention son excluyentes.',
  },
  CBU_INVALID: { status: 422, message: 'El CBU tiene 22 dígitos.' },
  EXPORT_KEY_UNKNOWN: { status: 422, message: 'La clave {key} no existe en el bloque de aduana.' },
  EXPORT_KEY_REQUIRED: { status: 422, message: 'Una exportación de bienes requiere {key}.' },
  EXPORT_KEY_REPEATED: { status: 422, message: 'La clave {key} está repetida.' },
  EXPORT_VALUE_INVALID: { status: 422, message: 'El valor de {key} no es del tipo {type}.' },
  EXPORT_VALUE_NOT_POSITIVE: { status: 422, message: 'El valor de {key} debe ser mayor que cero.' },
  EXPORT_UNIT_REQUIRED: { status: 422, message: '{key} requiere su unidad de medida {unitKey}.' },
  EXPORT_CODE_NOT_FOUND: {
    status: 422,
    message: 'El código {value} de {key} no existe en la tabla de aduana.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

/**
 * An error of one request. `field` is the path of the request field, empty when it concerns the
 * whole.
 */
export interface ApiError {
  readonly code: ErrorCode
  readonly field: string
  readonly params: Readonly<Record<string, string>>
}

/** What a handler answers instead of its value. Never empty. */
export interface ApiFailure {
  readonly errors: readonly ApiError[]
  /** Only with DUPLICATE_EXTERNAL_REFERENCE. */
  readonly documentId?: string
}

export function apiError(
  code: ErrorCode,
  field = '',
  params: Readonly<Record<string, string>> = {},
): ApiError {
  const said = Object.entries(params).map(([name, value]) => [name, shortened(value)])
  return { code, field, params: Object.fromEntries(said) as Readonly<Record<string, string>> }
}

/** Whoever sent five thousand letters knows them; the answer needs their beginning. */
const shortened = (value: string) =>
  value.length > SAID_CHARACTERS_MAX ? `${value.slice(0, SAID_CHARACTERS_MAX)}…` : value
const SAID_CHARACTERS_MAX = 200

export function failure(
  code: ErrorCode,
  field = '',
  params: Readonly<Record<string, string>> = {},
): ApiFailure {
  return { errors: [apiError(code, field, params)] }
}

/**
 * The status of several errors together. A repeated reference wins, because the client that resends
 * must learn that its document exists; then what says that nothing could be judged; then the rules.
 */
export function statusOf(errors: readonly ApiError[]): number {
  return ERRORS[mainError(errors).code].status
}

export function errorBody({ errors, documentId }: ApiFailure): ErrorBody {
  const main = mainError(errors)
  const ordered = [main, ...errors.filter((error) => error !== main)]
  return {
    code: main.code,
    message: messageOf(main),
    errors: ordered.map(toValidationError),
    ...(documentId === undefined ? {} : { document_id: documentId }),
  }
}

export function toValidationError(error: ApiError): ValidationError {
  return { field: error.field, code: error.code, message: messageOf(error) }
}

export function messageOf({ code, params }: ApiError): string {
  return ERRORS[code].message.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}

const STATUS_ORDER: readonly number[] = [401, 403, 404, 409, 415, 413, 400, 422]

export function mainError(errors: readonly ApiError[]): ApiError {
  const rank = (error: ApiError) =>
    error.code === 'DUPLICATE_EXTERNAL_REFERENCE'
      ? -1
      : STATUS_ORDER.indexOf(ERRORS[error.code].status)
  const first = errors.reduce(
    (best, error) => (rank(error) < rank(best) ? error : best),
    errors[0] as ApiError,
  )
  return first
}
