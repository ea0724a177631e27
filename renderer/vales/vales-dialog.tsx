import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ValeFilter, ValePage, ValeView } from '#shared/vales/views.ts'
import { VALE_FILTERS, VALE_REASON_CHARS_MAX, VALES_MAX } from '#shared/vales/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { formatClp } from '#shared/money/clp.ts'
import { printDate } from '#shared/time/calendar.ts'
import { callCore } from '../actions/counter.ts'
import { printVale, voidVale } from '../actions/vale-actions.ts'
import { Button } from '../kit/button.tsx'
import { Segments } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { Form } from '../kit/form.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import type { Dialog } from '../stores/screen-store.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import styles from './vales.module.css'

/** What the shop owes on paper: found by number or code, voided, printed again. */
export function ValesDialog({
  dialog,
}: {
  readonly dialog: Extract<Dialog, { readonly kind: 'vales' }>
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const list = useVales(ui, dialog)
  const { page, text, problem, filter } = list
  const left = page === null ? 0 : page.total - page.rows.length
  return (
    <Sheet
      title={t('vales.title')}
      {...(page === null ? {} : { lead: t('vales.owed', { amount: formatClp(page.owedClp) }) })}
      widthRem={46}
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
      <Segments
        label={t('vales.filter')}
        isLabelHidden
        value={filter}
        options={VALE_FILTERS.map((value) => ({
          value,
          label: t(`vales.filters.${value}`),
          testId: `vales-${value}`,
        }))}
        onChange={list.setFilter}
      />
      <RefusalNotice refusal={problem ?? undefined} testId="vales-trouble" />
      <ul className={styles.list} aria-label={t('vales.title')} tabIndex={-1}>
        {page?.rows.map((vale) => (
          <Row key={vale.number} vale={vale} list={list} />
        ))}
      </ul>
      {left > 0 && (
        <Button onPress={list.more} data-testid="vales-more">
          {t('vales.more', { left })}
        </Button>
      )}
      {page?.rows.length === 0 && <p className={styles.small}>{t('vales.none')}</p>}
    </Sheet>
  )
}

type List = ReturnType<typeof useVales>

function useVales(ui: TillUi, asked: Extract<Dialog, { readonly kind: 'vales' }>) {
  const [text, setText] = useState(asked.text ?? '')
  const [filter, setFilter] = useState<ValeFilter>('all')
  const [page, setPage] = useState<ValePage | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(asked.problem ?? null)
  const [round, setRound] = useState(0)
  const ask = useCallback(
    (offset: number) => callCore(ui, ui.port.vales({ text, filter, offset, limit: VALES_MAX })),
    [ui, text, filter],
  )
  useEffect(() => {
    let isGone = false
    void ask(0).then((answer) => {
      if (isGone || answer === null) return
      if (answer.ok) setPage(answer.value)
      else setProblem(answer.refusal)
    })
    return () => {
      isGone = true
    }
  }, [ask, round])
  const more = () => {
    void ask(page?.rows.length ?? 0).then((answer) => {
      if (answer?.ok !== true) return
      // What was asked for meanwhile stands.
      setPage((now) => (now === page ? joined(page, answer.value) : now))
    })
  }
  const done = (trouble: Refusal | null) => {
    if (trouble !== null) ui.sounds.refuse()
    // A PIN over the shoulder closed the list.
    if (ui.screen.getState().dialog?.kind !== 'vales')
      return ui.screen.getState().open({ kind: 'vales', text, problem: trouble })
    setProblem(trouble)
    setRound((before) => before + 1)
  }
  return { text, setText, filter, setFilter, page, problem, more, done }
}

/** A vale given meanwhile has moved the rows by one. */
function joined(before: ValePage | null, next: ValePage): ValePage {
  const known = new Set(before?.rows.map(({ number }) => number))
  const fresh = next.rows.filter(({ number }) => !known.has(number))
  return { ...next, rows: [...(before?.rows ?? []), ...fresh] }
}

function Row({ vale, list }: { readonly vale: ValeView; readonly list: List }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [reason, setReason] = useState<string | null>(null)
  const { number, name, balanceClp, amountClp, state, expiresOn, isPrinted } = vale
  const isOpen = balanceClp > 0
  const end =
    expiresOn === null ? t('vales.noEnd') : t('vales.until', { date: printDate(expiresOn) })
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
      <Button
        isDisabled={!isOpen}
        onPress={() => void printVale(ui, number, list.done)}
        data-testid="vale-print"
      >
        {t(isPrinted ? 'vales.copy' : 'vales.print')}
      </Button>
      {reason === null || !isOpen ? (
        <Button isDisabled={!isOpen} onPress={() => setReason('')} data-testid="vale-void">
          {t('vales.void')}
        </Button>
      ) : (
        <Form className={styles.reason} onSubmit={() => voidVale(ui, number, reason, list.done)}>
          <Field
            label={t('vales.reason')}
            value={reason}
            autoFocus
            maxLength={VALE_REASON_CHARS_MAX}
            onChange={setReason}
            testId="vale-reason"
          />
          <Button type="submit" data-testid="vale-void-now">
            {t('vales.void')}
          </Button>
        </Form>
      )}
    </li>
  )
}
