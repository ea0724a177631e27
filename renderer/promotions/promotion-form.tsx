import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { IsoDate } from '#shared/core/brand.ts'
import type { PromotionView } from '#shared/promotions/inputs.ts'
import { clp, formatClp, type Clp } from '#shared/money/clp.ts'
import { previewOf } from '#shared/promotions/preview.ts'
import { promotionRuleSchema } from '#shared/promotions/promotion.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { optionsNamed, Segments } from '../kit/choices.tsx'
import { DateField } from '../kit/date-field.tsx'
import { Field } from '../kit/field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { CancelOrSubmit } from '../kit/submit-button.tsx'
import { PriceField } from '../kit/price-field.tsx'
import { useSending } from '../kit/use-sending.ts'
import { useUi } from '../stores/till-ui.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { ChooseList } from './choose-list.tsx'
import { PromotionGoods } from './promotion-goods.tsx'
import {
  ALL_DAYS,
  draftOf,
  KINDS,
  NEW_DRAFT,
  PRIORITIES,
  ruleOf,
  type FormOf,
  type PartProps,
  type PromotionDraft,
} from './promotion-draft.ts'
import { NameField } from './name-field.tsx'
import styles from './promotions.module.css'

/** Without a product of which the price is known, the example is of a round one. */
const EXAMPLE_CLP = clp(1_000)

/** One promotion, with an example of what it does before it is kept. */
export function PromotionForm({ kept: promotion, onDone }: FormOf<PromotionView>) {
  const { t } = useTranslation()
  const { draft, change, problem, save } = usePromotionDraft(promotion, onDone)
  const [example, setExample] = useState<{ name: string; priceClp: Clp } | null>(null)
  const at = (...fields: readonly string[]) =>
    problem !== null && fields.includes(problem.field ?? '') ? problem : null
  return (
    <Sheet
      title={t(promotion === null ? 'promotions.add' : 'promotions.change')}
      lead={t('promotions.formLead')}
      widthRem={44}
      onClose={onDone}
      onSubmit={save}
      actions={<CancelOrSubmit label={t('promotions.save')} testId="save-promotion" />}
    >
      <NameField
        draft={draft}
        change={change}
        refusal={at('name')}
        hint={t('promotions.nameHint')}
        testId="promotion-name"
      />
      <Does draft={draft} change={change} at={at} />
      <Preview draft={draft} example={example} />
      <PromotionGoods
        draft={draft}
        change={change}
        at={at}
        onProduct={({ name, unitGrossClp }) => setExample({ name, priceClp: unitGrossClp })}
      />
      <Days draft={draft} change={change} at={at} />
      <ChooseList
        label={t('promotions.forList')}
        none={t('promotions.forAll')}
        value={draft.priceListId}
        onChange={(priceListId) => change({ priceListId })}
      />
      <ChangedNotice
        refusal={problem}
        shownAt={SHOWN_AT}
        testId="promotion-trouble"
        onSaveOver={(readAt) => void save(readAt)}
      />
    </Sheet>
  )
}

/** Days and hours say nothing themselves. */
const SHOWN_AT = ['name', 'percent', 'unitClp', 'take', 'pay', 'from', 'goods']

function Does({ draft, change, at }: PartProps) {
  const { t } = useTranslation()
  const number = (key: 'percent' | 'take' | 'pay' | 'from') => (
    <Field
      label={t(`promotions.fields.${key}`)}
      value={draft[key]}
      inputMode="numeric"
      onChange={(typed) => change({ [key]: typed })}
      refusal={at(key)}
      testId={`promotion-${key}`}
      maxLength={6}
    />
  )
  return (
    <>
      <Segments
        label={t('promotions.what')}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        options={optionsNamed(KINDS, (value) => t(`promotions.kinds.${value}`), 'promotion-kind')}
      />
      <div className={styles.halves}>
        {draft.kind === 'percent' && number('percent')}
        {draft.kind === 'group' && number('take')}
        {draft.kind === 'group' && number('pay')}
        {draft.kind === 'from' && number('from')}
        {(draft.kind === 'price' || draft.kind === 'from') && (
          <PriceField
            label={t('promotions.fields.price')}
            typed={draft.price}
            onType={(price) => change({ price })}
            refusal={at('unitClp')}
            placeholder="$0"
            testId="promotion-price"
          />
        )}
      </div>
    </>
  )
}

