import { formatRule, type DiscountRule } from '../money/discount.ts'
import { fill } from '../languages/fill.ts'
import type { CoreWords } from '../languages/languages.ts'
import { clp, formatClp } from '../money/clp.ts'
import { formatQuantity, quantityMilli } from '../money/quantity.ts'
import type { LineNeed, Need } from './need.ts'

type Words = CoreWords['needs']

/** What a supervisor is asked to allow, in the words of the counter. */
export function needText(need: Need, { needs: words }: CoreWords): string {
  switch (need.kind) {
    case 'line-discount':
      return fill(words.lineDiscount, { ...offOf(need, words), subject: subjectText(need, words) })
    case 'cart-discount':
      return fill(words.cartDiscount, { ...offOf(need, words), base: pesos(need.baseClp) })
    case 'price': {
      const subject = subjectText(need, words)
      const price = pesos(need.unitGrossClp)
      return need.listGrossClp === null
        ? fill(words.price, { subject, price })
        : fill(words.priceOfList, { subject, price, list: pesos(need.listGrossClp) })
    }
    case 'free-line':
    case 'label':
    case 'part':
      return fill(need.kind === 'free-line' ? words.freeLine : words[need.kind], {
        subject: subjectText(need, words),
        price: pesos(need.unitGrossClp),
      })
    case 'right': {
      if (need.right === 'promotions' && need.subject !== null)
        return `${fill(words.priceList, { name: need.subject })}: ${pesos(0 - (need.amountClp ?? 0))}`
      const of = need.amountClp === undefined ? productIn(need) : pesos(need.amountClp)
      const sum = of === null ? '' : `: ${of}`
      return `${words.rights[need.right]}${sum}`
    }
  }
}

/** A new product is named by its own words; all else by what the program knows it by. */
function productIn({ right, subject }: Extract<Need, { kind: 'right' }>): string | null {
  return right === 'freeLine' ? subject : null
}

interface Off {
  readonly rule: DiscountRule
  readonly percent: number
  readonly discountClp: number
}

/** As it was given: the percent, or the pesos with the percent they are; and what it comes to. */
function offOf({ rule, percent, discountClp }: Off, words: Words): { off: string; less: string } {
  const text = rule.kind === 'percent' ? words.percentOff : words.amountOff
  return {
    off: fill(text, { rule: formatRule(rule), percent: String(percent) }),
    less: pesos(0 - discountClp),
  }
}

function subjectText({ quantity, name }: LineNeed, words: Words): string {
  return fill(words.subject, { quantity: formatQuantity(quantityMilli(quantity)), name })
}

function pesos(amountClp: number): string {
  return formatClp(clp(amountClp))
}
