import type { Language } from '../core/refusals.ts'
import { clp, formatClp } from '../money/clp.ts'
import type { Need, PlainRight } from './rights.ts'

const RIGHTS: Readonly<Record<PlainRight, Readonly<Record<Language, string>>>> = {
  deletePending: { es: 'borrar una boleta pendiente', en: 'delete a pending receipt' },
  openDrawer: { es: 'abrir el cajón sin venta', en: 'open the drawer without a sale' },
  discardParked: { es: 'descartar una venta en espera', en: 'discard a parked sale' },
  refund: { es: 'devolver o cambiar lo vendido', en: 'take back or exchange what was sold' },
  moveCash: { es: 'ingresar o retirar efectivo del cajón', en: 'put cash into the drawer or take it out' },
  acceptDifference: { es: 'ver y aceptar una diferencia de caja', en: 'see and accept a difference in the count' },
  readAudit: { es: 'leer el registro de acciones', en: 'read the log of actions' },
  manageStaff: { es: 'administrar el personal', en: 'manage the staff' },
}

/** What a supervisor is asked to allow, in the words of the counter. */
export function needText(need: Need, language: Language): string {
  const isSpanish = language === 'es'
  switch (need.kind) {
    case 'line-discount':
      return isSpanish ? `${need.percent} % de descuento en «${need.name}»` : `${need.percent} % off "${need.name}"`
    case 'cart-discount':
      return isSpanish ? `${need.percent} % de descuento a la venta` : `${need.percent} % off the sale`
    case 'price': {
      const price = formatClp(clp(need.unitGrossClp))
      const list = need.listGrossClp === null ? '' : ` (${isSpanish ? 'lista' : 'list'} ${formatClp(clp(need.listGrossClp))})`
      return isSpanish ? `«${need.name}» a ${price}${list}` : `"${need.name}" at ${price}${list}`
    }
    case 'free-line':
      return isSpanish ? `monto libre «${need.name}» por ${formatClp(clp(need.unitGrossClp))}` : `free amount "${need.name}" of ${formatClp(clp(need.unitGrossClp))}`
    case 'right':
      return RIGHTS[need.right][language]
  }
}
