/** What stands around the pages of the manual, in Spanish: read with it, not with the screen. */
export const manual = {
  title: 'Manual',
  search: 'Buscar en el manual',
  hint: 'Anular, devolver, impresora…',
  pages: 'Páginas',
  none: 'Ninguna página lo dice así. Pruebe con otra palabra.',
  steps: 'Paso a paso',
  cure: 'Qué hacer',
  good: 'Bueno saber',
  see: 'Vea también',
  /** Before the name of a place. */
  go: 'Ir a',
  print: 'Imprimir esta página',
  printAll: 'Imprimir todo el manual',
}

export type ManualWords = typeof manual
