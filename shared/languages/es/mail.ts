/** Refusals and troubles of receipts by e-mail, in Spanish. */
export const mailRefusals = {
  MAIL_HOST_NOT_VALID:
    'Escriba el servidor de correo tal como se lo dio su proveedor, por ejemplo smtp.gmail.com, sin "http".',
  MAIL_PORT_NOT_VALID: 'El puerto es un número de 1 a 65535; normalmente es 465 o 587.',
  MAIL_PLAIN_ELSEWHERE:
    'Sin cifrar solo sirve un servidor en este mismo computador. Elija TLS o STARTTLS.',
  MAIL_USER_NOT_VALID: 'El usuario tiene caracteres que no se ven. Escríbalo de nuevo.',
  MAIL_PASSWORD_NOT_VALID: 'La contraseña tiene caracteres que no se ven. Escríbala de nuevo.',
  MAIL_NOT_SET: 'Falta configurar el correo de la tienda: Ajustes, Correo.',
  MAIL_PASSWORD_MISSING: 'Falta la contraseña del correo. Escríbala en Ajustes, Correo.',
  MAIL_HOST_UNKNOWN:
    'No se encuentra el servidor {host}. Revise cómo está escrito, y que haya internet.',
  MAIL_SERVER_REFUSED:
    'El servidor {host} rechaza la conexión. Revise el puerto y el tipo de seguridad.',
  MAIL_SERVER_SILENT:
    'El servidor {host} no respondió a tiempo. Revise el puerto, y que haya internet.',
  MAIL_SERVER_BROKE:
    'El servidor {host} cortó la conexión o contestó algo que no se entiende. Revise el puerto y el tipo de seguridad.',
  MAIL_CERTIFICATE:
    'El certificado de {host} no sirve, así que no se le envió la contraseña. Revise el nombre del servidor, y la fecha de este computador.',
  MAIL_NO_TLS:
    'El servidor {host} no ofrece cifrado en ese puerto, así que no se le envió la contraseña. Pruebe con TLS y el puerto 465.',
  MAIL_PASSWORD_WRONG:
    'El servidor no acepta el usuario o la contraseña. Muchos correos piden una "contraseña de aplicación" para programas como este.',
  MAIL_SENDER_REFUSED:
    'El servidor no deja enviar en nombre de esa dirección. Use la del mismo usuario.',
  MAIL_SERVER_BUSY: 'El servidor pide esperar. La caja lo intenta de nuevo sola.',
  MAIL_ADDRESS_REFUSED: 'El servidor rechaza la dirección. Revísela y envíe a la correcta.',
  MAIL_PUT_OFF:
    'El servidor lo dejó para después demasiadas veces. Envíelo otra vez, o use otra dirección.',
  MAIL_CONTENT_REFUSED:
    'El servidor rechaza el mensaje. Pregunte a su proveedor de correo; el documento está guardado.',
  MAIL_TOO_LARGE: 'El documento es demasiado grande para un correo. Guárdelo o imprímalo.',
  MAIL_UNKNOWN:
    'La conexión se cortó justo al entregar: no se sabe si llegó. Pregunte antes de enviarlo otra vez.',
  MAIL_LATE:
    'El correo esperó más de siete días y no salió. Envíelo otra vez si todavía hace falta.',
  MAIL_RESTORED:
    'La caja se restauró desde un respaldo: este correo puede haber salido antes. Pregunte si llegó antes de enviarlo otra vez.',
  MAIL_PRACTICE: 'Esto es la práctica: no se envía nada a nadie.',
  MAIL_NOT_WANTED: 'Quien lo recibía ya no lo quiere por correo, así que no salió.',
  MAIL_ERASED: 'Se borraron los datos de esta persona, también su correo.',
  MAIL_NO_DOCUMENT:
    'Esta venta no tiene boleta para enviar: su boleta es el voucher de la tarjeta.',
  MAIL_TOO_MANY:
    'Esta boleta ya se envió {most} veces. Si la necesita otra vez, guárdela como PDF.',
  MAIL_TOO_OFTEN:
    'Ya se pidieron {most} correos en esta hora. Imprima la boleta, o espere un rato.',
  MAIL_LINE_FULL: 'Hay {most} correos esperando y no salen. Revise Ajustes, Correo.',
  MAIL_TEST_BUSY: 'La prueba anterior todavía no termina. Espere unos segundos.',
  MAIL_GONE: 'Ese correo ya no está en espera: salió, o alguien lo canceló. Vuelva a mirar.',
}
