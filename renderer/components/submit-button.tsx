import { Button, type ButtonProps } from './button.tsx'

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
