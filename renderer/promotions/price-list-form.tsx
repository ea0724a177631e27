import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { X } from 'lucide-react'
import type { PriceListView, SavePriceListInput } from '#shared/promotions/inputs.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { formatClp, type Clp } from '#shared/money/clp.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { CancelOrSubmit } from '../kit/submit-button.tsx'
import { shownPrice, typedPrice } from '../kit/price-field.tsx'
import { useSending } from '../kit/use-sending.ts'
import { useUi } from '../stores/till-ui.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { NameField } from './name-field.tsx'
import type { FormOf } from './promotion-draft.ts'
import { AddByCode } from './promotion-goods.tsx'
import styles from './promotions.module.css'

interface Draft {
  readonly name: string
  /** By category, as typed; empty for none. The empty category is all others. */
  readonly percents: Readonly<Record<string, string>>
  readonly prices: readonly {
    readonly productId: string
    readonly name: string
    readonly shelfClp: Clp
    readonly price: string
  }[]
}

/** One price list: percents by category, and products with a price of their own. */
export function PriceListForm({ kept: list, onDone }: FormOf<PriceListView>) {
  const { t } = useTranslation()
  const { draft, change, at, elsewhere, save } = useListDraft(list, onDone)
  return (
    <Sheet
      title={t(list === null ? 'promotions.lists.add' : 'promotions.lists.change')}
      lead={t('promotions.lists.formLead')}
      widthRem={44}
      onClose={onDone}
      onSubmit={save}
      actions={<CancelOrSubmit label={t('promotions.save')} testId="save-list" />}
    >
      <NameField draft={draft} change={change} refusal={at('name')} testId="list-name" />
      <Percents draft={draft} change={change} at={at} />
      <AddByCode
        onProduct={({ id, name, unitGrossClp }) => {
          if (draft.prices.some(({ productId }) => productId === id)) return
          const added = { productId: id, name, shelfClp: unitGrossClp, price: '' }
          change({ prices: [...draft.prices, added] })
        }}
      />
      <Prices draft={draft} change={change} at={at} />
      <ChangedNotice
        refusal={elsewhere}
        testId="list-trouble"
        onSaveOver={(readAt) => void save(readAt)}
      />
    </Sheet>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly at: (field: string) => Refusal | null
}

function Percents({ draft, change, at }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const shelves = useStore(ui.status, (state) => state.bootstrap?.categories) ?? []
  return (
    <div className={styles.quarters}>
      {[{ id: '', name: t('promotions.lists.everything') }, ...shelves].map(({ id, name }) => (
        <Field
          key={id}
          label={t('promotions.lists.percentOf', { name })}
          value={draft.percents[id] ?? ''}
          inputMode="numeric"
          onChange={(typed) => change({ percents: { ...draft.percents, [id]: typed } })}
          refusal={at(`percent.${id}`)}
          testId={id === '' ? 'list-percent' : 'list-shelf-percent'}
          maxLength={3}
        />
      ))}
    </div>
  )
}

function Prices({ draft, change, at }: PartProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.rows} aria-label={t('promotions.lists.prices')}>
      {draft.prices.map((row) => (
        <li key={row.productId} className={styles.row} data-testid="list-price-row">
          <Field
            label={t('promotions.lists.priceOf', {
              name: row.name,
              shelf: formatClp(row.shelfClp),
            })}
            value={shownPrice(row.price)}
            inputMode="numeric"
            onChange={(typed) =>
              change({
                prices: draft.prices.map((each) =>
                  each === row ? { ...each, price: typedPrice(typed) } : each,
                ),
              })
            }
            refusal={at(`price.${row.productId}`)}
            placeholder="$0"
            testId="list-price"
          />
          <Button
            aria-label={t('promotions.without', { name: row.name })}
            onPress={() => change({ prices: draft.prices.filter((each) => each !== row) })}
          >
            <X size={18} aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

function useListDraft(list: PriceListView | null, onDone: () => void) {
  const ui = useUi()
  const [draft, setDraft] = useState(() => draftOf(list))
  const { problem, setProblem, send } = useSending()
  const field = problem?.field ?? ''
  const isShown = field === 'name' || field.startsWith('percent.') || field.startsWith('price.')
  const save = (readAt: number | undefined = list?.changedAt) =>
    send(async () => {
      const order = { ...orderOf(draft, list?.id ?? null), readAt }
      const answer = await callCore(ui, ui.port.savePriceList(order))
      if (answer === null) return problem
      if (!answer.ok) return answer.refusal
      onDone()
      return null
    })
  return {
    draft,
    change(part: Partial<Draft>) {
      setDraft((before) => ({ ...before, ...part }))
      setProblem(null)
    },
    at: (asked: string) => (field === asked ? problem : null),
    elsewhere: isShown ? null : problem,
    save,
  }
}

function draftOf(list: PriceListView | null): Draft {
  if (list === null) return { name: '', percents: {}, prices: [] }
  return {
    name: list.name,
    percents: Object.fromEntries(
      list.percents.map(({ categoryId, percent }) => [categoryId, String(percent)]),
    ),
    prices: list.priced.map(({ unitGrossClp, ...row }) => ({
      ...row,
      price: String(unitGrossClp),
    })),
  }
}

/** What is no number arrives as none (-1) and is told at its field. */
function orderOf(
  { name, percents, prices }: Draft,
  priceListId: string | null,
): SavePriceListInput {
  return {
    priceListId,
    name,
    percents: Object.entries(percents)
      .filter(([, typed]) => typed.trim() !== '')
      .map(([categoryId, typed]) => ({ categoryId, percent: numberIn(typed) })),
    prices: prices.map(({ productId, price }) => ({ productId, unitGrossClp: numberIn(price) })),
  }
}

const numberIn = (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : -1)
