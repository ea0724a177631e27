import { useTranslation } from 'react-i18next'
import { SEEN_WAYS, type SeenWay } from '#shared/selling/sale/receipts-seen.ts'
import { ChoiceList } from '../kit/select.tsx'
import { Field } from '../kit/field.tsx'
import { digits } from '../kit/typed-clp.tsx'

export interface TypedSeen {
  readonly by: SeenWay
  readonly days: string
}

/** How far back receipts are shown to who may not see them all. */
export function SeenField({
  value,
  onChange,
}: {
  readonly value: TypedSeen
  readonly onChange: (value: TypedSeen) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceList
        label={t('seen.setting')}
        value={value.by}
        testId="receipts-seen"
        onChange={(by) => onChange({ ...value, by: by as SeenWay })}
        choices={SEEN_WAYS.map((way) => ({ value: way, label: t(`seen.ways.${way}`) }))}
      />
      {value.by === 'days' && (
        <Field
          label={t('seen.howMany')}
          value={value.days}
          inputMode="numeric"
          maxLength={3}
          onChange={(text) => onChange({ ...value, days: digits(text) })}
          testId="receipts-seen-days"
        />
      )}
      {value.by !== 'all' && <p>{t('seen.hint')}</p>}
    </>
  )
}
