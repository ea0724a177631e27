/** Refusals of the first start and of the practice beside a shop, in Spanish. */
export const guideRefusals = {
  PRACTICE_NOT_HERE: 'Esta caja se abrió sin la práctica.',
  PRACTICE_SALE_OPEN:
    'Hay una venta abierta. Cóbrela, déjela en espera o vacíela, y entre de nuevo a la práctica.',
  PRACTICE_NOT_OPENED:
    'No se pudo abrir la práctica. La tienda sigue como estaba. Revise el espacio del disco e intente de nuevo.',
  OWN_SHOP_NOT_HERE: 'Aquí ya está su tienda, o esta práctica no puede abrir una.',
  OWN_SHOP_NOT_OPENED:
    'No se pudo abrir su tienda. La práctica sigue como estaba. Revise el espacio del disco e intente de nuevo.',
  PIN_NOT_SAME: 'Los dos PIN no son iguales. Escríbalos de nuevo.',
}
