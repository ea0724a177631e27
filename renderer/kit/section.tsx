/**
 * One part of the settings: what is typed stays typed until it is saved or put back, all of it at
 * once.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from './button.tsx'
import { Form } from './form.tsx'
import { Notice, RefusalNotice, Tag } from './notice.tsx'
import { Unread } from './unread.tsx'
import styles from '../settings/settings.module.css'

export interface Draft<Value> {
  /** What is stored, with what has been typed over it. */
  readonly value: Value
  readonly isDirty: boolean
  readonly isBusy: boolean
  readonly isSaved: boolean
  readonly problem: Refusal | null
  change(part: Partial<Value>): void
  /** What is wrong with this field, for the field itself. */
  at(field: string): Refusal | null
  /** True once it is stored. */
  save(): Promise<boolean>
  discard(): void
}

/**
 * `send` gets what has changed, and answers what is wrong with it, or null when the core has taken
 * it.
 */
export function useDraft<Value extends object>(
  stored: Value,
  send: (changed: Partial<Value>, value: Value) => Promise<Refusal | null>,
): Draft<Value> {
  const ui = useUi()
  const [typed, setTyped] = useState<Partial<Value>>({})
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [phase, setPhase] = useState<'open' | 'busy' | 'saved'>('open')
  const changed = changedIn(stored, typed)
  const isDirty = Object.keys(changed).length > 0
  const value = { ...stored, ...typed }
  return {
    value,
    isDirty,
    problem,
    isBusy: phase === 'busy',
    isSaved: phase === 'saved' && !isDirty,
    change(part) {
      setTyped((before) => ({ ...before, ...part }))
      setProblem(null)
      setPhase('open')
    },
    at: (field) => (problem?.field === field ? problem : null),
    save() {
      if (!isDirty || phase === 'busy') return Promise.resolve(!isDirty)
      setPhase('busy')
      const saving = callCore(
        ui,
        send(changed, value).then((refused) => ({ refused })),
      ).then((answer) => {
        const isTaken = answer?.refused === null
        setProblem(answer?.refused ?? null)
        setPhase(isTaken ? 'saved' : 'open')
        if (isTaken) setTyped({})
        return isTaken
      })
      ui.settings.setState(({ unsaved }) => ({ unsaved: unsaved && { ...unsaved, saving } }))
      void saving.then(() =>
        ui.settings.setState(({ unsaved }) => ({
          unsaved: unsaved && { ...unsaved, saving: null },
        })),
      )
      return saving
    },
    discard() {
      setTyped({})
      setProblem(null)
      setPhase('open')
    },
  }
}

function changedIn<Value extends object>(stored: Value, typed: Partial<Value>): Partial<Value> {
  const isOther = (field: keyof Value) =>
    JSON.stringify(typed[field]) !== JSON.stringify(stored[field])
  return Object.fromEntries(
    Object.entries(typed).filter(([field]) => isOther(field as keyof Value)),
  ) as Partial<Value>
}

/**
 * A section that is saved as one: Enter in a field does what its button does. `ownFields` show
 * their refusals themselves.
 */
export function SectionForm<Value>({
  draft,
  title,
  lead,
  head,
  ownFields = [],
  children,
}: {
  readonly draft: Draft<Value>
  readonly title: string
  readonly lead?: ReactNode
  readonly head?: ReactNode
  readonly ownFields?: readonly string[]
  readonly children: ReactNode
}) {
  useUnsaved(draft, title)
  return (
    <SectionFrame title={title} lead={lead} head={head}>
      <Form className={styles.stack} onSubmit={() => draft.save()}>
        {children}
        <RefusalNotice refusal={draft.problem} shownAt={ownFields} testId="section-trouble" />
        <SaveBar draft={draft} />
      </Form>
    </SectionFrame>
  )
}

/** A section with nothing to save, or whose parts are saved one by one where they are changed. */
export function SectionFrame({
  title,
  lead,
  head,
  children,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly head?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className={styles.card} aria-labelledby="settings-section">
      <div>
        <div className={styles.cardHead}>
          <h2 id="settings-section" tabIndex={-1} className={styles.cardTitle}>
            {title}
          </h2>
          {head}
        </div>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </section>
  )
}

function SaveBar<Value>({ draft }: { readonly draft: Draft<Value> }) {
  const { t } = useTranslation()
  return (
    <div className={styles.saveBar} data-dirty={draft.isDirty}>
      <span role="status" className={styles.saveState} data-testid="section-state">
        {draft.isDirty && <Tag tone="wait">{t('settings.unsaved.tag')}</Tag>}
        {draft.isSaved && <Tag tone="good">{t('common.saved')}</Tag>}
      </span>
      <Button
        variant="quiet"
        isDisabled={!draft.isDirty || draft.isBusy}
        onPress={draft.discard}
        data-testid="discard-section"
      >
        {t('settings.unsaved.discard')}
      </Button>
      <Button
        variant="primary"
        type="submit"
        isDisabled={!draft.isDirty || draft.isBusy}
        data-testid="save-section"
      >
        {t('common.save')}
      </Button>
    </div>
  )
}

/** Whoever wants to leave the section hears of it, and can save or put back from there. */
export function useUnsaved(
  draft: Pick<Draft<unknown>, 'isDirty' | 'save' | 'discard'>,
  title: string,
): void {
  const ui = useUi()
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  const { isDirty } = draft
  useEffect(() => {
    if (!isDirty) return
    ui.settings.setState({
      unsaved: {
        title,
        saving: null,
        save: () => latest.current.save(),
        discard: () => latest.current.discard(),
      },
    })
    return () => ui.settings.setState({ unsaved: null })
  }, [ui, isDirty, title])
}

/** Until what it shows was read. */
export function UnreadSection({
  title,
  isReading,
  onRetry,
}: {
  readonly title: string
  readonly isReading: boolean
  readonly onRetry: () => void
}) {
  const { t } = useTranslation()
  return (
    <SectionFrame title={title}>
      {isReading ? (
        <Notice tone="plain">{t('common.loading')}</Notice>
      ) : (
        <Unread title={t('settings.failed')} onRetry={onRetry} />
      )}
    </SectionFrame>
  )
}
