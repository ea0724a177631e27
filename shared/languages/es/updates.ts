/** Refusals of updates of the program, in Spanish. */
export const updateRefusals = {
  UPDATE_NOT_HERE:
    'Este programa no se actualiza solo en este computador. Instale la versión nueva a mano, con la caja cerrada.',
  UPDATE_NO_KEY:
    'Este programa no trae la clave para comprobar versiones nuevas. Instale la versión nueva a mano.',
  UPDATE_NO_PLACE:
    'Falta indicar dónde están las versiones nuevas. Escriba la carpeta o la dirección y guárdela.',
  UPDATE_PLACE_NOT_VALID:
    'Escriba una carpeta completa (por ejemplo /media/pendrive/meson o D:\\meson) o una dirección que empiece con https://.',
  UPDATE_PLACE_AWAY:
    'No se puede abrir {place} ({detail}). Conecte el pendrive o la red e intente de nuevo; la caja sigue vendiendo.',
  UPDATE_SIGNATURE:
    'La versión que hay en {place} no tiene la firma de quien hace este programa. No se usó nada. Avise a soporte.',
  UPDATE_FEED_NOT_VALID:
    'La versión que hay en {place} está firmada, pero no es para este computador o esta caja no la puede leer. Avise a soporte.',
  UPDATE_FILE_WRONG:
    'El archivo {file} no es el que se firmó: llegó incompleto o alguien lo cambió. Ya se borró; búsquelo de nuevo.',
  UPDATE_NOT_NEWER:
    'Esta caja tiene la versión {here}; la {there} no es más nueva. No se cambió nada.',
  UPDATE_NOT_OLDER:
    'Esta caja tiene la versión {here}; la {there} no es más antigua. No se cambió nada.',
  UPDATE_SCHEMA_OLDER:
    'La versión {there} no puede leer los datos que guarda la {here}. Si hay que volver, instálela a mano con ayuda de soporte: al abrirla dirá qué respaldo puede leer y cómo se restaura.',
  UPDATE_NOT_READY: 'Todavía falta el instalador. Búsquelo y tráigalo primero.',
  UPDATE_SALE_OPEN:
    'Hay una venta abierta. Cóbrela, déjela en espera o vacíela, y pida de nuevo la actualización.',
  UPDATE_UNSENT:
    'Boletas sin enviar: {count}. Espere a que salgan, y pida de nuevo la actualización.',
  UPDATE_PRINTING:
    'Papeles por imprimir: {count}. Espere a que salgan, y pida de nuevo la actualización.',
  UPDATE_SHIFT_OPEN: 'El turno está abierto. Ciérrelo, y pida de nuevo la actualización.',
  UPDATE_NEEDS_BACKUP:
    'No se pudo hacer el respaldo antes de actualizar. Revise el espacio del disco e intente de nuevo.',
  UPDATE_NOT_INSTALLED:
    'La versión {there} no quedó instalada: no se dio la contraseña o el instalador no terminó. Sigue con la {here}, como antes. Pida de nuevo la actualización.',
  UPDATE_BUSY: 'Ya se está buscando o trayendo una versión. Espere a que termine.',
  UPDATE_NOT_KEPT:
    'No se pudo guardar la versión nueva en este computador ({detail}). Revise el disco y los permisos de la carpeta de datos, y pruebe de nuevo.',
  UPDATE_DISK_FULL:
    'No queda espacio para traer la versión nueva. Libere {megabytes} MB e intente de nuevo.',
}
