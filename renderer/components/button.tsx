import { useCallback, type ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import styles from './controls.module.css'

export type ButtonLook = 'plain' | 'primary' | 'quiet' | 'danger' | 'dangerFull'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly look?: ButtonLook
  readonly size?: 'normal' | 'large' | 'square'
  readonly isWide?: boolean
  readonly className?: string
  readonly children: ReactNode
  readonly 'data-testid'?: string | undefined
  readonly 'aria-keyshortcuts'?: string | undefined
}

export function Button({ look = 'plain', size = 'normal', isWide = false, className, children, 'aria-keyshortcuts': keys, ...rest }: ButtonProps) {
  const names = [
    styles.button, look !== 'plain' && styles[look], size !== 'normal' && styles[size], isWide && styles.wide, className,
  ]
  return <AriaButton {...rest} ref={useKeyShortcuts(keys)} className={names.filter(Boolean).join(' ')}>{children}</AriaButton>
}

/** React Aria's button lets this attribute fall, so it is put on the element itself. */
export function useKeyShortcuts(keys: string | undefined): (button: HTMLButtonElement | null) => void {
  return useCallback((button) => {
    if (keys !== undefined) button?.setAttribute('aria-keyshortcuts', keys)
  }, [keys])
}

/** A keyboard key as it is printed on the key itself. */
export function KeyCap({ name }: { readonly name: string }) {
  return <kbd className={styles.key ?? ''} aria-hidden="true">{KEY_FACES[name] ?? name.replace('Shift+', '⇧ ')}</kbd>
}

const KEY_FACES: Readonly<Record<string, string>> = {
  Enter: 'Enter', Escape: 'Esc', Delete: 'Supr', ArrowUp: '↑', ArrowDown: '↓', 'Shift+Delete': '⇧ Supr', '-': '−', 'Ctrl+l': 'Ctrl+L',
}
