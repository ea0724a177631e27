/** Card charges of which a person's word is the only proof, and those the terminal contradicts. */
import { formatClp, type Clp } from '../money/clp.ts'
import type { ReportSection } from '../paper/report-layout.ts'
import { amount, detail } from '../paper/report-rows.ts'
import type { Tally } from './shift-report.ts'

export interface CardWords {
  /** In sales of the shift. */
  readonly byHand: Tally
  /** Of any shift, as long as nobody has seen to it. */
  readonly contradicted: readonly ContradictedCard[]
  /** To cards, that are not proven or were refused, as long as nobody has seen to it. */
  readonly refunds?: readonly UnprovenRefund[]
}

export interface UnprovenRefund {
  /** Of the charge. */
  readonly ticket: string
  readonly amountClp: Clp
  readonly isRefused: boolean
}

export interface ContradictedCard {
  readonly ticket: string
  readonly amountClp: Clp
  /** Who said that it was charged; the terminal's side says that it was not. */
  readonly by: string
}

export function cardWordSections(words: CardWords | undefined): ReportSection[] {
  if (words === undefined) return []
  const { byHand, contradicted, refunds = [] } = words
  return [
    {
      title: 'COBROS CON TARJETA DE PALABRA',
      rows: [
        amount(`Por palabra de una persona (${byHand.count})`, byHand.totalClp),
        ...contradicted.map(({ ticket, amountClp, by }) =>
          detail(`Boleta ${ticket}: ${by} dijo que sí, el terminal lo niega`, formatClp(amountClp)),
        ),
        ...refunds.map(({ ticket, amountClp, isRefused }) =>
          detail(
            `Devolución de la boleta ${ticket}: ${isRefused ? 'rechazada' : 'sin comprobar'}`,
            formatClp(amountClp),
          ),
        ),
      ],
      ...(contradicted.length + refunds.length === 0
        ? {}
        : {
            remark:
              'Lo que el terminal niega o no confirma está por resolver. Véalo en el aviso de la caja.',
          }),
    },
  ]
}
