import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { RefreshCw, ShieldAlert, WifiOff } from 'lucide-react'
import type { ListStore } from '../stores/list-store.ts'
import { Button } from './button.tsx'
import { EmptyState } from './notice.tsx'
import { useRefusalText } from './use-texts.ts'
import { walkTo } from './walk.ts'
import styles from './walked-list.module.css'

const ROW_HEIGHT_PX = 56

export interface WalkedRow<Row> {
  /** Undefined until it has been read. */
  readonly row: Row | undefined
  readonly index: number
  readonly isActive: boolean
  readonly onFocus: (index: number) => void
}

interface WalkedListProps<Question extends { readonly text: string }, Row> {
  readonly store: ListStore<Question, Row>
  readonly label: string
  /** Why nobody is told, and that it could not be read. */
  readonly words: { readonly refused: string; readonly failed: string }
  /** In place of a list without rows. */
  readonly empty: ReactNode
  readonly renderRow: (row: WalkedRow<Row>) => ReactNode
  /** Given, rows can be marked, and each is drawn as its cells (`gridcell`). */
  readonly isPicked?: (row: Row) => boolean
}

/** A list of any length: as many rows are drawn as there is room for. */
export function WalkedList<Question extends { readonly text: string }, Row>(
  props: WalkedListProps<Question, Row>,
) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { phase, total, problem } = useStore(props.store)
  if (problem !== null)
    return (
      <EmptyState icon={<ShieldAlert size={30} />} title={props.words.refused}>
        {refusalText(problem)}
      </EmptyState>
    )
  if (phase === 'failed')
    return (
      <EmptyState icon={<WifiOff size={30} />} title={props.words.failed}>
        <Button onPress={() => props.store.getState().ask({})}>
          <RefreshCw size={18} aria-hidden="true" />
          {t('common.tryAgain')}
        </Button>
      </EmptyState>
    )
  return phase === 'ready' && total === 0 ? props.empty : <Rows {...props} />
}

function Rows<Question extends { readonly text: string }, Row>({
  store,
  label,
  renderRow,
  isPicked,
}: WalkedListProps<Question, Row>) {
  const { rows, total, turn, questions } = useStore(store)
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 8,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => store.getState().want(first, last), [store, first, last, turn])
  // Another question is read from its beginning.
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [questions])
  const { active, onKeyDown, setActive } = useWalk(scroller, total, (index) =>
    virtualizer.scrollToIndex(index),
  )
  return (
    <div ref={scroller} className={styles.list} tabIndex={-1} onKeyDown={onKeyDown}>
      <div
        {...(isPicked
          ? { role: 'grid', 'aria-multiselectable': true, 'aria-rowcount': total }
          : { role: 'list' })}
        aria-label={label}
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, start }) => (
          <div
            key={index}
            {...(isPicked
              ? rowWords(index, rows.get(index), isPicked)
              : { role: 'listitem', 'aria-setsize': total, 'aria-posinset': index + 1 })}
            className={styles.rowPlace}
            style={{ transform: `translateY(${start}px)` }}
          >
            {renderRow({
              row: rows.get(index),
              index,
              // Scrolled away from it, Tab comes to what is in sight.
              isActive: index === Math.min(Math.max(active, first), last),
              onFocus: setActive,
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

function rowWords<Row>(index: number, row: Row | undefined, isPicked: (row: Row) => boolean) {
  const isMarked = row !== undefined && isPicked(row)
  return { role: 'row', 'aria-rowindex': index + 1, 'aria-selected': isMarked } as const
}

/** The arrows, page keys, Home and End walk the list; Tab comes to one row of it. */
function useWalk(
  scroller: { readonly current: HTMLDivElement | null },
  total: number,
  show: (index: number) => void,
) {
  const [active, setActive] = useState(0)
  const goesTo = useRef<number | null>(null)
  // A row far away is drawn once it has been scrolled to, and is a key once it has been read.
  useEffect(() => {
    const list = scroller.current
    const row = list?.querySelector<HTMLElement>(`[data-index="${goesTo.current}"]`)
    if (goesTo.current === null || list === null || row == null) return
    const { activeElement } = document
    // Whoever went elsewhere meanwhile stays there.
    const isElsewhere = activeElement !== document.body && !list.contains(activeElement)
    if (isElsewhere || row instanceof HTMLButtonElement) goesTo.current = null
    if (!isElsewhere) row.focus()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT_PX)
    const next = walkTo(event.key, { active, total, page })
    if (next === null) return
    event.preventDefault()
    if (next === active) return
    goesTo.current = next
    setActive(next)
    show(next)
  }
  return { active, onKeyDown, setActive }
}

/** From the search field the arrow goes on into what it has found, and from its first row back. */
export function walkIntoList(
  input: HTMLElement | undefined,
  event: KeyboardEvent<HTMLElement>,
): void {
  const { key, target, currentTarget } = event
  if (key === 'ArrowUp' && target instanceof HTMLElement && target.dataset['index'] === '0') {
    input?.focus()
    return
  }
  if (key !== 'ArrowDown' || target !== input) return
  event.preventDefault()
  currentTarget.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus()
}
