import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { BulkPreview, Picked } from '#shared/catalogue/goods-bulk.ts'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { BULK_ROUNDINGS, type BulkChange } from '#shared/catalogue/bulk-change.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { formatClp } from '#shared/money/clp.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Segments } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { NO_PICKS } from '../stores/goods-picks.ts'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { PriceField, priceIn } from '../kit/price-field.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useUi } from '../stores/till-ui.ts'
import { useShelves } from '../kit/use-shelves.ts'
import { useRefusalText } from '../kit/use-texts.ts'
import styles from './goods.module.css'

const KINDS = ['percent', 'price', 'category', 'exempt', 'archive'] as const
type Kind = (typeof KINDS)[number]

/** One change to the marked products of the list behind it, or to all: shown, done, taken back. */
export function BulkDialog({ picked }: { readonly picked: Picked | null }) {
  const ui = useUi()
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const bulk = useBulk(picked)
  const { preview, problem, told } = bulk
  return (
    <Sheet
      title={t('goodsBulk.title')}
      lead={t(picked === null ? 'goodsBulk.lead' : 'goodsBulk.leadPicked')}
      widthRem={44}
      onSubmit={bulk.apply}
      actions={
        <>
          {(preview?.mayUndo ?? 0) > 0 && (
            <Button keepsFocus isDisabled={bulk.isBusy} onPress={bulk.undo} data-testid="bulk-undo">
              {t('goodsBulk.undo', { count: preview?.mayUndo ?? 0 })}
            </Button>
          )}
          <Button onPress={close}>{t('common.close')}</Button>
          <Button
            variant="primary"
            type="submit"
            keepsFocus
            isDisabled={bulk.isBusy || (preview?.changed ?? 0) === 0}
            data-testid="bulk-apply"
          >
            {t('goodsBulk.apply', { count: preview?.changed ?? 0 })}
          </Button>
        </>
      }
    >
      <What bulk={bulk} />
      <RefusalNotice refusal={problem} testId="bulk-refused" />
      <p className={styles.told} role="status" data-testid="bulk-told">
        {told === null ? '' : t(told.key, { count: told.count, left: told.left })}
      </p>
      {preview !== null && <Sample preview={preview} />}
    </Sheet>
  )
}

function What({ bulk }: { readonly bulk: ReturnType<typeof useBulk> }) {
  const { t } = useTranslation()
  const shelves = useShelves()
  const { kind, price, isExempt, categoryId, isArchived } = bulk.draft
  return (
    <>
      <Segments
        label={t('goodsBulk.what')}
        value={kind}
        onChange={(next) => bulk.change({ kind: next })}
        options={KINDS.map((value) => ({
          value,
          label: t(
            value === 'archive' && isArchived === false
              ? 'goodsBulk.kinds.restore'
              : `goodsBulk.kinds.${value}`,
          ),
          testId: `bulk-kind-${value}`,
        }))}
      />
      {kind === 'percent' && <Percent bulk={bulk} />}
      {kind === 'price' && (
        <PriceField
          label={t('goodsBulk.price')}
          typed={price}
          onType={(next) => bulk.change({ price: next })}
          testId="bulk-price"
        />
      )}
      {kind === 'exempt' && (
        <Segments
          label={t('goodsBulk.tax')}
          value={isExempt ? 'exempt' : 'taxed'}
          onChange={(next) => bulk.change({ isExempt: next === 'exempt' })}
          options={(['taxed', 'exempt'] as const).map((value) => ({
            value,
            label: t(`goodsBulk.${value}`),
            testId: `bulk-${value}`,
          }))}
        />
      )}
      {kind === 'category' && (
        <ChoiceList
          label={t('product.category')}
          value={categoryId}
          choices={shelves.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => bulk.change({ categoryId: next })}
          testId="bulk-shelf"
        />
      )}
    </>
  )
}

function Percent({ bulk }: { readonly bulk: ReturnType<typeof useBulk> }) {
  const { t } = useTranslation()
  const { percent, rounding } = bulk.draft
  return (
    <div className={styles.formRow}>
      <Field
        label={t('goodsBulk.percent')}
        value={percent}
        onChange={(next) => bulk.change({ percent: next })}
        inputMode="decimal"
        hint={t('goodsBulk.percentHint')}
        maxLength={7}
        testId="bulk-percent"
      />
      <Segments
        label={t('goodsBulk.rounding')}
        value={rounding}
        onChange={(next) => bulk.change({ rounding: next })}
        options={BULK_ROUNDINGS.map((step) => ({ value: String(step), label: `$${step}` }))}
      />
    </div>
  )
}

