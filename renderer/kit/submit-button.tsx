import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from './button.tsx'
import { useIsSending } from './form.tsx'
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
  /** Of what is sent elsewhere than by the form around. */
  readonly isBusy?: boolean
}) {
  const { t } = useTranslation()
  // What takes a second or two, as a PIN does, says that it was heard.
  const isBusyOrSent = useIsSending() || isBusy
  return (
    <Button
      {...rest}
      isDisabled={isBusyOrSent || isDisabled}
      variant="primary"
      isWide
      type="submit"
      data-testid={testId}
    >
      {isBusyOrSent ? t('common.oneMoment') : label}
    </Button>
  )
}

/** The two ends of a sheet's form: left as it was, or sent. */
export function CancelOrSubmit({
  label,
  testId,
}: {
  readonly label: string
  readonly testId: string
}) {
  const { t } = useTranslation()
  const close = useCloseOfSheet()
  const isSending = useIsSending()
  return (
    <>
      <Button onPress={() => close?.()}>{t('common.cancel')}</Button>
      <Button variant="primary" type="submit" isDisabled={isSending} data-testid={testId}>
        {isSending ? t('common.oneMoment') : label}
      </Button>
    </>
  )
}
