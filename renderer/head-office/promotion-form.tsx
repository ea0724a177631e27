/** One promotion, made or changed: what it does, to which goods and until when. */
import { useState } from 'react'
import type { IsoDate } from '#shared/core/brand.ts'
import type { OfficePromotion } from '#shared/head-office/contract.ts'
import type { PromotionRule } from '#shared/promotions/promotion.ts'
import { DateField } from '../kit/date-field.tsx'
import { Field, useTyped } from '../kit/field.tsx'
import { priceIn, PriceField } from '../kit/price-field.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { ChangeForm, useChange } from './change-form.tsx'
import { useWords } from './use-words.ts'

type Does = PromotionRule['does']
const DOES = ['percent', 'price', 'group', 'from'] as const satisfies Does['kind'][]

/** What the form does not ask stays as it was. */
const NEW_RULE: PromotionRule = {
  does: { kind: 'percent', percent: 10 },
  goods: { kind: 'all' },
  ...{ fromDate: null, untilDate: null, weekdays: [1, 2, 3, 4, 5, 6, 7] },
  ...{ fromMinute: 0, untilMinute: 0, priceListId: null, priority: 0 },
}

interface FormProps {
  /** Null makes one. */
  readonly promotion: OfficePromotion | null
  readonly categories: readonly { readonly category: string; readonly name: string }[]
  readonly onDone: () => void
}

export function PromotionForm({ promotion, categories, onDone }: FormProps) {
  const words = useWords().offers
  const before = promotion?.rule ?? NEW_RULE
  const name = useTyped(promotion?.name ?? '')
  const codes = useTyped(promotion?.goods.map(({ code }) => code).join(' ') ?? '')
  const [does, setDoes] = useState<Typed>(() => typedOf(before.does))
  const [goods, setGoods] = useState(goodsChosen(before))
  const [from, setFrom] = useState((before.fromDate ?? '') as IsoDate | '')
  const [until, setUntil] = useState((before.untilDate ?? '') as IsoDate | '')
  const { refused, change } = useChange()
  const send = async () => {
    const asked = codes.text.split(/[\s,;]+/).filter((code) => code !== '')
    const kept = goods === 'categories' ? before.goods : goodsOf(goods)
    const rule = {
      ...{ ...before, does: doesOf(does), goods: kept },
      ...{ fromDate: from === '' ? null : from, untilDate: until === '' ? null : until },
    }
    const body = {
      ...(promotion === null ? {} : { version: promotion.version }),
      ...{ name: name.text.trim(), rule, ...(goods === 'products' ? { codes: asked } : {}) },
    }
    const isTaken = await (promotion === null
      ? change('POST', 'promotions', body)
      : change('PUT', `promotions/${promotion.promotion_id}`, body))
    if (isTaken) onDone()
  }
  return (
    <ChangeForm
      label={promotion === null ? words.add : `${words.change} ${promotion.name}`}
      {...{ isOpened: true, refused, onSend: send, onCancel: onDone, saveTestId: 'save-offer' }}
    >
      <Field {...name.field} label={words.name} testId="offer-name" />
      <DoesFields does={does} onChange={setDoes} />
      <ChoiceList
        label={words.goods}
        value={goods}
        choices={[
          { value: 'all', label: words.everything },
          { value: 'products', label: words.products },
          ...(goods === 'categories' ? [{ value: 'categories', label: words.categories }] : []),
          ...categories.map(({ category, name: label }) => ({ value: category, label })),
        ].map((one) => ({ ...one, testId: `goods-${one.value}` }))}
        onChange={setGoods}
        testId="offer-goods"
      />
      {goods === 'products' && <Field {...codes.field} label={words.codes} testId="offer-codes" />}
      <DateField label={words.from} value={from} onChange={setFrom} testId="offer-from" />
      <DateField label={words.until} value={until} onChange={setUntil} testId="offer-until" />
    </ChangeForm>
  )
}

interface Typed {
  readonly kind: Does['kind']
  /** Percent, price, or so many for the price of others. */
  readonly value: string
  readonly count: string
}

function typedOf(does: Does): Typed {
  switch (does.kind) {
    case 'percent':
      return { kind: does.kind, value: String(does.percent), count: '' }
    case 'price':
      return { kind: does.kind, value: String(does.unitClp), count: '' }
    case 'group':
      return { kind: does.kind, value: String(does.pay), count: String(does.take) }
    case 'from':
      return { kind: does.kind, value: String(does.unitClp), count: String(does.from) }
  }
}

/** What is no number the service refuses in words. */
function doesOf({ kind, value, count }: Typed): Does {
  const [first, second] = [priceIn(value) || 0, priceIn(count) || 0]
  if (kind === 'percent') return { kind, percent: first }
  if (kind === 'price') return { kind, unitClp: first }
  return kind === 'group'
    ? { kind, take: second, pay: first }
    : { kind, from: second, unitClp: first }
}

/** Everything, products by their codes, one category, or several as a till chose them. */
function goodsChosen({ goods }: PromotionRule): string {
  if (goods.kind !== 'categories') return goods.kind
  const [only, other] = goods.ids
  return other === undefined && only !== undefined ? only : 'categories'
}

/** Of products their codes are sent. */
const goodsOf = (chosen: string): PromotionRule['goods'] =>
  chosen === 'all' || chosen === 'products'
    ? { kind: 'all' }
    : { kind: 'categories', ids: [chosen] }

function DoesFields({
  does,
  onChange,
}: {
  readonly does: Typed
  readonly onChange: (does: Typed) => void
}) {
  const words = useWords().offers
  const { kind, value, count } = does
  const isPrice = kind === 'price' || kind === 'from'
  const put = (changed: Partial<Typed>) => onChange({ ...does, ...changed })
  const amount = {
    label: kind === 'percent' ? words.percent : kind === 'group' ? words.pay : words.price,
    testId: 'offer-value',
  }
  return (
    <>
      <ChoiceList
        label={words.does}
        value={kind}
        choices={DOES.map((one) => ({
          ...{ value: one, label: words.kinds[one], testId: `does-${one}` },
        }))}
        onChange={(chosen) => put({ kind: chosen as Does['kind'] })}
        testId="offer-does"
      />
      {(kind === 'group' || kind === 'from') && (
        <Field
          {...{ label: kind === 'group' ? words.take : words.pieces, value: count }}
          inputMode="numeric"
          onChange={(text) => put({ count: text })}
          testId="offer-count"
        />
      )}
      {isPrice ? (
        <PriceField {...amount} typed={value} onType={(text) => put({ value: text })} />
      ) : (
        <Field
          {...{ ...amount, value }}
          inputMode="numeric"
          onChange={(text) => put({ value: text })}
        />
      )}
    </>
  )
}
