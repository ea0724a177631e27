/** The page before the core, when the till's data cannot be opened. */
export const rescue = {
  title: 'La caja no puede abrir sus ventas',
  back: 'La caja está de vuelta',
  faults: {
    DATABASE_BROKEN: 'El archivo con las ventas de esta caja está dañado.',
    DATABASE_LOST: 'El archivo con las ventas de esta caja falta o está vacío.',
    DATABASE_FOREIGN: 'El archivo con las ventas de esta caja está dañado o es de otro programa.',
  },
  lead: 'Hay respaldos. Elija uno; lo normal es el último. No se borra nada: los datos de ahora se guardan aparte, y lo vendido después del respaldo se recupera si se puede leer.',
  none: 'En este computador no hay ningún respaldo que se pueda leer. Use una copia de un pendrive o de una carpeta de red: no se borra nada, los datos de ahora se guardan aparte.',
  onMedia: 'Copias en pendrives y carpetas de red',
  looking: 'Buscando copias. Un momento…',
  noMedia:
    'No se encontró ninguna copia. Conecte el pendrive y busque otra vez, o escriba su carpeta.',
  lookAgain: 'Buscar otra vez',
  otherFolder: 'Otra carpeta con copias',
  sealed_one: 'Hay {{count}} copia que se abre con su código, del {{when}}.',
  sealed_other: 'Hay {{count}} copias que se abren con su código; la última, del {{when}}.',
  codeHint: 'El que se anotó en papel al elegir la carpeta: 25 letras y números.',
  openCopies: 'Ver las copias',
  damaged: 'La copia del {{when}} está dañada y no se puede usar.',
  restoring: 'Restaurando. No apague el computador.',
  open: 'Abrir la caja',
  forSupport: 'Para soporte',
  fromStick: 'Desde un pendrive, con la caja cerrada: {{program}}',
}
