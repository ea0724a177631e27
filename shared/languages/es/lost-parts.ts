import type { LostPart } from '../lost-part.ts'

/** What a restore could not read of what was there before; it stays in quarantine as it was. */
export const lostParts: Readonly<Record<LostPart, string>> = {
  all: 'No se pudo leer nada de los datos anteriores: lo vendido después del respaldo no está aquí.',
  log: 'No se pudo leer completo lo último que se guardó: pueden faltar las últimas ventas.',
  sales: 'No se pudo leer toda la lista de ventas: pueden faltar ventas posteriores al respaldo.',
  states:
    'No se pudo leer en qué quedaron todas las boletas: la caja las consulta de nuevo al servicio.',
  shifts: 'No se pudieron leer todos los turnos: puede faltar alguno posterior al respaldo.',
  papers: 'No se pudo leer qué se imprimió: un papel puede salir otra vez.',
  customers: 'No se pudieron leer todos los clientes: pueden faltar los nuevos.',
  stock: 'No se pudo leer el stock: cuéntelo de nuevo.',
  vales: 'No se pudo leer qué vales se anularon: revíselos.',
  cards:
    'No se pudo leer qué se cobró en el terminal de tarjetas: compare sus ventas con las de la caja.',
  'owner-code': 'No se pudo leer el código del dueño: vale el del respaldo. Cree uno nuevo.',
}
