import { useTranslation } from 'react-i18next'
import { GRAM_DECIMALS, type ScaleLayout } from '#shared/catalogue/scale-label.ts'
import { Segments } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { Fold } from '../kit/fold.tsx'
import styles from './settings.module.css'

/** A layout as it is being typed: nothing is a number until it is one. */
export interface TypedLayout {
  readonly prefixes: string
  readonly carries: ScaleLayout['carries']
  readonly itemDigits: string
  readonly valueDigits: string
  readonly decimals: number
}

export const LABEL_DIGITS = 13
const DECIMALS = [GRAM_DECIMALS, 2, 1] as const

export function toTyped({
  prefixes,
  carries,
  itemDigits,
  valueDigits,
  decimals = GRAM_DECIMALS,
}: ScaleLayout): TypedLayout {
  return {
    prefixes: prefixes.join(', '),
    carries,
    itemDigits: String(itemDigits),
    valueDigits: String(valueDigits),
    decimals,
  }
}

export function toLayout({
  prefixes,
  carries,
  itemDigits,
  valueDigits,
  decimals,
}: TypedLayout): ScaleLayout {
  return {
    prefixes: prefixes.split(/[^0-9]+/).filter(Boolean),
    carries,
    itemDigits: Number(itemDigits),
    valueDigits: Number(valueDigits),
    ...(carries === 'weight' ? { decimals } : {}),
  }
}

/** Its picture; how it is divided is under its name, which is set once. */
export function ScaleLayoutRow({
  row,
  number,
  isNew,
  onChange,
}: {
  readonly row: TypedLayout
  readonly number: number
  readonly isNew: boolean
  readonly onChange: (row: TypedLayout) => void
}) {
  const { t } = useTranslation()
  const layout = toLayout(row)
  const prefix = layout.prefixes[0] ?? ''
  const used = prefix.length + layout.itemDigits + layout.valueDigits + 1
  return (
    <fieldset className={styles.scaleLayout}>
      <legend className="visually-hidden">{t('scale.label', { number })}</legend>
      <Fold
        title={t('scale.named', {
          prefixes: row.prefixes,
          carries: t(`scale.parts.${row.carries}`),
        })}
        opens={isNew || used !== LABEL_DIGITS}
        testId={`scale-part-${number}`}
      >
        <LayoutFields row={row} number={number} onChange={onChange} />
      </Fold>
      <LabelPicture layout={layout} prefix={prefix} />
      <p
        className={
          used === LABEL_DIGITS ? styles.scaleSum : `${styles.scaleSum} ${styles.scaleSumWrong}`
        }
        data-testid={`scale-sum-${number}`}
      >
        {t('scale.sum', { used })}
      </p>
    </fieldset>
  )
}

function LayoutFields({
  row,
  number,
  onChange,
}: {
  readonly row: TypedLayout
  readonly number: number
  readonly onChange: (row: TypedLayout) => void
}) {
  const { t } = useTranslation()
  const digits = (text: string) => text.replace(/\D/g, '').slice(0, 2)
  return (
    <div className={styles.scaleFields}>
      <Field
        label={t('scale.prefixes')}
        value={row.prefixes}
        onChange={(prefixes) => onChange({ ...row, prefixes })}
        maxLength={80}
        testId={`scale-prefixes-${number}`}
      />
      <Segments
        label={t('scale.carries')}
        value={row.carries}
        onChange={(carries) => onChange({ ...row, carries })}
        options={[
          { value: 'weight', label: t('scale.weight') },
          { value: 'price', label: t('scale.price') },
        ]}
      />
      <Field
        label={t('scale.itemDigits')}
        value={row.itemDigits}
        onChange={(text) => onChange({ ...row, itemDigits: digits(text) })}
        inputMode="numeric"
        testId={`scale-item-${number}`}
      />
      <Field
        label={t(`scale.valueDigits.${row.carries}`)}
        value={row.valueDigits}
        onChange={(text) => onChange({ ...row, valueDigits: digits(text) })}
        inputMode="numeric"
        testId={`scale-value-${number}`}
      />
      {row.carries === 'weight' && (
        <Segments
          label={t('scale.decimals')}
          value={String(row.decimals)}
          onChange={(text) => onChange({ ...row, decimals: Number(text) })}
          options={DECIMALS.map((count) => ({ value: String(count), label: String(count) }))}
        />
      )}
    </div>
  )
}

/** The label as its owner knows it: the digits in their groups, each with its name under it. */
function LabelPicture({
  layout,
  prefix,
}: {
  readonly layout: ScaleLayout
  readonly prefix: string
}) {
  const { t } = useTranslation()
  const drawn = (count: number) => Math.min(Math.max(0, count), LABEL_DIGITS)
  const parts = [
    ['prefix', prefix],
    ['item', 'P'.repeat(drawn(layout.itemDigits))],
    [layout.carries, (layout.carries === 'weight' ? 'g' : '$').repeat(drawn(layout.valueDigits))],
    ['check', 'V'],
  ] as const
  return (
    <div className={styles.scalePicture} aria-hidden="true">
      {parts.map(([name, text]) => (
        <span key={name} className={styles.scalePart} data-part={name}>
          <span className={styles.scaleDigits}>{text === '' ? '·' : text}</span>
          <span>{t(`scale.parts.${name}`)}</span>
        </span>
      ))}
    </div>
  )
}
