/** The fields of what lies outside the till: where it is, its code, and whose it is. */
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#shared/languages/refusals.ts'
import { Field, type Typed } from '../kit/field.tsx'

interface PlaceFieldProps {
  readonly typed: Typed
  readonly refusal: Refusal | null
  readonly testId: string
}

export function FolderField({
  typed,
  label,
  ...rest
}: PlaceFieldProps & { readonly label: string }) {
  const { t } = useTranslation()
  return (
    <Field
      {...typed.field}
      {...rest}
      label={label}
      hint={t('support.folderHint')}
      maxLength={500}
    />
  )
}

export function CodeField({
  typed,
  ...rest
}: PlaceFieldProps & { readonly label: string; readonly hint?: string }) {
  return <Field {...typed.field} {...rest} maxLength={60} />
}

/** Asked only where it is not the RUT of this shop. */
export function OtherRutField({
  typed,
  shopName,
  ...rest
}: PlaceFieldProps & { readonly shopName: string }) {
  const { t } = useTranslation()
  return (
    <Field
      {...typed.field}
      {...rest}
      label={t('support.otherRut', { shop: shopName })}
      maxLength={20}
    />
  )
}