function Sample({ preview }: { readonly preview: BulkPreview }) {
  const { t } = useTranslation()
  const shelves = useShelves()
  const refusalText = useRefusalText()
  const shelf = (id: string) => shelves.find((each) => each.id === id)?.name ?? ''
  return (
    <>
      {preview.refused > 0 && (
        <Notice tone="wait">
          {t('goodsBulk.refused', { count: preview.refused })}
          <ul className={styles.refusals} data-testid="bulk-refusals">
            {preview.refusals.map(({ name, refusal }, at) => (
              <li key={at}>{`${name}: ${refusalText(refusal)}`}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ul className={styles.importRows} aria-label={t('goodsBulk.sample')} tabIndex={0}>
        {preview.sample.map(({ before, to }) => (
          <li key={to.id} className={styles.bulkRow} data-testid="bulk-row">
            <span className={styles.name}>{to.name}</span>
            <span className={styles.price}>
              {differs(before, to, (row) => [
                formatClp(row.unitGrossClp),
                shelf(row.categoryId),
                t(row.isExempt ? 'goodsBulk.exempt' : 'goodsBulk.taxed'),
                t(row.isArchived ? 'goods.isArchived' : 'goods.sold'),
              ])}
            </span>
          </li>
        ))}
      </ul>
      {preview.changed > preview.sample.length && (
        <p className={styles.told}>
          {t('goodsImport.firstOnly', { count: preview.sample.length })}
        </p>
      )}
    </>
  )
}

/** The first of its words that is another one now. */
function differs(before: GoodsRow, to: GoodsRow, words: (row: GoodsRow) => readonly string[]) {
  const [was, is] = [words(before), words(to)]
  const at = was.findIndex((word, index) => word !== is[index])
  return `${was[at] ?? ''} → ${is[at] ?? ''}`
}

interface BulkDraft {
  readonly kind: Kind
  readonly percent: string
  readonly rounding: string
  /** As `typedPrice` gives it. */
  readonly price: string
  readonly isExempt: boolean
  readonly categoryId: string
  /** What `archive` makes of them: the other of what the list shows. */
  readonly isArchived: boolean
}

interface Told {
  readonly key: 'goodsBulk.done' | 'goodsBulk.undone' | 'goodsBulk.undoneBut'
  readonly count: number
  readonly left: number
}

/** The change as typed, or null while it says nothing. */
function changeOf({
  kind,
  percent,
  rounding,
  price,
  isExempt,
  categoryId,
  isArchived,
}: BulkDraft): BulkChange | null {
  if (kind === 'archive') return { kind, isArchived }
  if (kind === 'exempt') return { kind, isExempt }
  const unitGrossClp = priceIn(price)
  if (kind === 'price') return Number.isNaN(unitGrossClp) ? null : { kind, unitGrossClp }
  if (kind === 'category') return categoryId === '' ? null : { kind, categoryId }
  const tenths = Math.round(
    Number(percent.replace(',', '.').replace('\u2212', '-').replace(/%$/, '')) * 10,
  )
  const roundToClp = BULK_ROUNDINGS.find((step) => String(step) === rounding) ?? 1
  if (percent.trim() === '' || !Number.isInteger(tenths)) return null
  return tenths < -900 || tenths > 5_000 ? null : { kind, tenths, roundToClp }
}

function useBulk(picked: Picked | null) {
  const ui = useUi()
  const { text, filter, categoryId: listed } = useStore(ui.goods)
  const [draft, setDraft] = useState<BulkDraft>({
    kind: 'percent',
    percent: '',
    rounding: '10',
    price: '',
    isExempt: false,
    categoryId: '',
    isArchived: filter !== 'archived',
  })
  const [preview, setPreview] = useState<BulkPreview | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [turn, setTurn] = useState(0)
  const change = changeOf(draft)
  const list = { text, filter, categoryId: listed, ...(picked && { picked }) }
  const question = JSON.stringify({ ...list, change })
  useEffect(() => {
    let isShown = true
    const { change: asked, ...listed } = JSON.parse(question) as Omit<Asked, 'shown'>
    // Nothing typed yet: what may be taken back is told all the same.
    const sent = { ...listed, change: asked ?? NO_CHANGE }
    void callCore(ui, ui.port.previewBulk(sent)).then((answer) => {
      if (!isShown || answer === null) return
      setProblem(answer.ok ? null : answer.refusal)
      setPreview(answer.ok ? answer.value : null)
    })
    return () => void (isShown = false)
  }, [ui, question, turn])
  const send = async (work: () => ReturnType<typeof ui.port.undoBulk>, isUndo: boolean) => {
    setBusy(true)
    const answer = await callCore(ui, work())
    setBusy(false)
    if (answer?.ok === false) setProblem(answer.refusal)
    if (answer?.ok !== true) return
    const { changed: count, left } = answer.value
    const undone = left === 0 ? 'goodsBulk.undone' : 'goodsBulk.undoneBut'
    setTold({ key: isUndo ? undone : 'goodsBulk.done', count, left })
    // What was marked may have left the list.
    ui.goodsPicks.setState(NO_PICKS)
    setDraft((before) => ({ ...before, percent: '' }))
    setTurn((before) => before + 1)
  }
  return {
    draft,
    preview,
    problem,
    told,
    isBusy,
    change(part: Partial<BulkDraft>) {
      setDraft({ ...draft, ...part })
      setTold(null)
    },
    apply() {
      if (change === null || preview === null || isBusy) return
      const asked = { ...list, change, shown: preview.shown }
      void send(() => ui.port.applyBulk(asked), false)
    },
    undo: () => void send(() => ui.port.undoBulk(), true),
  }
}

const NO_CHANGE: BulkChange = { kind: 'percent', tenths: 0, roundToClp: 1 }
type Asked = Parameters<ReturnType<typeof useUi>['port']['applyBulk']>[0]
