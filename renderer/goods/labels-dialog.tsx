import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import type { Picked } from '#shared/catalogue/goods-bulk.ts'
import { LABELS_EACH_MAX, type LabelsInput } from '#shared/catalogue/goods-labels.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { callCore } from '../actions/counter.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { offer } from '../kit/save-pdf.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import styles from './goods.module.css'

type Told = { readonly key: 'printed' | 'saved'; readonly count: number }

interface LabelsOf {
  readonly row: GoodsRow | null
  /** Marked in the list; null without marks. */
  readonly picked: Picked | null
}

/** Labels of one product, or of all in the list behind: out of the printer, or as sheets of A4. */
export function LabelsDialog({ row, picked }: LabelsOf) {
  const ui = useUi()
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const { each, setEach, isBusy, problem, told, print, save } = useLabels({ row, picked })
  const isOne = row !== null
  return (
    <Sheet
      title={t('goodsLabels.title')}
      lead={
        isOne
          ? t('goodsLabels.leadOne', { name: row.name })
          : t(picked === null ? 'goodsLabels.lead' : 'goodsLabels.leadPicked')
      }
      widthRem={36}
      onSubmit={print}
      actions={
        <>
          <Button onPress={close}>{t('common.close')}</Button>
          {/* Never disabled: a button that goes grey under the finger takes the focus with it. */}
          <Button onPress={() => void save()} data-testid="labels-sheet">
            {t('goodsLabels.sheet')}
          </Button>
          <Button variant="primary" type="submit" data-testid="labels-print">
            {t('goodsLabels.print')}
          </Button>
        </>
      }
    >
      <Field
        label={t('goodsLabels.each')}
        value={each}
        placeholder="1"
        onChange={setEach}
        inputMode="numeric"
        maxLength={3}
        hint={t('goodsLabels.eachHint', { most: LABELS_EACH_MAX })}
        refusal={problem?.field === 'each' ? problem : null}
        autoFocus
        testId="labels-each"
      />
      <RefusalNotice refusal={problem} shownAt={['each']} testId="labels-refused" />
      <p className={styles.told} role="status" data-testid="labels-told">
        {isBusy
          ? t('goodsLabels.busy')
          : told === null
            ? ''
            : t(`goodsLabels.${told.key}`, { count: told.count })}
      </p>
    </Sheet>
  )
}

function useLabels(of: LabelsOf) {
  const ui = useUi()
  const [each, setEach] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const send = async (work: (input: LabelsInput) => ReturnType<typeof printed>) => {
    if (isBusy) return
    const input = inputOf(ui, of, each)
    setTold(null)
    if (input === null) return setProblem(eachWrong)
    setProblem(null)
    setBusy(true)
    const answer = await work(input).catch(() => null)
    setBusy(false)
    if (answer?.ok === true) setTold(answer.value)
    else if (answer !== null) setProblem(answer.refusal)
  }
  return {
    each,
    setEach(next: string) {
      setEach(next.replace(/\D/g, ''))
      setProblem(null)
      setTold(null)
    },
    isBusy,
    problem,
    told,
    print: () => send((input) => printed(ui, input)),
    save: () => send((input) => saved(ui, input)),
  }
}

const eachWrong: Refusal = {
  code: 'LABELS_EACH',
  field: 'each',
  params: { most: String(LABELS_EACH_MAX) },
}

/** Null where the number of labels is none. */
function inputOf(ui: TillUi, { row, picked }: LabelsOf, typed: string): LabelsInput | null {
  const each = typed === '' ? 1 : Number(typed)
  if (!Number.isInteger(each) || each < 1 || each > LABELS_EACH_MAX) return null
  if (row !== null) return { of: { kind: 'product', productId: row.id }, each }
  const { text, filter, categoryId } = ui.goods.getState()
  return { of: { kind: 'list', text, filter, categoryId, ...(picked && { picked }) }, each }
}

type Outcome =
  | { readonly ok: true; readonly value: Told }
  | { readonly ok: false; readonly refusal: Refusal }
  | null

async function printed(ui: TillUi, input: LabelsInput): Promise<Outcome> {
  const answer = await callCore(ui, ui.port.printLabels(input))
  if (answer?.ok !== true) return answer
  return { ok: true, value: { key: 'printed', count: answer.value.labels } }
}

async function saved(ui: TillUi, input: LabelsInput): Promise<Outcome> {
  const answer = await callCore(ui, ui.port.labelSheets(input))
  if (answer?.ok !== true) return answer
  const { base64, labels: count } = answer.value
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const day = santiagoDate(browserNowMs() as EpochMs)
  offer(new Blob([bytes], { type: 'application/pdf' }), `etiquetas-${day}.pdf`)
  return { ok: true, value: { key: 'saved', count } }
}
