/** Promotions and price lists of the shop: what there is, made, changed, paused and ended. */
import { useState } from 'react'
import {
  offersAnswer,
  type OfficePriceList,
  type OfficePromotion,
} from '#shared/head-office/contract.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import type { PromotionRule } from '#shared/promotions/promotion.ts'
import { printDate } from '#shared/time/calendar.ts'
import { Button } from '../kit/button.tsx'
import { Tag } from '../kit/notice.tsx'
import { useChange } from './change-form.tsx'
import type { OfficeWords } from '../i18n/es/office.ts'
import type { PartProps } from './part-props.ts'
import { PriceListForm } from './price-list-form.tsx'
import { PromotionForm } from './promotion-form.tsx'
import { Refusal, Rows, WhenRead, type Column } from './said.tsx'
import { useRead } from './use-read.ts'
import { useWords } from './use-words.ts'
import styles from './head-office.module.css'

/** What is open above the tables; of `id` null one is made. */
interface Opened {
  readonly what: 'promotion' | 'list'
  readonly id: string | null
}
type Put = (path: string, body: object) => void

export function OffersPart({ session }: PartProps) {
  const words = useWords().offers
  const read = useRead(offersAnswer, 'offers')
  const [opened, setOpened] = useState<Opened | null>(null)
  const { refused, change } = useChange()
  const mayChange = session.role !== 'reader'
  const done = () => (setOpened(null), read.again())
  const put: Put = (path, body) => void change('PUT', path, body).then(read.again)
  const columns = useColumns(mayChange ? { open: setOpened, put } : null)
  return (
    <>
      <h1>{words.title}</h1>
      <p className={styles.lead}>{words.lead}</p>
      <Refusal refused={refused} />
      {mayChange && (
        <span className={styles.rowKeys}>
          <Button
            variant="primary"
            onPress={() => setOpened({ what: 'promotion', id: null })}
            data-testid="add-promotion"
          >
            {words.add}
          </Button>
          <Button onPress={() => setOpened({ what: 'list', id: null })} data-testid="add-list">
            {words.addList}
          </Button>
        </span>
      )}
      <WhenRead read={read}>
        {({ promotions, price_lists: lists, categories }) => (
          <>
            {opened?.what === 'promotion' && (
              <PromotionForm
                key={opened.id}
                promotion={promotions.find(({ promotion_id: id }) => id === opened.id) ?? null}
                categories={categories}
                onDone={done}
              />
            )}
            {opened?.what === 'list' && (
              <PriceListForm
                key={opened.id}
                list={lists.find(({ price_list_id: id }) => id === opened.id) ?? null}
                categories={categories}
                onChanged={read.again}
                onDone={done}
              />
            )}
            <h2>{words.promotions}</h2>
            <Rows
              {...{ caption: words.promotions, columns: columns.promotions, rows: promotions }}
              keyOf={({ promotion_id: id }) => id}
            />
            <h2>{words.lists}</h2>
            <Rows
              {...{ caption: words.lists, columns: columns.lists, rows: lists }}
              keyOf={({ price_list_id: id }) => id}
            />
          </>
        )}
      </WhenRead>
    </>
  )
}

interface Hands {
  readonly open: (opened: Opened) => void
  readonly put: Put
}

/** To which state a key leads, from which. */
const NEXT = {
  on: ['off', 'archived'],
  off: ['on', 'archived'],
  archived: ['off'],
} as const satisfies Record<OfficePromotion['state'], readonly OfficePromotion['state'][]>

function useColumns(hands: Hands | null) {
  const words = useWords().offers
  const said = useRuleWords()
  const promotions: Column<OfficePromotion>[] = [
    { name: words.name, show: ({ name }) => name },
    { name: words.does, isLong: true, show: said },
    {
      name: words.state,
      show: ({ state }) => (
        <Tag tone={state === 'on' ? 'good' : 'plain'}>{words.states[state]}</Tag>
      ),
    },
  ]
  const lists: Column<OfficePriceList>[] = [
    {
      name: words.name,
      show: ({ name, is_archived: isOut }) => (
        <>
          {name} {isOut && <Tag tone="plain">{words.states.archived}</Tag>}
        </>
      ),
    },
    { name: words.prices, isNumber: true, show: ({ prices }) => prices.length },
    { name: words.percents, isNumber: true, show: ({ percents }) => percents.length },
  ]
  if (hands === null) return { promotions, lists }
  return {
    promotions: [...promotions, promotionKeys(words, hands)],
    lists: [...lists, listKeys(words, hands)],
  }
}

function promotionKeys(
  words: OfficeWords['offers'],
  { open, put }: Hands,
): Column<OfficePromotion> {
  return {
    name: '',
    show: ({ promotion_id: id, name, state, version }) => (
      <span className={styles.rowKeys}>
        <Button
          variant="quiet"
          aria-label={`${words.change} ${name}`}
          onPress={() => open({ what: 'promotion', id })}
          data-testid={`change-${name}`}
        >
          {words.change}
        </Button>
        {NEXT[state].map((next) => (
          <Button
            key={next}
            variant={next === 'archived' ? 'danger' : 'quiet'}
            aria-label={`${words.turn[next]} ${name}`}
            onPress={() => put(`promotions/${id}`, { version, state: next })}
            data-testid={`${next}-${name}`}
          >
            {words.turn[next]}
          </Button>
        ))}
      </span>
    ),
  }
}

function listKeys(words: OfficeWords['offers'], { open, put }: Hands): Column<OfficePriceList> {
  return {
    name: '',
    show: ({ price_list_id: id, name, is_archived: isOut, version }) => (
      <span className={styles.rowKeys}>
        <Button
          variant="quiet"
          aria-label={`${words.change} ${name}`}
          onPress={() => open({ what: 'list', id })}
          data-testid={`change-${name}`}
        >
          {words.change}
        </Button>
        <Button
          variant={isOut ? 'quiet' : 'danger'}
          aria-label={`${isOut ? words.turn.on : words.turn.archived} ${name}`}
          onPress={() => put(`price-lists/${id}`, { version, is_archived: !isOut })}
          data-testid={`archive-${name}`}
        >
          {isOut ? words.turn.on : words.turn.archived}
        </Button>
      </span>
    ),
  }
}

/** `20 % · Café molido · hasta el 31-12-2026` */
function useRuleWords(): (promotion: OfficePromotion) => string {
  const words = useWords().offers
  const does = (rule: PromotionRule['does']) => {
    switch (rule.kind) {
      case 'percent':
        return `−${rule.percent} %`
      case 'price':
        return formatClp(clp(rule.unitClp))
      case 'group':
        return `${rule.take}x${rule.pay}`
      case 'from':
        return words.fromPieces(rule.from, formatClp(clp(rule.unitClp)))
    }
  }
  return ({ rule, goods }) =>
    [
      does(rule.does),
      rule.goods.kind === 'all' ? words.everything : goods.map(({ name }) => name).join(', '),
      rule.fromDate === null ? '' : `${words.from} ${printDate(rule.fromDate)}`,
      rule.untilDate === null ? '' : `${words.until} ${printDate(rule.untilDate)}`,
    ]
      .filter((part) => part !== '')
      .join(' · ')
}
