import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { partsText } from '#shared/selling/open-sale/paying.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { changeCart } from '../actions/counter.ts'
import { ChooseList } from '../promotions/choose-list.tsx'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { Button } from '../kit/button.tsx'
import { Switch } from '../kit/choices.tsx'
import { Field, useTyped } from '../kit/field.tsx'
import { KeyedPrice, priceIn } from '../kit/price-field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { DiscountForm } from './discount-form.tsx'

/** Something without a code: a name, a price, affected or exempt. */
export function FreeLineDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const [isExempt, setExempt] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const clear = () => setProblem(null)
  const name = useTyped('', clear)
  const price = useTyped('', clear)
  const submit = () => {
    void changeCart(ui, {
      type: 'add-free-line',
      name: name.text.trim() === '' ? t('freeLine.defaultName') : name.text,
      unitGrossClp: priceIn(price.text),
      isExempt,
    }).then((change) => {
      if (change === 'taken') return close()
      if (change !== 'asked') setProblem(change)
    })
  }
  const at = (field: string) => (problem?.field === field ? problem : null)
  return (
    <Sheet
      title={t('freeLine.title')}
      lead={t('freeLine.lead')}
      onSubmit={submit}
      actions={<SubmitButton label={t('freeLine.add')} testId="apply" />}
    >
      <KeyedPrice
        label={t('freeLine.price')}
        typed={price.text}
        onType={price.field.onChange}
        corner="000"
        refusal={at('unitGrossClp')}
        placeholder="$0"
        testId="free-price"
      />
      <Field
        label={t('freeLine.name')}
        {...name.field}
        refusal={at('name')}
        placeholder={t('freeLine.defaultName')}
        testId="free-name"
      />
      <Switch isSelected={isExempt} onChange={setExempt}>
        {t('freeLine.exempt')}
      </Switch>
      <RefusalNotice refusal={problem} shownAt={['name', 'unitGrossClp']} />
    </Sheet>
  )
}

export function CartDiscountDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const cart = useStore(ui.cart, (state) => state.cart)
  const { saleDiscountBaseClp } = cartTotals(cart)
  return (
    <DiscountForm
      title={t('discount.cartTitle')}
      lead={t('discount.cartLead')}
      isCart
      beforeClp={saleDiscountBaseClp}
      rule={cart.discount}
      onClose={ui.screen.getState().close}
      onApply={(discount) => changeCart(ui, { type: 'set-cart-discount', discount })}
    >
      <ChooseList
        label={t('promotions.lists.ofSale')}
        none={t('promotions.lists.ofCustomer')}
        value={cart.priceListId ?? null}
        onChange={(priceListId) => {
          void changeCart(ui, { type: 'set-price-list', priceListId }).then((change) => {
            if (change === 'taken') ui.screen.getState().close()
          })
        }}
      />
    </DiscountForm>
  )
}

export function ClearCartDialog() {
  const ui = useUi()
  const given = useStore(ui.cart, (state) => state.sale.paying.given)
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const clear = () => {
    ui.cart.getState().apply({ type: 'clear' })
    close()
  }
  return (
    <Sheet
      title={t('clearCart.title')}
      lead={t('clearCart.lead')}
      onSubmit={clear}
      role="alertdialog"
      actions={
        <>
          <Button onPress={close} autoFocus={given.length > 0}>
            {t('clearCart.keep')}
          </Button>
          <Button
            variant="dangerFull"
            type="submit"
            autoFocus={given.length === 0}
            data-testid="apply"
          >
            {t('clearCart.clear')}
          </Button>
        </>
      }
    >
      {given.length > 0 && (
        <Notice tone="bad" testId="clear-taken">
          {t('openSale.takenClear', { what: partsText(given) })}
        </Notice>
      )}
    </Sheet>
  )
}
