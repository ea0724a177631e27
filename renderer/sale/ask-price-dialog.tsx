import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priceProblem } from '#shared/money/unit-price.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { clp } from '#shared/money/clp.ts'
import { addProduct } from '../actions/selling.ts'
import { useTyped } from '../kit/field.tsx'
import { KeyedPrice, priceIn } from '../kit/price-field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { SubmitButton } from '../kit/submit-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import type { Dialog } from '../stores/screen-store.ts'

/** What it costs this time: without a price it is not in the sale. */
export function AskPriceDialog({
  dialog: { product, quantity, isScanned, problem },
}: {
  readonly dialog: Extract<Dialog, { kind: 'ask-price' }>
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const [own, setOwn] = useState<Refusal | null>(null)
  const { text: typed, field } = useTyped('', () => setOwn(null))
  const { unit } = product
  const submit = () => {
    const price = priceIn(typed)
    const wrong = priceProblem(price)
    if (wrong !== null) return setOwn(wrong)
    ui.screen.getState().close()
    addProduct(ui, { ...product, unitGrossClp: clp(price) }, quantity, isScanned)
  }
  return (
    <Sheet
      title={product.name}
      lead={t('askPrice.lead')}
      widthRem={22}
      onSubmit={submit}
      actions={<SubmitButton label={t('askPrice.add')} size="large" testId="apply" />}
    >
      <KeyedPrice
        label={unit === null ? t('askPrice.label') : t('askPrice.unit', { unit })}
        typed={typed}
        onType={field.onChange}
        corner="000"
        refusal={own ?? (typed === '' ? problem : null)}
        placeholder="$0"
        testId="asked-price"
      />
    </Sheet>
  )
}
