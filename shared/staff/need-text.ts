import type { Language } from '../core/refusals.ts'
import { formatRule, type DiscountRule } from '../cart/discount.ts'
import { clp, formatClp } from '../money/clp.ts'
import { formatQuantity, quantityMilli } from '../money/quantity.ts'
import type { LineNeed, Need, PlainRight } from './need.ts'

const RIGHTS: Readonly<Record<PlainRight, Readonly<Record<Language, string>>>> = {
  freeLine: { es: 'crear un producto con su precio', en: 'make a product with its price' },
  deletePending: {
    es: 'borrar una boleta pendiente o resolver una detenida',
    en: 'delete a pending receipt or settle a stuck one',
  },
  openDrawer: { es: 'abrir el cajón sin venta', en: 'open the drawer without a sale' },
  discardParked: { es: 'descartar una venta en espera', en: 'discard a parked sale' },
  refund: { es: 'devolver o cambiar lo vendido', en: 'take back or exchange what was sold' },
  moveCash: {
    es: 'ingresar o retirar efectivo del cajón',
    en: 'put cash into the drawer or take it out',
  },
  acceptDifference: {
    es: 'ver y aceptar una diferencia de caja',
    en: 'see and accept a difference in the count',
  },
  readAudit: { es: 'leer el registro de acciones', en: 'read the log of actions' },
  manageStaff: { es: 'cambiar los ajustes y el personal', en: 'change the settings and the staff' },
}

/** What a supervisor is asked to allow, in the words of the counter. */
export function needText(need: Need, language: Language): string {
  const isSpanish = language === 'es'
  switch (need.kind) {
    case 'line-discount':
      return isSpanish
        ? `${offText(need, 'de descuento')} en ${subjectText(need, language)} (${lessText(need)})`
        : `${offText(need, 'off')} ${subjectText(need, language)} (${lessText(need)})`
    case 'cart-discount': {
      const base = formatClp(clp(need.baseClp))
      return isSpanish
        ? `${offText(need, 'de descuento')} a la venta de ${base} (${lessText(need)})`
        : `${offText(need, 'off')} the sale of ${base} (${lessText(need)})`
    }
    case 'price': {
      const list =
        need.listGrossClp === null
          ? ''
          : ` (${isSpanish ? 'lista' : 'list'} ${formatClp(clp(need.listGrossClp))})`
      return `${subjectText(need, language)} ${isSpanish ? 'a' : 'at'} ${formatClp(clp(need.unitGrossClp))}${list}`
    }
    case 'free-line': {
      const price = formatClp(clp(need.unitGrossClp))
      return isSpanish
        ? `monto libre ${subjectText(need, language)} por ${price}`
        : `free amount ${subjectText(need, language)} of ${price}`
    }
    case 'right': {
      const sum = need.amountClp === undefined ? '' : `: ${formatClp(clp(need.amountClp))}`
      return `${RIGHTS[need.right][language]}${sum}`
    }
  }
}

interface Off {
  readonly rule: DiscountRule
  readonly percent: number
  readonly discountClp: number
}

/** As it was given: the percent, or the pesos with the percent they are. */
function offText({ rule, percent }: Off, words: string): string {
  return rule.kind === 'percent'
    ? `${formatRule(rule)} ${words}`
    : `${formatRule(rule)} ${words}, ${percent} %,`
}

function lessText({ discountClp }: Off): string {
  return formatClp(clp(0 - discountClp))
}

/** `3 × «Café»`: an approval is for so much of it. */
function subjectText({ quantity, name }: LineNeed, language: Language): string {
  const named = language === 'es' ? `«${name}»` : `"${name}"`
  return `${formatQuantity(quantityMilli(quantity))} × ${named}`
}
