/**
 * Why things come back, one key away. They stand on the document, so each is in the language of the
 * document.
 */
export const RETURN_REASONS = [
  'Producto fallado',
  'Cambio de producto',
  'Error en la venta',
  'Se arrepintió',
] as const
