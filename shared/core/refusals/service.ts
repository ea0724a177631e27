/** Refusals of the service and of settings. */
export const SERVICE_REFUSALS = {
  SERVICE_UNREACHABLE: {
    es: 'Sin conexión con el servicio de boletas. Puede seguir vendiendo: se emitirán solas.',
    en: 'The receipt service cannot be reached. Keep selling: receipts are issued by themselves.',
  },
  SERVICE_ERROR: {
    es: 'El servicio de boletas responde con errores. Puede seguir vendiendo: se reintenta solo.',
    en: 'The receipt service answers with errors. Keep selling: it is retried by itself.',
  },
  API_KEY_MISSING: {
    es: 'Falta la clave del servicio de boletas. Ingrésela en Ajustes; las ventas esperan guardadas.',
    en: 'The key of the receipt service is missing. Enter it in Settings; sales wait safely.',
  },
  API_KEY_REFUSED: {
    es: 'El servicio rechazó la clave. Revísela en Ajustes; las ventas esperan guardadas.',
    en: 'The service refused the key. Check it in Settings; sales wait safely.',
  },
  COMPANY_REFUSED: {
    es: 'La clave no tiene acceso a esta empresa. Avise al administrador.',
    en: 'The key has no access to this company. Tell the administrator.',
  },
  DOCUMENT_REFUSED: {
    es: 'El servicio rechazó la boleta: {detail}. La venta y su dinero quedan guardados.',
    en: 'The service refused the receipt: {detail}. The sale and its money are safe.',
  },
  DOCUMENT_UNKNOWN_ID: {
    es: 'La boleta existe en el servicio, pero falta su número. NO la emita de nuevo.',
    en: 'The receipt exists at the service but its number is missing. Do NOT issue it again.',
  },
  REFERENCE_COLLISION: {
    es: 'En el servicio hay un documento con esta referencia, pero no es igual a la venta ({detail}). NO la emita de nuevo; avise a soporte.',
    en: 'The service has a document with this reference that differs from the sale ({detail}). Do NOT issue it again; tell support.',
  },
  DOCUMENT_TYPE_REFUSED: {
    es: 'El servicio no reconoce la empresa o este tipo de boleta. Avise al administrador; las ventas esperan guardadas.',
    en: 'The service does not know the company or this kind of receipt. Tell the administrator; sales wait safely.',
  },
  POISON: {
    es: 'El servicio falla cada vez que recibe esta boleta; las demás pasan. Avise a soporte o reintente más tarde.',
    en: 'The service fails each time it gets this receipt; the others pass. Tell support or try again later.',
  },
  REFUSED_WITHOUT_REASON: {
    es: 'El servicio no emite la boleta y no dice por qué: {detail}. La venta y su dinero quedan guardados.',
    en: 'The service does not issue the receipt and does not say why: {detail}. The sale and its money are safe.',
  },
  REFUSED_UNCONFIRMED: {
    es: 'El servicio rechazó la boleta ({detail}). Se está confirmando el motivo; siga vendiendo.',
    en: 'The service refused the receipt ({detail}). The reason is being confirmed; keep selling.',
  },
  SERVICE_CHANGED: {
    es: 'Esta boleta se envió a otro servicio ({detail}) y no se sabe si quedó emitida allá. No se envía a este: saldría dos veces. Vuelva a ese servicio en Ajustes y se termina sola, o apártela con un motivo.',
    en: 'This receipt was sent to another service ({detail}) and may have been issued there. It is not sent to this one: it would come out twice. Go back to that service in Settings and it finishes by itself, or set it aside with a reason.',
  },
  COMPANY_CHANGE_WAITS: {
    es: 'Hay {count} boletas de {rut} sin terminar. Cambie la empresa cuando estén emitidas o apartadas.',
    en: '{count} receipts of {rut} are not finished. Change the company once they are issued or set aside.',
  },
  RECEIPT_NOT_REFUSED: {
    es: 'Solo se corrige una boleta que el servicio rechazó. Esta sigue su curso.',
    en: 'Only a receipt the service has refused can be mended. This one is on its way.',
  },
  RECEIPT_NOT_STUCK: {
    es: 'Solo se aparta una boleta que necesita atención. Esta sigue su curso.',
    en: 'Only a receipt that needs attention can be set aside. This one is on its way.',
  },
  REASON_REQUIRED: {
    es: 'Escriba el motivo, por ejemplo «anulada con el cliente».',
    en: 'Type the reason, for example "cancelled with the customer".',
  },
  PATH_CODES_NOT_VALID: {
    es: 'Escriba los códigos así: 39=FCE, 61=NCE. Valen los tipos 39, 41, 61 y 56, cada uno con un código propio; vacío, va el número.',
    en: 'Write the codes like this: 39=FCE, 61=NCE. Types 39, 41, 61 and 56 count, each with a code of its own; left empty, the number is used.',
  },
  COMPANY_ID_NOT_VALID: {
    es: 'El identificador de la empresa no lleva espacios, tildes ni barras. Cópielo como lo da el proveedor.',
    en: 'The company id has no spaces, accents or slashes. Copy it as the provider gives it.',
  },
  DOCUMENT_ID_NOT_VALID: {
    es: 'El identificador tiene letras, números y guiones, por ejemplo 3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b.',
    en: 'The id has letters, digits and dashes, for example 3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b.',
  },
  SET_UP_SHOP: {
    es: 'Esta caja aún no vende: faltan los datos de su tienda. Complételos en Ajustes, Tienda.',
    en: 'This till does not sell yet: the details of your shop are missing. Fill them in under Settings, Shop.',
  },
  SET_UP_ADDRESS: {
    es: 'Esta caja aún no vende: falta la dirección del servicio de boletas. Escríbala en Ajustes, Servicio de boletas.',
    en: 'This till does not sell yet: the address of the receipt service is missing. Type it under Settings, Receipt service.',
  },
  SET_UP_KEY: {
    es: 'Esta caja aún no vende: falta la clave del servicio de boletas. Escríbala en Ajustes, Servicio de boletas.',
    en: 'This till does not sell yet: the key of the receipt service is missing. Type it under Settings, Receipt service.',
  },
  SET_UP_TEST: {
    es: 'Esta caja aún no vende: falta probar la conexión con el servicio de boletas. Pruébela en Ajustes, Servicio de boletas.',
    en: 'This till does not sell yet: the connection to the receipt service has not been tested. Test it under Settings, Receipt service.',
  },
  PRACTICE_ONLY: {
    es: 'Esta caja es de práctica y nunca vende de verdad. La de la tienda se abre aparte, con sus propios datos.',
    en: 'This till is for practice and never sells for real. The shop’s is opened apart, with data of its own.',
  },
  ADDRESS_FROM_START: {
    es: 'La dirección se dio al abrir la caja (--api) y no se cambia aquí.',
    en: 'The address was given when the till was opened (--api) and is not changed here.',
  },
  KEY_FROM_START: {
    es: 'La clave se dio al abrir la caja (TILL_API_KEY) y no se cambia aquí. Quítela de ahí y abra la caja otra vez.',
    en: 'The key was given when the till was opened (TILL_API_KEY) and is not changed here. Take it out there and open the till again.',
  },
  KEY_OF_OTHER_ADDRESS: {
    es: 'La clave guardada es de {origin} y no se envía a otra dirección. Escriba la clave de la dirección nueva.',
    en: 'The stored key is for {origin} and is not sent to another address. Type the key of the new address.',
  },
  REGISTER_NOT_VALID: {
    es: 'El número de caja va de 1 a {most}.',
    en: 'The register number is from 1 to {most}.',
  },
  BRANCH_NOT_VALID: {
    es: 'El código de sucursal que da el SII tiene hasta 9 números; 0 es la casa matriz.',
    en: 'The branch code given by the tax authority has at most 9 digits; 0 is the head office.',
  },
  TEST_NO_SUCH_ADDRESS: {
    es: 'No existe un equipo con esa dirección, o esta caja no tiene internet. Revise cómo está escrita.',
    en: 'There is no machine at that address, or this till has no internet. Check how it is written.',
  },
  TEST_NOBODY_THERE: {
    es: 'En esa dirección no hay ningún servicio escuchando. Revise la dirección y el puerto con su proveedor.',
    en: 'No service is listening at that address. Check address and port with your provider.',
  },
  TEST_NOT_TRUSTED: {
    es: 'El certificado de esa dirección no es de confianza ({detail}). No se envió la clave. Revise la dirección y la fecha del equipo.',
    en: 'The certificate of that address is not trusted ({detail}). The key was not sent. Check the address and the date of this machine.',
  },
  TEST_NO_ANSWER: {
    es: 'La dirección no contestó a tiempo ({detail}). Revise internet e intente de nuevo.',
    en: 'The address did not answer in time ({detail}). Check the internet and try again.',
  },
  TEST_KEY_REFUSED: {
    es: 'El servicio contesta, pero no conoce esta clave (401). Cópiela de nuevo desde su proveedor.',
    en: 'The service answers but does not know this key (401). Copy it again from your provider.',
  },
  TEST_KEY_NO_ACCESS: {
    es: 'El servicio conoce la clave, pero no le da acceso (403). Pida a su proveedor una que pueda emitir boletas.',
    en: 'The service knows the key but gives it no access (403). Ask your provider for one that may issue receipts.',
  },
  TEST_SERVICE_FAILS: {
    es: 'El servicio contesta con un error propio ({status}). Intente de nuevo en unos minutos.',
    en: 'The service answers with an error of its own ({status}). Try again in a few minutes.',
  },
  TEST_NOT_THE_SERVICE: {
    es: 'Hay algo en esa dirección, pero no es el servicio de boletas (respuesta {status}). Revise la dirección completa.',
    en: 'There is something at that address, but it is not the receipt service (answer {status}). Check the whole address.',
  },
  TEST_OTHER_COMPANY: {
    es: 'La clave es de otra empresa ({found}) y no de {rut}. Revise el RUT en Tienda, o pida la clave de su empresa.',
    en: 'The key is of another company ({found}), not of {rut}. Check the RUT under Shop, or ask for your company’s key.',
  },
  TEST_CANCELLED: {
    es: 'La prueba se detuvo. Nada cambió.',
    en: 'The test was stopped. Nothing changed.',
  },
  URL_NOT_VALID: {
    es: 'Escriba una dirección https, por ejemplo https://api.ejemplo.cl.',
    en: 'Type an https address, for example https://api.example.cl.',
  },
  API_KEY_NOT_VALID: {
    es: 'La clave tiene entre 8 y 200 letras, cifras o signos, sin espacios ni tildes. Cópiela de nuevo.',
    en: 'The key has 8 to 200 letters, digits or signs, without spaces or accents. Copy it again.',
  },
} as const
