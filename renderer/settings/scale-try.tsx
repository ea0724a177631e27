import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import {
  itemCodesOf,
  readScaleLabel,
  type ScaleLabel,
  type ScaleLayout,
} from '#shared/catalogue/scale-label.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { formatQuantity, quantityMilli } from '#shared/money/quantity.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { Field, useTyped } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { LABEL_DIGITS } from './scale-layout-row.tsx'
import styles from './settings.module.css'

/** How a label would be read by what stands above, saved or not. */
export function ScaleTry({ layouts }: { readonly layouts: readonly ScaleLayout[] }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { text, set, field } = useTyped()
  const scanned = useStore(ui.screen, (state) => state.scanned)
  useEffect(() => {
    if (scanned === null) return
    set(scanned)
    ui.screen.getState().hearScan(null)
  }, [ui, scanned, set])
  const code = text.replace(/\D/g, '')
  return (
    <div className={styles.scaleTry}>
      <Field
        label={t('scale.try')}
        {...field}
        hint={t('scale.tryHint')}
        inputMode="numeric"
        maxLength={20}
        testId="scale-try"
        placeholder="2000101003502"
      />
      <div aria-live="polite">{code !== '' && <Reading code={code} layouts={layouts} />}</div>
    </div>
  )
}

function Reading({
  code,
  layouts,
}: {
  readonly code: string
  readonly layouts: readonly ScaleLayout[]
}) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  if (code.length < LABEL_DIGITS)
    return (
      <Notice tone="plain" testId="scale-reading">
        {t('scale.tryShort', { used: code.length })}
      </Notice>
    )
  const label = readScaleLabel(code, layouts)
  if (label === null)
    return (
      <Notice tone="wait" testId="scale-reading">
        {t('scale.tryNone')}
      </Notice>
    )
  if (!label.ok)
    return (
      <Notice tone="bad" testId="scale-reading">
        {refusalText(label.refusal)}
      </Notice>
    )
  return <Read label={label.value} />
}

function Read({ label }: { readonly label: ScaleLabel }) {
  const { t } = useTranslation()
  const { item, carries, value } = label
  const name = useProductName(item)
  return (
    <Notice tone={name === null ? 'wait' : 'good'} testId="scale-reading">
      <span>
        {t('scale.reads')}{' '}
        <b>
          {carries === 'weight'
            ? t('scale.readsWeight', { item, value: formatQuantity(quantityMilli(value)) })
            : t('scale.readsPrice', { item, value: formatClp(clp(value)) })}
        </b>
      </span>
      {name !== undefined && (
        <span>{name === null ? t('scale.noProduct', { item }) : t('scale.product', { name })}</span>
      )}
    </Notice>
  )
}

/** Undefined while it is asked for, null when the catalogue has none. */
function useProductName(item: string): string | null | undefined {
  const ui = useUi()
  const [found, setFound] = useState<{
    readonly item: string
    readonly name: string | null
  } | null>(null)
  useEffect(() => {
    let isGone = false
    void nameOf(ui, item).then(
      (name) => {
        if (!isGone) setFound({ item, name })
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [ui, item])
  return found?.item === item ? found.name : undefined
}

async function nameOf(ui: TillUi, item: string): Promise<string | null> {
  for (const code of itemCodesOf(item)) {
    const product = await ui.port.productByCode(code)
    if (product.ok) return product.value.name
  }
  return null
}
