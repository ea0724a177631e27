/** The tiles are one stop of Tab with the arrows inside: the sale is not forty stops away. */
import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'
import { stepFor } from '../kit/tile-step.ts'

/**
 * For the grid whose own children the tiles are, each out of the order of Tab by itself. Another
 * question begins with the first.
 */
export function useTileWalk(question: string) {
  const grid = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => setStop(stopOf(grid.current), false), [question])
  // Left to the page, as a tile that was drawn anew for it would cost a frame.
  useLayoutEffect(() => {
    if (stopOf(grid.current) === undefined) setStop(tilesOf(grid.current)[0], true)
  })
  return {
    ref: grid,
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      if (target.parentElement !== currentTarget || !(target instanceof HTMLButtonElement)) return
      setStop(stopOf(currentTarget), false)
      setStop(target, true)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const tiles = tilesOf(event.currentTarget)
      const at = tiles.findIndex((tile) => tile === event.target)
      if (at === -1) return
      const columns = tiles.filter(({ offsetTop }) => offsetTop === tiles[0]?.offsetTop).length
      const to = stepFor(event.key, at, tiles.length, columns)
      if (to === null) return
      event.preventDefault()
      tiles[to]?.focus()
    },
  }
}

const tilesOf = (grid: HTMLElement | null) =>
  [...(grid?.children ?? [])].filter((child) => child instanceof HTMLButtonElement)

const stopOf = (grid: HTMLElement | null) => tilesOf(grid).find(({ tabIndex }) => tabIndex === 0)

function setStop(tile: HTMLButtonElement | undefined, isStop: boolean): void {
  if (tile !== undefined) tile.tabIndex = isStop ? 0 : -1
}
