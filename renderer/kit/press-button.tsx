import type {
  AriaAttributes,
  CSSProperties,
  KeyboardEvent,
  MouseEvent,
  ReactNode,
  Ref,
} from 'react'

export interface PressButtonProps extends AriaAttributes {
  readonly onPress?: (() => void) | undefined
  readonly isDisabled?: boolean
  /**
   * Disabled it is said to be so and presses nothing, but keeps the focus: with a button that the
   * browser takes out of the page's order Escape has nowhere to go.
   */
  readonly keepsFocus?: boolean
  /** A press by mouse or finger leaves the focus where it is. */
  readonly preventFocusOnPress?: boolean
  readonly excludeFromTabOrder?: boolean
  readonly autoFocus?: boolean
  readonly type?: 'button' | 'submit'
  readonly className?: string
  readonly style?: CSSProperties
  readonly ref?: Ref<HTMLButtonElement>
  readonly children: ReactNode
  readonly 'data-testid'?: string | undefined
  readonly 'data-highlighted'?: boolean | undefined
  readonly 'data-chosen'?: boolean | undefined
  readonly 'data-count'?: number | undefined
}

/**
 * The browser's own button. Screens full of them are drawn at every key and scan, and React Aria's
 * costs several times as much; its marks for styles (`data-hovered`, `data-pressed`) come from
 * press-marks.ts.
 */
export function PressButton(props: PressButtonProps) {
  const {
    onPress,
    isDisabled = false,
    keepsFocus = false,
    preventFocusOnPress = false,
    excludeFromTabOrder = false,
    type = 'button',
    'aria-disabled': isSaidDisabled,
    ...rest
  } = props
  const isKept = isDisabled && keepsFocus
  return (
    <button
      {...rest}
      type={isKept ? 'button' : type}
      disabled={isDisabled && !isKept}
      aria-disabled={isKept || isSaidDisabled}
      data-disabled={isDisabled || undefined}
      tabIndex={excludeFromTabOrder ? -1 : undefined}
      onClick={onPress && !isDisabled ? () => onPress() : undefined}
      onMouseDown={preventFocusOnPress ? keepFocus : undefined}
      onKeyDown={pressOnce}
    />
  )
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

/** A key held down presses once. */
function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
