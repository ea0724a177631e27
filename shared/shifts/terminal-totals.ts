/**
 * The card terminal at the end of a shift: what it says it holds beside what the till has charged
 * on it since its last close.
 */
import { clp, formatClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import type { ReportSection } from '../paper/report-layout.ts'
import { amount, detail, sum } from '../paper/report-rows.ts'
import type { Tally } from './shift-report.ts'

export interface TotalsSaid {
  readonly answer: 'said'
  readonly terminal: Tally
  readonly till: Tally
  /** By a person's word, or voided: in neither sum. */
  readonly givenBack: Tally
  /** As the terminal said them with its sales; in no sale and no document. Absent for none. */
  readonly tipsClp?: Clp
}

/** `silent`: it did not answer. `not-asked`: nobody asked, or a card was charged since. */
export type TerminalTotals = { readonly answer: 'silent' | 'not-asked' } | TotalsSaid

/** `asked`: nobody knows yet, or any more. */
export type TerminalClosing = 'asked' | 'closed' | 'refused'

export function agrees({ terminal, till }: Pick<TotalsSaid, 'terminal' | 'till'>): boolean {
  return terminal.count === till.count && terminal.totalClp === till.totalClp
}

/**
 * Somebody may have closed the terminal by hand, at the end of any shift: of what the till has
 * charged since each, the one that is nearest to what the terminal says. What is not the same is
 * named all the same.
 */
export function closestBatch<Batch extends Tally>(
  terminal: Tally,
  batches: readonly Batch[],
): Batch | undefined {
  const off = ({ count, totalClp }: Tally) => [
    Math.abs(count - terminal.count),
    Math.abs(totalClp - terminal.totalClp),
  ]
  const isNearer = (one: Tally, other: Tally) => {
    const [[counts = 0, pesos = 0], [otherCounts = 0, otherPesos = 0]] = [off(one), off(other)]
    return counts < otherCounts || (counts === otherCounts && pesos < otherPesos)
  }
  return batches.reduce<Batch | undefined>(
    (best, batch) => (best === undefined || isNearer(batch, best) ? batch : best),
    undefined,
  )
}

export function terminalSections(totals: TerminalTotals | undefined): ReportSection[] {
  return totals === undefined ? [] : [{ title: 'TERMINAL DE TARJETAS', ...contentOf(totals) }]
}

function contentOf(totals: TerminalTotals): Pick<ReportSection, 'rows' | 'remark'> {
  if (totals.answer !== 'said') {
    const value = totals.answer === 'silent' ? 'no respondió' : 'no se le preguntó'
    return {
      rows: [{ kind: 'amount', label: 'Terminal', value }],
      remark: 'Saque el total en el terminal y compárelo con este informe.',
    }
  }
  const { terminal, till, givenBack, tipsClp = ZERO_CLP } = totals
  return {
    rows: [
      amount(`Cobrado por la caja (${till.count})`, till.totalClp),
      amount(`Dice el terminal (${terminal.count})`, terminal.totalClp),
      ...(givenBack.count === 0
        ? []
        : [detail(`Devuelto en el terminal (${givenBack.count})`, formatClp(givenBack.totalClp))]),
      ...(tipsClp === 0
        ? []
        : [detail('Propinas dichas por el terminal, en ninguna venta', formatClp(tipsClp))]),
      differenceRow(totals),
    ],
    remark: agrees(totals)
      ? 'Desde el cierre anterior del terminal.'
      : 'Desde el cierre anterior del terminal. Compare con el detalle que imprime el terminal.',
  }
}

function differenceRow({ terminal, till }: TotalsSaid) {
  const differenceClp = clp(terminal.totalClp - till.totalClp)
  const more = terminal.count - till.count
  if (differenceClp === 0 && more !== 0)
    return { ...sum('Otra cantidad de operaciones', ZERO_CLP), value: String(more) }
  if (differenceClp === 0) return sum('Sin diferencia', ZERO_CLP)
  return sum(differenceClp < 0 ? 'Falta en el terminal' : 'Falta en la caja', differenceClp)
}
