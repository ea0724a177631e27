/** Other versions of the program, in Chilean Spanish. */
export const updates = {
  updates: {
    title: 'Versiones del programa',
    lead: 'La caja se actualiza al cerrarla, después de un respaldo, y solo con versiones firmadas por quien la hace.',
    here: 'Esta caja tiene la versión {{version}}.',
    place: 'Dónde están las versiones nuevas',
    placeHint:
      'Una carpeta o pendrive (/media/pendrive/meson, D:\\meson) o una dirección https://.',
    look: 'Buscar versión nueva',
    looking: 'Buscando…',
    found: 'Hay una versión nueva: {{version}}, del {{date}} ({{megabytes}} MB).',
    fetch: 'Traer el instalador',
    fetching: 'Trayendo: {{done}} de {{total}} MB',
    ready: 'La versión {{version}} ya está aquí y su firma es correcta.',
    noWayBack:
      'El instalador de la versión {{version}} no está en ese lugar: después no se podrá volver atrás desde aquí.',
    install: 'Instalar la {{version}} al cerrar la caja',
    ordered: 'Al cerrar la caja se instala la versión {{version}}. Antes se hace otro respaldo.',
    cancel: 'No instalar',
    back: 'Volver atrás',
    backLead:
      'La versión {{version}} quedó guardada. Úsela si la nueva no funciona; lo vendido no se pierde.',
    backButton: 'Volver a la {{version}} al cerrar la caja',
  },
}
