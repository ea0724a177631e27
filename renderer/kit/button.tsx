import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PressButton, type PressButtonProps } from './press-button.tsx'
import styles from './controls.module.css'

export type ButtonVariant = 'plain' | 'primary' | 'quiet' | 'danger' | 'dangerFull'

interface Looks {
  readonly variant?: ButtonVariant
  readonly size?: 'normal' | 'large' | 'square' | 'tool'
  readonly isWide?: boolean
  readonly className?: string
}

export interface ButtonProps extends PressButtonProps, Looks {}

export function Button({ variant, size, isWide, className, ...rest }: ButtonProps) {
  return <PressButton {...rest} className={buttonClass({ variant, size, isWide, className })} />
}

type Maybe<Type> = { readonly [Name in keyof Type]?: Type[Name] | undefined }

export function buttonClass({
  variant = 'plain',
  size = 'normal',
  isWide = false,
  className,
}: Maybe<Looks>): string {
  return [
    styles.button,
    variant !== 'plain' && styles[variant],
    size !== 'normal' && styles[size],
    isWide && styles.wide,
    className,
  ]
    .filter(Boolean)
    .join(' ')
}

/** A keyboard key as it is printed on the key itself; seen once a keyboard is used, or always. */
export function KeyCap({
  name,
  isAlways = false,
}: {
  readonly name: string
  readonly isAlways?: boolean
}) {
  return (
    <kbd className={styles.key ?? ''} data-always={isAlways || undefined} aria-hidden="true">
      {useKeyFace(name)}
    </kbd>
  )
}

/** What stands on a small tool: its icon with its key, and one word under them. */
export function ToolFace({
  icon,
  keyName,
  word,
}: {
  readonly icon: ReactNode
  readonly keyName: string
  readonly word: ReactNode
}) {
  return (
    <>
      <span className={styles.toolTop}>
        {icon}
        <KeyMark name={keyName} />
      </span>
      <span>{word}</span>
    </>
  )
}

/**
 * Drawn by the style sheet: whoever hears the button's name hears its word, and its keys from
 * `aria-keyshortcuts`.
 */
function KeyMark({ name }: { readonly name: string }) {
  const face = useKeyFace(name).replace('⇧ ', '⇧')
  return <kbd className={styles.keyMark ?? ''} data-key={face} aria-hidden="true" />
}

const KEY_FACES: Readonly<Record<string, string>> = {
  Enter: 'Enter',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  '-': '−',
  'Ctrl+l': 'Ctrl+L',
}

function useKeyFace(name: string): string {
  const { t } = useTranslation()
  return KEY_FACES[name] ?? name.replace('Shift+', '⇧ ').replace('Delete', t('common.deleteKey'))
}
