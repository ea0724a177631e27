import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Popover } from 'react-aria-components'
import styles from './app.module.css'

/** What an indicator of the status bar says when pressed. */
export function Explanation({
  trigger,
  onClose,
  ...said
}: Said & { readonly trigger: RefObject<HTMLButtonElement | null>; readonly onClose: () => void }) {
  return (
    <Popover
      className={styles.popover ?? ''}
      triggerRef={trigger}
      isOpen
      onOpenChange={onClose}
      placement="top start"
      isNonModal
      data-explains
    >
      <Words {...said} />
    </Popover>
  )
}

interface Said {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/**
 * Takes the focus and keeps none of it: the library's Dialog would fetch it back from the field
 * that is typed in.
 */
function Words({ id, title, children }: Said) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => own.current?.focus(), [])
  return (
    <div ref={own} id={id} role="dialog" aria-label={title} tabIndex={-1}>
      <p className={styles.popoverTitle}>{title}</p>
      {children}
    </div>
  )
}
