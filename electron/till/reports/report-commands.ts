/** The rows of the contract about reports: who may, and what is said where none can be read. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { REPORT_DAYS, type ReportInput, type ReportView } from '#shared/reports/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Log } from '#shared/core/ports.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import { earlierThan, type Basis } from '#shared/reports/before.ts'
import type { RangeKind } from '#shared/reports/day-range.ts'
import type { PaperBefore } from '#shared/reports/compared-paper.ts'
import { rangePaper, type RangePaperFacts } from '#shared/reports/range-paper.ts'
import type { BuyerLimit } from '#shared/selling/sale/buyer-limit.ts'
import { printOnce, type OncePorts } from '../printing/print-once.ts'
import type { ShiftVisibility } from '../shifts/shift-visibility.ts'
import type { Today } from '../kernel/today.ts'
import type { ReportThread } from './report-thread.ts'

interface ReportPorts extends OncePorts {
  readonly reports: Pick<ReportThread, 'read'>
  /** Why sums of these days are not for whoever serves. */
  readonly hidden: ShiftVisibility['hidden']
  readonly today: Today
  readonly limits: () => readonly BuyerLimit[]
  readonly log: Log
  readonly facts: () => RangePaperFacts
  readonly drawReport: (paper: ReportPaper) => Promise<Uint8Array>
  readonly isPractice: boolean
}

/** A report reads as of its moment and changes nothing, so it leaves no row in the log. */
export function createReportCommands(ports: ReportPorts): Pick<TillApi, 'report' | 'printReport'> {
  const { reports, limits, log, isPractice } = ports
  const read = async (input: ReportInput): Promise<Result<ReportView, Refusal>> => {
    const hidden = ports.hidden(input)
    if (hidden !== null) return refuse(hidden)
    try {
      return ok(await reports.read({ ...input, limits: limits() }))
    } catch (error) {
      log('report: failed', { detail: String(error) })
      return refuse(refusal('REPORT_FAILED'))
    }
  }
  const readBefore = async (
    view: ReportView,
    { basis, kind = null }: { readonly basis: Basis; readonly kind?: RangeKind | null | undefined },
  ): Promise<PaperBefore | null> => {
    if (view.part === 'documents') return null
    const range = earlierThan(view, basis, kind)
    const isThere = range.from >= REPORT_DAYS.from
    const before = isThere ? await read({ part: view.part, ...range }) : null
    return { range, view: before?.ok === true ? before.value : null, today: ports.today() }
  }
  return {
    report: read,
    async printReport({ basis, kind, ...input }) {
      const view = await read(input)
      if (!view.ok) return view
      const before = basis === undefined ? null : await readBefore(view.value, { basis, kind })
      const printed = await printOnce(ports, {
        draw: ({ widthMm }) =>
          ports.drawReport({
            ...rangePaper(view.value, ports.facts(), widthMm, before),
            isPractice,
          }),
      })
      return printed.ok ? ok(null) : printed
    },
  }
}
