/** Refusals of copies, restoring, moving and what else support does, in Spanish. */
export const supportRefusals = {
  RECOVERY_CODE_NOT_VALID:
    'El código tiene 25 letras y números en cinco grupos. Alguno no calza: cópielo otra vez del papel.',
  COPY_CODE_WRONG: 'Con ese código no se abre. Busque el código que se anotó con esta copia.',
  COPY_CODE_FORGOTTEN:
    'El código de esa carpeta no quedó anotado, y no se guarda en ninguna parte. Toque «Usar otra carpeta» y elija la misma: se muestra uno nuevo.',
  COPY_PLACE_AWAY:
    'No está el pendrive o la carpeta de red ({folder}). Conéctelo e intente de nuevo; la caja sigue vendiendo.',
  COPY_PLACE_FULL:
    'No queda espacio en {folder}. Borre lo que no sea de la caja, o use otro pendrive. Las copias anteriores siguen ahí.',
  COPY_PLACE_READ_ONLY:
    'En {folder} no se puede escribir. Revise el seguro del pendrive o los permisos de la carpeta.',
  COPY_PLACE_PULLED:
    'Se perdió {folder} a mitad de camino. Esa copia no cuenta; conéctelo y hágala de nuevo.',
  COPY_PLACE_IS_TILL:
    'Esa carpeta es de la caja misma: si el disco falla, se van las dos. Elija un pendrive o una carpeta de red.',
  COPY_PLACE_NOT_CHOSEN: 'Elija primero dónde va la segunda copia.',
  COPY_PLACE_OF_ANOTHER:
    'Esa carpeta tiene copias que esta caja no puede abrir. Escriba su código, o elija otra carpeta.',
  COPY_DAMAGED: 'La copia está dañada ({detail}) y no se usa. Elija otra.',
  COPY_NOT_THE_SAME:
    'La copia se leyó de vuelta y no es igual a la caja ({detail}). No cuenta. Pruebe otro pendrive y avise a soporte.',
  COPY_NOT_FOUND: 'Ese respaldo ya no está. Elija otro de la lista.',
  OWN_DISK_FULL:
    'No queda espacio en el disco de esta caja para revisar la copia. Libere espacio e intente de nuevo.',
  SUPPORT_BUSY: 'Ya hay una tarea de soporte en marcha. Espere a que termine, o deténgala.',
  SUPPORT_STOPPED: 'Se detuvo. Lo que había antes sigue igual.',
  SUPPORT_NOT_HERE: 'Esto no se puede hacer en esta caja.',
  SUPPORT_FAILED: 'No se pudo ({detail}). Nada cambió. Avise a soporte.',
  BACKUP_OF_OTHER_SHOP:
    'Este respaldo es de {shop}, {rut}, y no de esta tienda. Si es lo que quiere, escriba ese RUT. Lo vendido aquí queda apartado, no se mezcla.',
  BACKUP_OF_OTHER_KIND:
    'Uno es de práctica y el otro de una tienda: sus ventas no se mezclan. Abra la caja en otra carpeta para restaurarlo.',
  TILL_AT_REST:
    'Esta caja está en reposo porque se lleva a otro computador: no vende, no imprime y no envía. Para seguir aquí: Ajustes, Soporte, Volver a vender aquí.',
  DOUBT_SETTLED: 'Esa pregunta ya no está pendiente en esta caja.',
  DOUBT_NEEDS_NUMBER: 'Escriba otro número de caja: dos con el mismo no se distinguen en el papel.',
  MOVE_OF_PRACTICE:
    'Esta caja es de práctica: no hay nada que llevar. Instale Mesón en el otro computador y practique ahí.',
  MOVE_ALREADY_LEFT:
    'El paquete de esta caja ya está completo y alguien puede abrirlo. Para seguir aquí, traiga ese paquete sin abrir y su código: Volver a vender aquí.',
  MOVE_NOT_AT_REST: 'Esta caja no está en reposo: vende como siempre.',
  MOVE_NOT_FOUND:
    'En {folder} no hay ningún paquete Meson-caja-….traslado. Conecte el pendrive y escriba la carpeta donde se guardó.',
  MOVE_ALREADY_OPENED:
    'Ese paquete ya se abrió en un computador, y una caja vende en uno solo. Siga en ese; si ahí no está, avise a soporte.',
  MOVE_OF_ANOTHER: 'Ese paquete es de otra caja. Busque el que salió de esta.',
  MOVE_SECRET_CLOSED:
    'El llavero de este computador no abre las claves de la caja. Entre con el usuario de siempre, desbloquee el llavero e intente de nuevo.',
  MOVE_NOT_FINISHED:
    'Ese paquete no quedó terminado y no se abre. En la caja de donde salió: Ajustes, Soporte, Volver a vender aquí; después llévela de nuevo.',
  MOVE_CUT_AT_NAMING:
    'Se perdió {folder} en el último paso. Esta caja ya cuenta como salida y descansa; nada se perdió. Conéctelo: si hay un paquete terminado en .traslado, ábralo en el otro computador. Si no, aquí: Volver a vender aquí, con esa carpeta y el código.',
  MOVE_ONLY_IN_WINDOW:
    'Las claves de esta caja las guarda el llavero del sistema y solo las abre la caja misma. Ábrala y llévela desde Ajustes, Soporte.',
  MOVE_LOST_NEEDS_RUT:
    'Si el paquete se perdió y no se abrió en ningún computador, escriba el RUT de {shop} con --rut. Si se abrió, quedarían dos cajas con las mismas ventas.',
  COPY_OF_NEWER_PROGRAM:
    'Se guardó con una versión más nueva de Mesón, que esta no sabe leer. Actualice Mesón en este computador e intente de nuevo.',
  FOLDER_NOT_VALID:
    'Escriba la carpeta completa, tal como la muestra el sistema, por ejemplo /media/pendrive o E:\\.',
}
