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
  none: 'En este computador no hay ningún respaldo que se pueda leer. Si tiene una copia en un pendrive, avise a soporte.',
  restoring: 'Restaurando. No apague el computador.',
  open: 'Abrir la caja',
  forSupport: 'Para soporte',
  fromStick: 'Desde un pendrive, con la caja cerrada: {{program}}',
}
