import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { keyOf } from '../actions/registry.ts'
import type { ListStore } from '../stores/list-store.ts'
import { useUi } from '../stores/till-ui.ts'
import { Field } from './field.tsx'
import styles from './list-screen.module.css'
import { walkIntoList } from './walked-list.tsx'

interface ListScreenProps<Question extends { readonly text: string }, Row> {
  /** Names its search field, and begins the test ids. */
  readonly name: 'customers' | 'goods'
  readonly store: ListStore<Question, Row>
  readonly title: string
  readonly search: string
  /** The action that leads to the search field. */
  readonly searchAction: Parameters<typeof keyOf>[0]
  count(total: number): string
  readonly tools: ReactNode
  /** What narrows the list beside what is searched. */
  readonly filters: ReactNode
  /** Sets them beside the search field. */
  readonly filtersClass: string | undefined
  /** The list itself. */
  readonly children: ReactNode
}

/** A screen that is a long list under its head; it is read only while it is shown. */
export function ListScreen<Question extends { readonly text: string }, Row>({
  name,
  store,
  title,
  search,
  searchAction,
  count,
  tools,
  filters,
  filtersClass,
  children,
}: ListScreenProps<Question, Row>) {
  const ui = useUi()
  const { text, total, phase } = useStore(store)
  useEffect(() => {
    const { setShown } = store.getState()
    setShown(true)
    return () => setShown(false)
  }, [store])
  return (
    <main className={styles.screen} onKeyDown={(event) => walkIntoList(ui.inputs.get(name), event)}>
      <div className={styles.head}>
        <div className={styles.titleRow}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.count} role="status" data-testid={`${name}-count`}>
            {phase === 'ready' ? count(total) : ''}
          </p>
          <div className={styles.tools}>{tools}</div>
        </div>
        <div className={filtersClass}>
          <Field
            label={search}
            isLabelHidden
            value={text}
            onChange={(next) => store.getState().ask({ text: next } as Partial<Question>)}
            maxLength={120}
            focusName={name}
            testId={`${name}-search`}
            keyName={keyOf(searchAction)}
          />
          {filters}
        </div>
      </div>
      {children}
    </main>
  )
}
