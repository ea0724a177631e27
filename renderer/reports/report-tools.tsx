/** What is done with a report: saved for a spreadsheet, or put on paper. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportView } from '#shared/reports/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Basis } from '#shared/reports/before.ts'
import type { RangeKind } from '#shared/reports/day-range.ts'
import { callCore } from '../actions/counter.ts'
import { keyOf } from '../actions/registry.ts'
import { MoreMenu } from '../kit/more-menu.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { saveTableAs, type TableKind } from '../kit/save-table.ts'
import { useUi } from '../stores/till-ui.ts'
import type { Compared } from './comparison.ts'
import { asSheet } from './table.ts'
import styles from './reports.module.css'

interface PrintedReport {
  readonly view: ReportView | null
  /** The days it stands beside, on the screen, in the file and on paper. */
  readonly basis: Basis | 'none'
  /** What the days were asked as; null for typed ones. */
  readonly kind: RangeKind | null
}

/** `shown` is what the screen says of `view`; null while nothing is read. */
export function ReportTools({
  view,
  shown,
  basis,
  kind,
}: PrintedReport & { readonly shown: Compared | null }) {
  const ui = useUi()
  const { t } = useTranslation()
  const save = (kind: TableKind) => {
    if (view === null || shown === null) return
    const { part, from, to } = view
    const sheet = [...shown.remarks.map((remark) => [remark]), ...asSheet(shown.tables)]
    void saveTableAs(kind, `informe-${part}-${from}-${to}`, sheet)
  }
  const { print, state, refusal } = usePrint({ view, basis, kind })
  // What the keys do is what stands under "more".
  const tools = useRef({ save: () => save('xlsx'), print: () => void print() })
  useEffect(() => {
    tools.current = { save: () => save('xlsx'), print: () => void print() }
  })
  const isShown = view !== null && shown !== null
  useEffect(() => {
    if (!isShown) return
    ui.reports.setState({
      tools: { save: () => tools.current.save(), print: () => tools.current.print() },
    })
    return () => ui.reports.setState({ tools: null })
  }, [ui, isShown])
  const item = (id: 'csv' | 'xlsx' | 'print', onPress: () => void, keyName?: string) => ({
    testId: `report-${id}`,
    label: t(`reports.${id}`),
    onPress,
    ...(keyName === undefined ? {} : { keyName }),
  })
  return (
    <>
      <MoreMenu
        isDisabled={view === null}
        items={[
          item('print', () => void print(), keyOf('printReport')),
          item('xlsx', () => save('xlsx'), keyOf('saveReport')),
          item('csv', () => save('csv')),
        ]}
      />
      <p className={styles.told} role="status" data-testid="report-printed">
        {state === 'idle' ? '' : t(`reports.printing.${state}`)}
      </p>
      <RefusalNotice refusal={refusal} />
    </>
  )
}

type Printing = { readonly state: 'idle' | 'busy' | 'done' } | { readonly refusal: Refusal }

/** The core reads it anew: paper says what is so when it comes out. */
function usePrint({ view, basis, kind }: PrintedReport) {
  const ui = useUi()
  const [printing, setPrinting] = useState<Printing>({ state: 'idle' })
  useEffect(() => setPrinting({ state: 'idle' }), [view, basis])
  const state = 'state' in printing ? printing.state : 'idle'
  const print = async () => {
    if (view === null || state === 'busy') return
    const { part, from, to } = view
    setPrinting({ state: 'busy' })
    const answer = await callCore(
      ui,
      ui.port.printReport({
        ...{ part, from, to },
        ...(basis === 'none' ? {} : { basis }),
        ...(kind === null ? {} : { kind }),
      }),
    )
    if (answer?.ok === false) setPrinting({ refusal: answer.refusal })
    else setPrinting({ state: answer === null ? 'idle' : 'done' })
  }
  return { print, state, refusal: 'refusal' in printing ? printing.refusal : null } as const
}
