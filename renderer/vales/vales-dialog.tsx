import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ValePage, ValeView } from '#shared/bridge/vales.ts'
import { VALE_REASON_CHARS_MAX, VALES_MAX } from '#shared/bridge/vales.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import { formatClp } from '#shared/money/clp.ts'
import { valeDeed } from '#shared/staff/deeds.ts'
import { printDate } from '#shared/time/calendar.ts'
import { callCore, withDeed } from '../actions/counter.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { RefusalNotice } from '../components/notice.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import styles from './vales.module.css'

/** What the shop owes on paper: found by number or code, voided, printed again. */
export function ValesDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const list = useVales(ui)
  const { page, text, problem } = list
  return (
    <Sheet
      title={t('vales.title')}
      lead={page === null ? '' : t('vales.owed', { amount: formatClp(page.owedClp) })}
      onClose={ui.screen.getState().close}
    >
      <Field
        label={t('vales.search')}
        value={text}
        autoFocus
        maxLength={40}
        onChange={list.setText}
        testId="vales-search"
      />
      <RefusalNotice refusal={problem ?? undefined} testId="vales-trouble" />
      <ul className={styles.list} aria-label={t('vales.title')} tabIndex={-1}>
        {page?.rows.map((vale) => (
          <Row key={vale.number} vale={vale} list={list} />
        ))}
      </ul>
      {page?.rows.length === 0 && <p className={styles.small}>{t('vales.none')}</p>}
    </Sheet>
  )
}

type List = ReturnType<typeof useVales>

function useVales(ui: TillUi) {
  const [text, setText] = useState('')
  const [page, setPage] = useState<ValePage | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isGone = false
    const asked = { text, filter: 'all', offset: 0, limit: VALES_MAX } as const
    void callCore(ui, ui.port.vales(asked)).then((answer) => {
      if (isGone || answer === null) return
      if (answer.ok) setPage(answer.value)
      else setProblem(answer.refusal)
    })
    return () => {
      isGone = true
    }
  }, [ui, text, round])
  const done = (answer: { readonly ok: boolean; readonly refusal?: Refusal } | null) => {
    setProblem(answer?.refusal ?? null)
    setRound((before) => before + 1)
  }
  return { text, setText, page, problem, done }
}

function Row({ vale, list }: { readonly vale: ValeView; readonly list: List }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [reason, setReason] = useState<string | null>(null)
  const { number, name, balanceClp, amountClp, state, expiresOn, isPrinted } = vale
  const isOpen = balanceClp > 0
  const end =
    expiresOn === null ? t('vales.noEnd') : t('vales.until', { date: printDate(expiresOn) })
  const print = () =>
    void callCore(ui, ui.port.printVale({ number, approvalId: null })).then(list.done)
  const voidIt = () =>
    withDeed(ui, valeDeed('void', number), (approvalId) => {
      const order = { number, reason: reason ?? '', approvalId }
      void callCore(ui, ui.port.voidVale(order)).then(list.done)
    })
  return (
    <li className={styles.row} data-testid="vale-row">
      <div className={styles.what}>
        <p className={styles.name}>
          {name} · {t(`vales.states.${state}`)}
        </p>
        <p className={styles.small}>
          {t('vales.ofGiven', { amount: formatClp(amountClp) })} · {end} · …{vale.codeEnd}
        </p>
        {vale.voidReason !== null && <p className={styles.small}>{vale.voidReason}</p>}
      </div>
      <span className={styles.balance}>{formatClp(balanceClp)}</span>
      <Button isDisabled={!isOpen} onPress={print} data-testid="vale-print">
        {t(isPrinted ? 'vales.copy' : 'vales.print')}
      </Button>
      {reason === null ? (
        <Button isDisabled={!isOpen} onPress={() => setReason('')} data-testid="vale-void">
          {t('vales.void')}
        </Button>
      ) : (
        <div className={styles.reason}>
          <Field
            label={t('vales.reason')}
            value={reason}
            autoFocus
            maxLength={VALE_REASON_CHARS_MAX}
            onChange={setReason}
            testId="vale-reason"
          />
          <Button onPress={voidIt} data-testid="vale-void-now">
            {t('vales.void')}
          </Button>
        </div>
      )}
    </li>
  )
}
