/**
 * The card terminal at the end of a shift: what it says it holds beside what the till has charged
 * on it since its last close.
 */
import { clp, formatClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import type { ReportSection } from '../paper/report-layout.ts'
import { amount, detail, sum } from '../paper/report-rows.ts'
import type { EpochMs } from '../core/brand.ts'
import { santiagoTime } from '../time/santiago.ts'
import type { Tally } from './shift-report.ts'

export interface TotalsSaid {
  readonly answer: 'said'
  readonly askedAt: EpochMs
  readonly terminal: Tally
  /** Since the last close that was proven, or made by hand; nothing is taken off it. */
  readonly till: Tally
  /** Of `till`, by a person's word alone. */
  readonly byHand: Tally
  /** Returns by card, deletions, and what a person gave back: whether the terminal voided it. */
  readonly givenBack: Tally
  /** As the terminal said them with its sales; in no sale and no document. Absent for none. */
  readonly tipsClp?: Clp
  /** It would agree if somebody closed it by hand after the shift of this number. */
  readonly closedByHandAfter?: number
  /** `till` begins after this shift, where the shop makes the close on the terminal itself. */
  readonly sinceByHand?: number
}

/** `silent`: it did not answer. `not-asked`: nobody asked, or something moved since. */
export type TerminalTotals =
  | { readonly answer: 'not-asked' }
  | { readonly answer: 'silent'; readonly askedAt: EpochMs }
  | TotalsSaid

/**
 * `open`: not sent, for no reading or no agreement. `asked`: nobody knows yet, or any more.
 * `by-hand`: on the terminal itself, by the shop's word.
 */
export type TerminalClosing = 'open' | 'asked' | 'closed' | 'refused' | 'by-hand'

export function isSameTally(one: Tally, other: Tally): boolean {
  return one.count === other.count && one.totalClp === other.totalClp
}

export function agrees({ terminal, till }: Pick<TotalsSaid, 'terminal' | 'till'>): boolean {
  return isSameTally(terminal, till)
}

/** Its close erases the proof: nothing that it proves may rest on a person's word. */
export function mayErase(totals: TotalsSaid): boolean {
  return agrees(totals) && totals.byHand.count === 0 && totals.givenBack.count === 0
}

export function terminalSections(totals: TerminalTotals | undefined): ReportSection[] {
  return totals === undefined ? [] : [{ title: 'TERMINAL DE TARJETAS', ...contentOf(totals) }]
}

function contentOf(totals: TerminalTotals): Pick<ReportSection, 'rows' | 'remark'> {
  if (totals.answer !== 'said') {
    const value =
      totals.answer === 'silent'
        ? `no respondió a las ${santiagoTime(totals.askedAt)}`
        : 'no se le preguntó'
    return {
      rows: [{ kind: 'amount', label: 'Terminal', value }],
      remark: 'Saque el total en el terminal y compárelo con este informe.',
    }
  }
  const { terminal, till, byHand, givenBack, tipsClp = ZERO_CLP } = totals
  const ofWord = (label: string, { count, totalClp }: Tally) =>
    count === 0 ? [] : [detail(`${label} (${count})`, formatClp(totalClp))]
  return {
    rows: [
      amount(`Cobrado por la caja (${till.count})`, till.totalClp),
      ...ofWord('De ello, anotado a mano', byHand),
      ...ofWord('Devuelto por fuera, sin restar', givenBack),
      amount(`Dice el terminal (${terminal.count})`, terminal.totalClp),
      ...(tipsClp === 0
        ? []
        : [detail('Propinas dichas por el terminal, en ninguna venta', formatClp(tipsClp))]),
      differenceRow(totals),
    ],
    remark: remarkOf(totals),
  }
}

function remarkOf(totals: TotalsSaid): string {
  const { askedAt, closedByHandAfter, sinceByHand } = totals
  const since =
    sinceByHand === undefined
      ? 'desde el último cierre comprobado del terminal'
      : `desde el cierre hecho en el terminal después del turno ${sinceByHand}, sin comprobar`
  return [
    `Preguntado a las ${santiagoTime(askedAt)}, ${since}.`,
    ...(agrees(totals) ? [] : ['Compare con el detalle que imprime el terminal.']),
    ...(closedByHandAfter === undefined
      ? []
      : [`Cuadraría si se cerró a mano después del turno ${closedByHandAfter}.`]),
  ].join(' ')
}

function differenceRow({ terminal, till }: TotalsSaid) {
  const differenceClp = clp(terminal.totalClp - till.totalClp)
  const more = terminal.count - till.count
  if (differenceClp === 0 && more !== 0)
    return { ...sum('Otra cantidad de operaciones', ZERO_CLP), value: String(more) }
  if (differenceClp === 0) return sum('Sin diferencia', ZERO_CLP)
  return sum(differenceClp < 0 ? 'Falta en el terminal' : 'Falta en la caja', differenceClp)
}
