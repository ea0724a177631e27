import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from './button.tsx'
import { useCloseOfSheet } from './sheet.tsx'

/** The one way on from a form, which Enter goes too: as wide as there is room. */
export function SubmitButton({
  label,
  testId,
  isBusy = false,
  isDisabled = false,
  ...rest
}: Pick<ButtonProps, 'size' | 'isDisabled'> & {
  readonly label: string
  readonly testId: string
  /** What takes a second or two, as a PIN does, says that it was heard. */
  readonly isBusy?: boolean
}) {
  const { t } = useTranslation()
  return (
    <Button
      {...rest}
      isDisabled={isBusy || isDisabled}
      variant="primary"
      isWide
      type="submit"
      data-testid={testId}
    >
      {isBusy ? t('common.oneMoment') : label}
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
