/** Refusals of the service and of settings, in Spanish. */
export const serviceRefusals = {
  SERVICE_UNREACHABLE:
    'Sin conexión con el servicio de boletas. Puede seguir vendiendo: se emitirán solas.',
  SERVICE_ERROR: 'El servicio de boletas está fallando. Siga vendiendo: la caja reintenta sola.',
  API_KEY_MISSING:
    'Falta la clave del servicio de boletas. Ingrésela en Ajustes; las ventas quedan guardadas.',
  API_KEY_REFUSED:
    'El servicio rechazó la clave. Revísela en Ajustes; las ventas quedan guardadas.',
  COMPANY_REFUSED: 'La clave no tiene acceso a esta empresa. Avise al dueño.',
  CERTIFICATE_EXPIRED:
    'El certificado digital de la empresa venció o no está cargado en el servicio de boletas. Siga vendiendo: las boletas quedan guardadas hasta que el dueño lo renueve.',
  COMPANY_SUSPENDED:
    'El servicio de boletas tiene suspendida a la empresa. Siga vendiendo: las boletas quedan guardadas. El dueño debe llamar al proveedor.',
  DOCUMENT_REFUSED: 'El servicio rechazó la boleta: {detail}. La venta y el pago quedan guardados.',
  DOCUMENT_UNKNOWN_ID:
    'La boleta existe en el servicio, pero falta su número. NO la emita de nuevo.',
  DOCUMENT_DELETED_UNNUMBERED:
    'El servicio eliminó la boleta antes de darle folio: no hay documento. Apártela con un motivo y, si la venta vale, véndala de nuevo.',
  REFERENCE_COLLISION:
    'En el servicio hay un documento con esta referencia, pero no es igual a la venta ({detail}). NO la emita de nuevo; avise a soporte.',
  SERVICE_SAYS_TRIAL:
    'El servicio dice que esta boleta es de prueba, y antes ya emitió otras que valen. NO la emita de nuevo; pregunte al proveedor y avise a soporte.',
  DOCUMENT_TYPE_REFUSED:
    'El servicio no reconoce la empresa o este tipo de boleta. Avise al dueño; las ventas quedan guardadas.',
  POISON:
    'El servicio falla cada vez que recibe esta boleta; las demás salen bien. Avise a soporte o reintente más tarde.',
  REFUSED_WITHOUT_REASON:
    'El servicio no emite la boleta y no dice por qué: {detail}. La venta y el pago quedan guardados.',
  REFUSED_UNCONFIRMED:
    'El servicio rechazó la boleta ({detail}). Se está confirmando el motivo; siga vendiendo.',
  SERVICE_CHANGED:
    'Esta boleta se envió a otro servicio o empresa ({detail}) y no se sabe si quedó emitida allá. No se envía al actual para que no salga dos veces. Vuelva a poner ese servicio y RUT en Ajustes y se termina sola, o apártela con un motivo.',
  COMPANY_CHANGE_WAITS:
    'Boletas de {rut} sin terminar: {count}. Cambie la empresa cuando estén emitidas o apartadas.',
  RECEIPT_NOT_REFUSED:
    'Solo se puede corregir una boleta que el servicio rechazó. Esta sigue en proceso.',
  RECEIPT_NOT_STUCK:
    'Solo se puede apartar una boleta que requiere atención. Esta sigue en proceso.',
  REASON_REQUIRED: 'Escriba el motivo, por ejemplo «anulada con el cliente».',
  PATH_CODES_NOT_VALID:
    'Escriba los códigos así: 39=FCE, 61=NCE. Sirven los tipos 39, 41, 61 y 56, cada uno con un código propio; si lo deja vacío, va el número.',
  COMPANY_ID_NOT_VALID:
    'El identificador de la empresa no lleva espacios, tildes ni barras. Cópielo como lo da el proveedor.',
  DOCUMENT_ID_NOT_VALID:
    'El identificador tiene letras, números y guiones, por ejemplo 3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b.',
  SET_UP_SHOP:
    'Esta caja aún no puede vender: faltan los datos de su tienda. Complételos en Ajustes, Tienda.',
  SET_UP_ADDRESS:
    'Esta caja aún no puede vender: falta la dirección del servicio de boletas. Escríbala en Ajustes, Servicio de boletas.',
  SET_UP_KEY:
    'Esta caja aún no puede vender: falta la clave del servicio de boletas. Escríbala en Ajustes, Servicio de boletas.',
  SET_UP_TEST:
    'Esta caja aún no puede vender: falta probar la conexión con el servicio de boletas. Pruébela en Ajustes, Servicio de boletas.',
  SET_UP_EMISSION:
    'Esta caja aún no puede vender: falta elegir si su tienda emite boleta en todas las ventas o si el voucher de la tarjeta es la boleta. Elíjalo en Ajustes, Modelo de emisión.',
  PRACTICE_ONLY:
    'Esta caja es de práctica y nunca vende de verdad. La de la tienda se abre aparte, con sus propios datos.',
  ADDRESS_FROM_START: 'La dirección se dio al abrir la caja (--api) y no se puede cambiar aquí.',
  KEY_FROM_START:
    'La clave se dio al abrir la caja (TILL_API_KEY) y no se puede cambiar aquí. Quítela de ahí y abra la caja otra vez.',
  KEY_IS_TILLS:
    'Esta caja trabaja con su propia clave, que termina cuando la retiran. Para usar otra, sepárela antes en Cajas del negocio.',
  KEY_OF_OTHER_ADDRESS:
    'La clave guardada es de {origin} y no se envía a otra dirección. Escriba la clave de la dirección nueva.',
  KEY_OF_START_ELSEWHERE:
    'La clave dada al abrir la caja (TILL_API_KEY) es de {origin} y no se envía a otra dirección. Ábrala sin ella y escriba aquí dirección y clave, o ábrala con --api.',
  REGISTER_NOT_VALID: 'El número de caja va de 1 a {most}.',
  BRANCH_NOT_VALID:
    'El código de sucursal que da el SII tiene hasta 9 números; 0 es la casa matriz.',
  TEST_NO_SUCH_ADDRESS:
    'No existe un equipo con esa dirección, o esta caja no tiene internet. Revise cómo está escrita.',
  TEST_NOBODY_THERE:
    'En esa dirección no contesta ningún servicio. Revise la dirección y el puerto con su proveedor.',
  TEST_NOT_TRUSTED:
    'El certificado de esa dirección no es de confianza ({detail}). No se envió la clave. Revise la dirección y la fecha del computador.',
  TEST_NO_ANSWER: 'La dirección no contestó a tiempo. Revise internet e intente de nuevo.',
  TEST_KEY_REFUSED:
    'El servicio contesta, pero no conoce esta clave (401). Cópiela de nuevo desde su proveedor.',
  TEST_KEY_NO_ACCESS:
    'El servicio conoce la clave, pero no le da acceso (403). Pida a su proveedor una que pueda emitir boletas.',
  TEST_SERVICE_FAILS:
    'El servicio contesta con un error ({status}). Intente de nuevo en unos minutos.',
  TEST_NOT_THE_SERVICE:
    'Esa dirección contesta, pero no es la del servicio de boletas (respuesta {status}). Revísela completa. Si su red pide iniciar sesión en una página, hágalo primero.',
  TEST_OTHER_COMPANY:
    'La clave es de otra empresa ({found}) y no de {rut}. Revise el RUT en Tienda, o pida la clave de su empresa.',
  TEST_CANCELLED: 'La prueba se detuvo. No cambió nada.',
  URL_NOT_VALID: 'Escriba una dirección https, por ejemplo https://api.ejemplo.cl.',
  API_KEY_NOT_VALID:
    'La clave tiene entre 8 y 200 letras, cifras o signos, sin espacios ni tildes. Cópiela de nuevo.',
}
