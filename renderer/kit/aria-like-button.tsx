import { Button as AriaButton } from 'react-aria-components'
import { buttonClass, type ButtonProps } from './button.tsx'

/** Looks like a button of ours, for the parts of React Aria that want one of theirs inside. */
export function AriaLikeButton({
  children,
  testId,
  isDisabled = false,
}: Pick<ButtonProps, 'children' | 'isDisabled'> & { readonly testId?: string }) {
  return (
    <AriaButton className={buttonClass({})} isDisabled={isDisabled} data-testid={testId}>
      {children}
    </AriaButton>
  )
}
