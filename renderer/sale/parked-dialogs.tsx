import { Fragment, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { PauseCircle, Trash2 } from 'lucide-react'
import type { ParkedSaleView } from '#shared/staff/views.ts'
import { PARKED_NAME_CHARS_MAX } from '#shared/selling/cart/parked.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { formatClp } from '#shared/money/clp.ts'
import { partsText } from '#shared/selling/open-sale/paying.ts'
import { santiagoTime } from '#shared/time/santiago.ts'
import { discardParked, parkCart, recall } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { Button } from '../kit/button.tsx'
import { Field, useTyped } from '../kit/field.tsx'
import { EmptyState, Notice, RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import styles from './sale.module.css'

/** Puts the sale aside. Enter alone is enough: the number is name enough when nobody types one. */
export function ParkDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const given = useStore(ui.cart, (state) => state.sale.paying.given)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const { text: name, field } = useTyped('', () => setProblem(null))
  const submit = () => {
    void parkCart(ui, name).then(setProblem)
  }
  return (
    <Sheet
      title={t('parked.parkTitle')}
      lead={t('parked.parkLead')}
      onSubmit={submit}
      actions={<SubmitButton label={t('parked.park')} size="large" testId="apply" />}
    >
      <Field
        label={t('parked.name')}
        {...field}
        autoFocus
        testId="parked-name"
        placeholder={t('parked.namePlaceholder')}
        maxLength={PARKED_NAME_CHARS_MAX}
        refusal={problem?.field === 'name' ? problem : null}
      />
      {given.length > 0 && (
        <Notice tone="info" testId="park-taken">
          {t('openSale.takenPark', { what: partsText(given) })}
        </Notice>
      )}
      <RefusalNotice refusal={problem} shownAt={['name']} testId="park-trouble" />
    </Sheet>
  )
}

/** The sales that wait. One press takes one up; what is on screen waits in its place. */
export function ParkedDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const sales = useStore(ui.parked, (state) => state.sales)
  const hasCart = useStore(ui.cart, (state) => state.cart.lines.length > 0)
  const [problem, setProblem] = useState<Refusal | null>(null)
  return (
    <Sheet
      title={t('parked.title')}
      lead={hasCart && sales.length > 0 ? t('parked.swapLead') : undefined}
      widthRem={44}
      onClose={ui.screen.getState().close}
    >
      <RefusalNotice refusal={problem} testId="park-trouble" />
      {sales.length === 0 ? (
        <EmptyState icon={<PauseCircle size={32} />} title={t('parked.none')}>
          {t('parked.noneHint')}
        </EmptyState>
      ) : (
        <div className={styles.parkedList}>
          {groupsOf(sales, t).map(({ title, held }, at, { length }) => (
            <Fragment key={at}>
              {(length > 1 || held[0]?.shop != null) && (
                <h3 className={styles.parkedGroup} data-testid="parked-group">
                  {title}
                </h3>
              )}
              <ul className={styles.parked}>
                {held.map((sale, index) => (
                  <ParkedRow
                    key={sale.id}
                    sale={sale}
                    isFirst={at + index === 0}
                    onRecall={() => void recall(ui, sale).then(setProblem)}
                    onDiscard={() => void discardParked(ui, sale).then(setProblem)}
                  />
                ))}
              </ul>
            </Fragment>
          ))}
        </div>
      )}
    </Sheet>
  )
}

/** This till's first, then each other till's, at last what has been taken up elsewhere. */
function groupsOf(sales: readonly ParkedSaleView[], t: TFunction) {
  const [gone, waiting] = [true, false].map((isTaken) =>
    sales.filter(({ shop }) => (shop?.taken != null) === isTaken),
  )
  const byTill = Map.groupBy(waiting ?? [], ({ shop }) => shop?.till ?? null)
  const here = byTill.get(null)
  byTill.delete(null)
  return [[t('parked.here'), here] as const, ...byTill, [t('parked.gone'), gone] as const].flatMap(
    ([title, held = []]) => (held.length === 0 ? [] : [{ title, held }]),
  )
}

function ParkedRow({
  sale,
  isFirst,
  onRecall,
  onDiscard,
}: {
  readonly sale: ParkedSaleView
  readonly isFirst: boolean
  readonly onRecall: () => void
  readonly onDiscard: () => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const { till = null, taken = null } = sale.shop ?? {}
  const name = sale.name === '' ? t('parked.unnamed', { number: sale.number }) : sale.name
  return (
    <li className={styles.parkedRow} data-elsewhere={till !== null || taken !== null}>
      <AriaButton
        className={styles.parkedSale ?? ''}
        onPress={onRecall}
        isDisabled={taken !== null}
        autoFocus={isFirst}
        data-testid="parked-sale"
      >
        <span className={styles.parkedNumber}>{sale.number}</span>
        <span className={styles.parkedMain}>
          <span className={styles.lineName}>{name}</span>
          <span className={styles.parkedMeta}>
            {santiagoTime(sale.parkedAt).slice(0, 5)} · {sale.parkedBy} ·{' '}
            {t('cart.lineCount', { count: sale.lineCount })}
          </span>
          {taken === null ? (
            <span className={styles.parkedGoods}>{sale.products.join(', ')}</span>
          ) : (
            <span className={styles.parkedMeta} data-testid="parked-taken">
              {t('parked.taken', { till: taken.till, time: santiagoTime(taken.at).slice(0, 5) })}
            </span>
          )}
          {sale.taken !== '' && (
            <span className={styles.parkedMeta}>{t('openSale.taken', { what: sale.taken })}</span>
          )}
        </span>
        <span className={styles.lineTotal}>{formatClp(sale.totalClp)}</span>
      </AriaButton>
      {till === null && taken === null && (
        <Button
          variant="danger"
          size="square"
          aria-label={t('parked.discard', { name })}
          data-testid="discard-parked"
          onPress={() =>
            sale.taken === ''
              ? onDiscard()
              : ui.screen.getState().open({ kind: 'discard-parked', sale })
          }
        >
          <Trash2 size={20} aria-hidden="true" />
        </Button>
      )}
    </li>
  )
}

/** A parked sale somebody has paid for in part: what was taken is said before it goes. */
export function DiscardParkedDialog({ sale }: { readonly sale: ParkedSaleView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const back = () => ui.screen.getState().open({ kind: 'parked' })
  return (
    <Sheet
      title={t('openSale.discardTitle')}
      lead={t('openSale.discardLead', { what: sale.taken })}
      role="alertdialog"
      onClose={back}
      onSubmit={() => {
        back()
        void discardParked(ui, sale)
      }}
      actions={
        <>
          <Button onPress={back} autoFocus>
            {t('openSale.keep')}
          </Button>
          <Button variant="dangerFull" type="submit" data-testid="apply">
            {t('openSale.discard')}
          </Button>
        </>
      }
    />
  )
}