function Days({ draft, change }: PartProps) {
  const { t } = useTranslation()
  const toggle = (day: number) =>
    change({
      weekdays: draft.weekdays.includes(day)
        ? draft.weekdays.filter((each) => each !== day)
        : [...draft.weekdays, day].toSorted(),
    })
  const day = (key: 'fromDate' | 'untilDate') => (
    <DateField
      label={t(`promotions.fields.${key}`)}
      value={draft[key] as IsoDate | ''}
      onChange={(date) => change({ [key]: date })}
      testId={`promotion-${key}`}
    />
  )
  const time = (key: 'fromTime' | 'untilTime') => (
    <Labelled label={t(`promotions.fields.${key}`)}>
      <input
        type="time"
        value={draft[key]}
        onChange={({ target }) => change({ [key]: target.value })}
        data-testid={`promotion-${key}`}
      />
    </Labelled>
  )
  return (
    <>
      <div className={styles.period}>
        {day('fromDate')}
        {day('untilDate')}
        {time('fromTime')}
        {time('untilTime')}
      </div>
      <div className={styles.choices} role="group" aria-label={t('promotions.weekdays')}>
        {ALL_DAYS.map((day) => (
          <Button
            key={day}
            variant={draft.weekdays.includes(day) ? 'primary' : 'plain'}
            aria-pressed={draft.weekdays.includes(day)}
            onPress={() => toggle(day)}
            data-testid={`promotion-day-${day}`}
          >
            {t(`promotions.days.d${day}`)}
          </Button>
        ))}
      </div>
      <Segments
        label={t('promotions.priority')}
        value={draft.priority === PRIORITIES.normal ? 'normal' : 'first'}
        onChange={(value) => change({ priority: PRIORITIES[value] })}
        options={(['normal', 'first'] as const).map((value) => ({
          value,
          label: t(`promotions.priorities.${value}`),
        }))}
      />
    </>
  )
}

function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className={styles.when}>
      <span>{label}</span>
      {children}
    </label>
  )
}

/** `3 × Bebida: $2.000 en vez de $3.000`; nothing while what is typed makes no promotion. */
function Preview({
  draft,
  example,
}: {
  readonly draft: PromotionDraft
  readonly example: { readonly name: string; readonly priceClp: Clp } | null
}) {
  const { t } = useTranslation()
  const rule = promotionRuleSchema.safeParse(ruleOf({ ...draft, goods: 'all' }))
  if (!rule.success) return null
  const { pieces, beforeClp, afterClp } = previewOf(rule.data, example?.priceClp ?? EXAMPLE_CLP)
  const name = example?.name ?? t('promotions.example', { price: formatClp(EXAMPLE_CLP) })
  return (
    <p className={styles.preview} role="status" data-testid="promotion-preview">
      {t(afterClp === beforeClp ? 'promotions.saves.nothing' : 'promotions.saves.some', {
        pieces,
        name,
        after: formatClp(afterClp),
        before: formatClp(beforeClp),
      })}
    </p>
  )
}

function usePromotionDraft(promotion: PromotionView | null, onDone: () => void) {
  const ui = useUi()
  const [draft, setDraft] = useState(() => (promotion === null ? NEW_DRAFT : draftOf(promotion)))
  const { problem, setProblem, send } = useSending()
  const save = (readAt: number | undefined = promotion?.changedAt) =>
    send(async () => {
      const { name } = draft
      const order = { promotionId: promotion?.id ?? null, readAt, name, rule: ruleOf(draft) }
      const answer = await callCore(ui, ui.port.savePromotion(order))
      if (answer === null) return problem
      if (!answer.ok) return answer.refusal
      onDone()
      return null
    })
  const change = (part: Partial<PromotionDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setProblem(null)
  }
  return { draft, change, problem, save }
}
