/** An indicator of the status bar that says more when pressed. */
import { useContext, useEffect, useRef, type ReactNode, memo } from 'react'
import {
  Button,
  DialogContext,
  DialogTrigger,
  OverlayTriggerStateContext,
  Popover,
  useSlottedContext,
} from 'react-aria-components'
import type { LucideIcon } from 'lucide-react'
import { Button as HouseButton } from '../kit/button.tsx'
import styles from './app.module.css'
import type { TillStatus } from '#shared/bridge/views.ts'

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
  return (
    <DialogTrigger>
      <Button
        className={[
          styles.indicator,
          tone === 'wait' && styles.toneWait,
          tone === 'bad' && styles.toneBad,
        ]
          .filter(Boolean)
          .join(' ')}
        data-testid={testId}
      >
        {label}
      </Button>
      <Popover className={styles.popover ?? ''} placement="top start" isNonModal data-explains>
        <Explanation title={title}>{children}</Explanation>
      </Popover>
    </DialogTrigger>
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

/**
 * Takes the focus and keeps none of it: the library's Dialog would fetch it back from the field
 * that is typed in.
 */
function Explanation({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  const own = useRef<HTMLDivElement>(null)
  // The indicator names what it opens by this id.
  const id = useSlottedContext(DialogContext)?.id
  useEffect(() => own.current?.focus(), [])
  return (
    <div ref={own} id={id} role="dialog" aria-label={title} tabIndex={-1}>
      <p className={styles.popoverTitle}>{title}</p>
      {children}
    </div>
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
  const state = useContext(OverlayTriggerStateContext)
  const leave = () => {
    state?.close()
    onPress()
  }
  return (
    <HouseButton onPress={leave} data-testid={testId}>
      {children}
    </HouseButton>
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
