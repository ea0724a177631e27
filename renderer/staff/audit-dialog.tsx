import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { History } from 'lucide-react'
import type { AuditRow } from '#shared/staff/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { EmptyState, RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useCodeText } from '../kit/use-texts.ts'
import { SealOnPaper } from './seal-on-paper.tsx'
import { SealState } from './seal-state.tsx'
import { auditDetailText } from './audit-detail-text.ts'
import styles from './staff.module.css'

const PAGE_ROWS = 50

/** Who did what, and who allowed it: newest first. */
export function AuditDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const [rows, setRows] = useState<readonly AuditRow[] | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const read = useCallback(
    async (from: number | null) => {
      const page = await callCore(ui, ui.port.audit({ cursor: from, limit: PAGE_ROWS }))
      if (page === null) return
      if (!page.ok) return setProblem(page.refusal)
      const { rows: more, nextCursor } = page.value
      setRows((before) => (from === null ? more : [...(before ?? []), ...more]))
      setCursor(nextCursor)
    },
    [ui],
  )
  useEffect(() => void read(null), [read])
  return (
    <Sheet
      title={t('audit.title')}
      lead={t('audit.lead')}
      widthRem={48}
      onClose={ui.screen.getState().close}
    >
      <SealState />
      <SealOnPaper />
      <RefusalNotice refusal={problem} />
      {rows?.length === 0 && <EmptyState icon={<History size={32} />} title={t('audit.none')} />}
      <ul className={`${styles.list} ${styles.log}`} data-testid="audit">
        {rows?.map((row) => (
          <LogRow key={row.seq} row={row} />
        ))}
      </ul>
      {cursor !== null && <Button onPress={() => void read(cursor)}>{t('audit.more')}</Button>}
    </Sheet>
  )
}

function LogRow({ row }: { readonly row: AuditRow }) {
  const { t } = useTranslation()
  const codeText = useCodeText()
  /** An invoice is called one, also where the action speaks of no kind. */
  const documentText = ({ document, detail }: AuditRow) => {
    if (typeof detail['receipt'] === 'string') return detail['receipt']
    if (document === undefined) return ''
    const name = t(`documents.${document.documentType}`)
    return document.folio === null ? name : `${name} N° ${document.folio}`
  }
  return (
    <li className={styles.row}>
      <span className={styles.when}>
        {printDate(santiagoDate(row.at)).slice(0, 5)} {santiagoTime(row.at).slice(0, 5)}
      </span>
      <span className={styles.rowMain}>
        <span className={styles.personName}>{t(`audit.actions.${row.action}`)}</span>
        <span className={styles.personRole}>
          {[
            row.staffName,
            row.approverName === null ? '' : t('audit.approvedBy', { name: row.approverName }),
            auditDetailText(row.detail),
            codeText(row.detail['problem']?.toString() ?? null),
            documentText(row),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </li>
  )
}
