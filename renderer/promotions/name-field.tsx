import { useTranslation } from 'react-i18next'
import type { Refusal } from '#shared/languages/refusals.ts'
import { PROMOTION_NAME_CHARS_MAX } from '#shared/promotions/promotion.ts'
import { Field } from '../kit/field.tsx'

/** What a promotion or a price list is called; a name that is too long is said, not cut. */
export function NameField({
  draft,
  change,
  ...rest
}: {
  readonly draft: { readonly name: string }
  readonly change: (part: { readonly name: string }) => void
  readonly refusal: Refusal | null
  readonly testId: string
  readonly hint?: string
}) {
  const { t } = useTranslation()
  return (
    <Field
      {...rest}
      label={t('promotions.name')}
      value={draft.name}
      onChange={(name) => change({ name })}
      autoFocus
      maxLength={PROMOTION_NAME_CHARS_MAX * 2}
    />
  )
}
