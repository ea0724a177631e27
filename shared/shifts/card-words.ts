/** Card charges of which a person's word is the only proof, and those the terminal contradicts. */
import { formatClp, type Clp } from '../money/clp.ts'
import type { ReportSection } from '../paper/report-layout.ts'
import { amount, detail } from '../paper/report-rows.ts'
import { isUnsettled, type RefundWay } from './refund-ways.ts'
import type { Tally } from './shift-report.ts'

export interface CardWords {
  /** In sales of the shift. */
  readonly byHand: Tally
  /** Of any shift, as long as nobody has seen to it. */
  readonly contradicted: readonly ContradictedCard[]
  /**
   * To cards, that are not proven or were refused, as long as nobody has seen to it; and those that
   * somebody has seen to in this shift, or of its returns.
   */
  readonly refunds?: readonly UnprovenRefund[]
}

interface UnprovenRefund {
  /** Of the charge. */
  readonly ticket: string
  readonly amountClp: Clp
  readonly isRefused: boolean
  /** How its money went, by whose word; absent: nobody has said. */
  readonly way?: RefundWay
  readonly by?: string
  /** The card has got it besides. */
  readonly isTwice?: boolean
}

const WAYS: Readonly<Record<RefundWay, string>> = {
  account: 'en la cuenta',
  cash: 'en efectivo',
  other: 'por otro medio',
}

function refundText({ ticket, isRefused, way, by = '', isTwice = false }: UnprovenRefund): string {
  const of = `Devolución del cobro ${ticket}`
  if (way === undefined) return `${of}: ${isRefused ? 'rechazada' : 'sin comprobar'}`
  const given = `${of}: ${by} la hizo ${WAYS[way]}`
  return isTwice ? `${given}, y la tarjeta también la recibió` : given
}

interface ContradictedCard {
  readonly ticket: string
  readonly amountClp: Clp
  /** Who said that it was charged; the terminal's side says that it was not. */
  readonly by: string
}

export function cardWordSections(words: CardWords | undefined): ReportSection[] {
  if (words === undefined) return []
  const { byHand, contradicted, refunds = [] } = words
  const isOpen = contradicted.length > 0 || refunds.some(isUnsettled)
  return [
    {
      title: 'COBROS CON TARJETA DE PALABRA',
      rows: [
        amount(`Por palabra de una persona (${byHand.count})`, byHand.totalClp),
        ...contradicted.map(({ ticket, amountClp, by }) =>
          detail(`Boleta ${ticket}: ${by} dijo que sí, el terminal lo niega`, formatClp(amountClp)),
        ),
        ...refunds.map((refund) => detail(refundText(refund), formatClp(refund.amountClp))),
      ],
      ...(isOpen
        ? {
            remark:
              'Lo que el terminal niega o no confirma está por resolver. Véalo en el aviso de la caja.',
          }
        : {}),
    },
  ]
}
