import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from './button.tsx'
import { useCloseOfSheet } from './sheet.tsx'

/** The one way on from a form, which Enter goes too: as wide as there is room. */
export function SubmitButton({
  label,
  testId,
  ...rest
}: Pick<ButtonProps, 'size' | 'isDisabled'> & { readonly label: string; readonly testId: string }) {
  return (
    <Button {...rest} variant="primary" isWide type="submit" data-testid={testId}>
      {label}
    </Button>
  )
}

/** The two ends of a sheet's form: left as it was, or sent. */
export function CancelOrSubmit({
  label,
  testId,
  isBusy,
}: {
  readonly label: string
  readonly testId: string
  readonly isBusy: boolean
}) {
  const { t } = useTranslation()
  const close = useCloseOfSheet()
  return (
    <>
      <Button onPress={() => close?.()}>{t('common.cancel')}</Button>
      <Button variant="primary" type="submit" isDisabled={isBusy} data-testid={testId}>
        {label}
      </Button>
    </>
  )
}
