/** What the core says of some days, and of those they are held against. */
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { REPORT_DAYS, type ReportInput, type ReportView } from '#shared/reports/views.ts'
import { earlierThan, type Basis } from '#shared/reports/before.ts'
import { ordered, type DayRange, type RangeKind } from '#shared/reports/day-range.ts'
import { callCore } from '../actions/counter.ts'
import { isLocked } from '../stores/staff-store.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'

export interface ReadReport {
  readonly view: ReportView
  /** Null where nothing is compared. */
  readonly earlier: DayRange | null
  /** Of those days; null as well where it could not be read. */
  readonly before: ReportView | null
}

export type Report = ReadReport | 'reading' | 'failed'

/** Nothing of it stays on a locked screen, or for the next who serves. */
export function useReport(
  part: ReportInput['part'],
  { from, to }: DayRange,
  basis: Basis | 'none',
  kind: RangeKind | null = null,
): Report {
  const ui = useUi()
  const locked = useStore(ui.staff, isLocked)
  // Another one is answered anew, by their own rights.
  const servedBy = useStore(ui.staff, ({ staff }) => staff?.current?.id ?? null)
  const [report, setReport] = useState<Report>('reading')
  useEffect(() => {
    let isWanted = true
    setReport('reading')
    if (!locked)
      void readBoth(ui, { part, from, to }, { basis, kind }).then((read) => {
        if (isWanted) setReport(read ?? 'failed')
      })
    return () => {
      isWanted = false
    }
  }, [ui, locked, servedBy, part, from, to, basis, kind])
  return report
}

/** Both are shown at once: nothing jumps when the second one comes. */
async function readBoth(
  ui: TillUi,
  { part, ...days }: ReportInput,
  { basis, kind }: { readonly basis: Basis | 'none'; readonly kind: RangeKind | null },
): Promise<ReadReport | null> {
  const earlier =
    basis === 'none' || part === 'documents' ? null : earlierThan(ordered(days), basis, kind)
  const read = async (range: DayRange) => {
    const answer = await callCore(ui, ui.port.report({ part, ...range }))
    return answer?.ok === true ? answer.value : null
  }
  const isAsked = earlier !== null && earlier.from >= REPORT_DAYS.from
  const [view, before] = await Promise.all([read(days), isAsked ? read(earlier) : null])
  return view === null ? null : { view, earlier, before }
}
