/**
 * A list that moves by itself, as receipts are sold and issued, under a hand that is about to
 * press. While a pointer moves over it or is down the rows stay where they are, with their newest
 * words; and a press that comes before anybody can have seen that they moved means the row that
 * stood there.
 */
import { useCallback, useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import type { SaleId } from '#shared/core/brand.ts'
import type { ReceiptRow } from '#shared/receipts/views.ts'

/** A pointer that has not moved for this long is not on its way to a row. */
const RESTS_AFTER_MS = 700
/** Between seeing something and pressing it lies at least this. */
export const REACTION_MS = 350
/** Moves within a reaction; more come only of a shop that sells faster than anybody reads. */
const MOST_MOVES = 8

type Rows = readonly ReceiptRow[]

/** The rows in their old places with their new words, and what comes after the last of them. */
export function keepPlaces(before: Rows, latest: Rows): Rows {
  const newest = new Map(latest.map((row) => [row.saleId, row]))
  const lastKept = before.findLast(({ saleId }) => newest.has(saleId))
  if (lastKept === undefined) return before.length === 0 ? latest : before
  const places = new Set(before.map(({ saleId }) => saleId))
  const after = latest.slice(latest.findIndex(({ saleId }) => saleId === lastKept.saleId) + 1)
  return [
    ...before.map((row) => newest.get(row.saleId) ?? row),
    ...after.filter(({ saleId }) => !places.has(saleId)),
  ]
}

interface Move {
  readonly atMs: number
  readonly before: Rows
}

/**
 * The sale that was meant by a press at a place; null = the one that stands there now. Of several
 * moves, oldest first, that nobody can have seen yet, the rows before the first of them.
 */
export function meantAt(place: number, pressedAtMs: number, moves: readonly Move[]): SaleId | null {
  const unseen = moves.find(({ atMs }) => pressedAtMs - atMs < REACTION_MS)
  return unseen?.before[place]?.saleId ?? null
}

const isSameOrder = (some: Rows, others: Rows) =>
  some.every(({ saleId }, place) => others[place]?.saleId === saleId)

/** `rowsFor`: what was looked for. Other rows for another wish come at once. */
export function useSteadyRows(latest: Rows, rowsFor: string) {
  const [isHeld, setHeld] = useState(false)
  const [kept, setKept] = useState({ rows: latest, latest, rowsFor })
  const isOwnWish = kept.rowsFor !== rowsFor
  const rows =
    isHeld && !isOwnWish
      ? kept.latest === latest
        ? kept.rows
        : keepPlaces(kept.rows, latest)
      : latest
  if (rows !== kept.rows || latest !== kept.latest || isOwnWish) setKept({ rows, latest, rowsFor })

  const drawn = useRef({ rows, rowsFor })
  const moves = useRef<readonly Move[]>([])
  useLayoutEffect(() => {
    const before = drawn.current
    if (before.rowsFor !== rowsFor) moves.current = []
    else if (!isSameOrder(before.rows, rows)) {
      const move = { atMs: performance.now(), before: before.rows }
      moves.current = [...moves.current, move].slice(-MOST_MOVES)
    }
    drawn.current = { rows, rowsFor }
  }, [rows, rowsFor])

  const meant = useRef<SaleId | null>(null)
  return {
    rows,
    meant,
    hand: useHand(
      setHeld,
      useCallback((place, atMs) => {
        meant.current = meantAt(place, atMs, moves.current)
      }, []),
    ),
  }
}

/**
 * Hears the pointer over the list: holds it while it moves or is down, and says where and when it
 * pressed.
 */
function useHand(
  setHeld: (isHeld: boolean) => void,
  pressed: (place: number, atMs: number) => void,
) {
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isDown = useRef(false)
  const letGo = useCallback(() => {
    clearTimeout(rest.current)
    setHeld(false)
  }, [setHeld])
  const hold = useCallback(() => {
    clearTimeout(rest.current)
    setHeld(true)
    if (!isDown.current) rest.current = setTimeout(letGo, RESTS_AFTER_MS)
  }, [setHeld, letGo])
  useLayoutEffect(() => {
    // Wherever it ends: a finger may have slid off the list.
    const up = () => {
      if (isDown.current) {
        isDown.current = false
        hold()
      }
    }
    window.addEventListener('pointerup', up, true)
    window.addEventListener('pointercancel', up, true)
    return () => {
      clearTimeout(rest.current)
      window.removeEventListener('pointerup', up, true)
      window.removeEventListener('pointercancel', up, true)
    }
  }, [hold])
  return {
    onPointerMoveCapture: hold,
    onPointerDownCapture: (event: PointerEvent) => {
      isDown.current = true
      hold()
      const place = (event.target as Element)
        .closest('[aria-posinset]')
        ?.getAttribute('aria-posinset')
      pressed(Number(place ?? 0) - 1, event.timeStamp)
    },
    onPointerLeave: () => {
      if (!isDown.current) letGo()
    },
  }
}
