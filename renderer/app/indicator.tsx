/** An indicator of the status bar that says more when pressed. */
import { createContext, memo, Suspense, use, useId, useRef, useState, type ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { Button } from '../kit/button.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { Explanation } from './later-parts.ts'
import styles from './app.module.css'
import type { TillStatus } from '#shared/bridge/views.ts'

const Close = createContext(() => {})

/** An indicator that says more when pressed. */
export function Explained({
  label,
  title,
  tone,
  testId,
  children,
}: {
  readonly label: ReactNode
  readonly title: string
  readonly tone: 'wait' | 'bad' | null
  readonly testId: string
  readonly children: ReactNode
}) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const close = () => setIsOpen(false)
  const tones = [tone === 'wait' && styles.toneWait, tone === 'bad' && styles.toneBad]
  return (
    <>
      <PressButton
        ref={trigger}
        className={[styles.indicator, ...tones].filter(Boolean).join(' ')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        preventFocusOnPress
        onPress={() => setIsOpen(!isOpen)}
        data-testid={testId}
      >
        {label}
      </PressButton>
      {isOpen && (
        <Suspense>
          <Explanation id={id} title={title} trigger={trigger} onClose={close}>
            <Close value={close}>{children}</Close>
          </Explanation>
        </Suspense>
      )}
    </>
  )
}

/** What whoever stands here should do before long: a line, and more when pressed. */
export function Warning({
  icon: Icon,
  text,
  more,
  testId,
}: {
  readonly icon: LucideIcon
  readonly text: string
  readonly more: string
  readonly testId: string
}) {
  const label = (
    <>
      <Icon size={18} aria-hidden="true" />
      {text}
    </>
  )
  return (
    <Explained tone="wait" testId={testId} title={text} label={label}>
      <p>{more}</p>
    </Explained>
  )
}

/** Where what is explained is mended: the explanation stays behind. */
export function LeadsAway({
  onPress,
  testId,
  children,
}: {
  readonly onPress: () => void
  readonly testId: string
  readonly children: ReactNode
}) {
  const close = use(Close)
  const leave = () => {
    close()
    onPress()
  }
  return (
    <Button onPress={leave} data-testid={testId}>
      {children}
    </Button>
  )
}

interface Indicated {
  readonly status: TillStatus | null
}

/**
 * Drawn again only when a field it shows has changed: while a queue drains the picture of the till
 * is new several times a second.
 */
export function showing(
  fields: readonly (keyof TillStatus)[],
  Indicator: (props: Indicated) => ReactNode,
) {
  return memo(
    Indicator,
    (before, after) =>
      (before.status === null) === (after.status === null) &&
      fields.every(
        (field) => JSON.stringify(before.status?.[field]) === JSON.stringify(after.status?.[field]),
      ),
  )
}
