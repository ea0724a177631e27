/** A part that is seldom needed: its name alone, until somebody opens it. */
import { useEffect, useRef, type ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import styles from './fold.module.css'

/**
 * The browser's own: Enter, Space and what a reader says are right by themselves. What is typed in
 * it stays when it is closed. `opens`: there is something in it that cannot wait for a press.
 */
export function Fold({
  title,
  opens = false,
  testId,
  children,
}: {
  readonly title: string
  readonly opens?: boolean
  readonly testId: string
  readonly children: ReactNode
}) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // Never closed by itself: somebody may be at work in it.
    if (opens && box.current !== null) box.current.open = true
  }, [opens])
  return (
    <details ref={box} className={styles.fold}>
      <summary className={styles.name} data-testid={testId}>
        <ChevronRight size={20} aria-hidden="true" />
        <h3 className={styles.title}>{title}</h3>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}

/** What is looked for may be in a part that is closed. */
export function unfoldTo(target: Element | null | undefined): void {
  const fold = target?.closest('details')
  if (fold != null) fold.open = true
}
