import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Tone } from '../actions/tone.ts'
import tones from '../styles/tones.module.css'
import styles from './controls.module.css'
import { useRefusalText } from './use-texts.ts'

const ICONS = { bad: CircleAlert, wait: Clock, good: CircleCheck, info: Info, plain: Info } as const

interface Toned {
  readonly tone: Tone
  readonly children: ReactNode
  readonly testId?: string
}

/**
 * A message at the place it concerns. Refusals interrupt a screen reader; the rest waits its turn.
 */
export function Notice({ tone, children, testId }: Toned) {
  const Icon = ICONS[tone]
  return (
    <div
      className={`${styles.notice} ${tones[tone]}`}
      role={tone === 'bad' ? 'alert' : 'status'}
      data-testid={testId}
    >
      <Icon size={18} aria-hidden="true" />
      <div className={styles.noticeBody}>{children}</div>
    </div>
  )
}

/** A state in a word or two. The word carries the meaning; the colour only helps. */
export function Tag({ tone, children, testId }: Toned) {
  return (
    <span className={`${styles.tag} ${tones[tone]}`} data-testid={testId}>
      {children}
    </span>
  )
}

export function EmptyState({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      <div className={styles.emptyIcon} aria-hidden="true">
        {icon}
      </div>
      <p className={styles.emptyTitle}>{title}</p>
      {children !== undefined && <div className={styles.emptyText}>{children}</div>}
    </div>
  )
}

/** What was refused, in a sentence; nothing where nothing was, or where a field says it itself. */
export function RefusalNotice({
  refusal,
  shownAt = [],
  testId,
}: {
  readonly refusal: Refusal | null | undefined
  /** The fields that say what is wrong with them. */
  readonly shownAt?: readonly string[]
  readonly testId?: string
}) {
  const refusalText = useRefusalText()
  if (refusal == null || shownAt.includes(refusal.field ?? '')) return null
  return (
    <Notice tone="bad" {...(testId === undefined ? {} : { testId })}>
      {refusalText(refusal)}
    </Notice>
  )
}
