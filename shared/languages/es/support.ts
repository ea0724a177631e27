/** Refusals of copies, restoring, moving and what else support does, in Spanish. */
export const supportRefusals = {
  RECOVERY_CODE_NOT_VALID:
    'El código tiene 25 letras y números en cinco grupos. Alguno no calza: cópielo otra vez del papel.',
  COPY_CODE_WRONG: 'Ese código no abre esta copia. Busque el código que se anotó para ella.',
  COPY_CODE_FORGOTTEN:
    'El código de esa carpeta no quedó anotado, y no se guarda en ninguna parte. Toque «Usar otra carpeta» y elija la misma: se muestra uno nuevo.',
  COPY_PLACE_AWAY:
    'No se encuentra el pendrive o la carpeta de red ({folder}). Conéctelo e intente de nuevo.',
  COPY_PLACE_FULL:
    'No queda espacio en {folder}. Borre lo que no sea de la caja, o use otro pendrive. Las copias anteriores siguen ahí.',
  COPY_PLACE_READ_ONLY:
    'En {folder} no se puede escribir. Revise el seguro del pendrive o los permisos de la carpeta.',
  COPY_PLACE_PULLED:
    'Se desconectó {folder} antes de terminar. Lo que quedó a medias no se usa; conéctelo e intente de nuevo.',
  COPY_PLACE_IS_TILL:
    'Esa carpeta es de la caja misma: si el disco falla, se pierden las dos. Elija un pendrive o una carpeta de red.',
  COPY_PLACE_NOT_CHOSEN: 'Elija primero dónde va la segunda copia.',
  COPY_PLACE_OF_ANOTHER:
    'Esa carpeta tiene copias que esta caja no puede abrir. Escriba su código, o elija otra carpeta.',
  COPY_DAMAGED: 'La copia está dañada ({detail}) y no se puede usar. Elija otra.',
  COPY_NOT_THE_SAME:
    'Al comprobarla, la copia no es igual a la caja ({detail}) y no sirve. Pruebe otro pendrive y avise a soporte.',
  COPY_TOO_LARGE: 'La base de datos pasa de 8 GB: no cabe en una copia. Avise a soporte.',
  COPY_NOT_FOUND: 'Ese respaldo ya no está. Elija otro de la lista.',
  OWN_DISK_FULL:
    'No queda espacio en el disco de esta caja para revisar la copia. Libere espacio e intente de nuevo.',
  SUPPORT_BUSY: 'Ya hay una tarea de soporte en marcha. Espere a que termine, o deténgala.',
  SUPPORT_STOPPED: 'Se detuvo. Lo que había antes sigue igual.',
  SUPPORT_NOT_HERE: 'Esto no se puede hacer en esta caja.',
  SUPPORT_FAILED: 'No se pudo ({detail}). No cambió nada. Avise a soporte.',
  BACKUP_OF_OTHER_SHOP:
    'Este respaldo es de {shop}, {rut}, y no de esta tienda. Si es lo que quiere, escriba ese RUT. Lo vendido aquí queda apartado, no se mezcla.',
  BACKUP_OF_OTHER_KIND:
    'Las ventas de práctica no se mezclan con las de una tienda. Para restaurar este respaldo, abra la caja en otra carpeta.',
  TILL_AT_REST:
    'Esta caja está en reposo porque se lleva a otro computador: no vende, no imprime y no envía. Para seguir aquí: Ajustes, Soporte, Volver a vender aquí.',
  DOUBT_SETTLED: 'Esa pregunta ya no está pendiente en esta caja.',
  DOUBT_NEEDS_NUMBER:
    'Escriba otro número de caja: si dos cajas tienen el mismo, no se distinguen en el papel.',
  MOVE_OF_PRACTICE:
    'Esta caja es de práctica: no hay nada que llevar. Instale Mesón en el otro computador y practique ahí.',
  MOVE_ALREADY_LEFT:
    'La copia de esta caja ya está completa y alguien puede abrirla. Para seguir aquí escriba su código: Volver a vender aquí.',
  MOVE_NOT_AT_REST: 'Esta caja no está en reposo: vende como siempre.',
  MOVE_SECRET_CLOSED:
    'El llavero de este computador no abre las claves de la caja. Entre con el usuario de siempre, desbloquee el llavero e intente de nuevo.',
  MOVE_CUT_AT_NAMING:
    'Se perdió {folder} en el último paso. Esta caja ya no vende; no se perdió nada. Conéctelo: si la copia del traslado está en la lista, ábrala en el otro computador. Si no, aquí: Volver a vender aquí, con el código.',
  MOVE_ONLY_IN_WINDOW:
    'Las claves de esta caja las guarda el llavero del sistema y solo las abre la caja misma. Ábrala y llévela desde Ajustes, Soporte.',
  MOVE_LOST_NEEDS_RUT:
    'Si la copia y el código se perdieron, escriba el RUT de {shop} con --rut. La caja abre en duda, por si alguien abrió la copia.',
  COPY_OF_NEWER_PROGRAM:
    'Se guardó con una versión más nueva de Mesón, que esta no puede leer. Actualice Mesón en este computador e intente de nuevo.',
  FOLDER_NOT_VALID:
    'Escriba la carpeta completa, tal como la muestra el sistema, por ejemplo /media/pendrive o E:\\.',
}
