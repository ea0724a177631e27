/** Where the till's window stood on each screen, and where it opens next. In pixels; pure. */

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export interface Place extends Rectangle {
  readonly isMaximized: boolean
  readonly isFullScreen: boolean
}
interface Display {
  readonly id: number
  readonly workArea: Rectangle
}
interface Places {
  /** The screen the window was on last. */
  readonly last: string | null
  readonly byScreen: Readonly<Record<string, Place>>
}

export const NO_PLACES: Places = { last: null, byScreen: {} }
/** A till is moved between a few screens; more are not kept. */
const SCREENS_MAX = 16
/** As much of the window has to be on a screen for a hand to get hold of it. */
const HOLD_PX = 120

/**
 * What is remembered of the last screen, or of the first of those present; null when nothing is, or
 * when it would lie where no screen is any more.
 */
export function placeOn(displays: readonly Display[], { last, byScreen }: Places): Place | null {
  const present = displays.map(({ id }) => String(id))
  const screen = last !== null && present.includes(last) ? last : present.find((id) => byScreen[id])
  const place = screen === undefined ? undefined : byScreen[screen]
  if (place === undefined) return null
  return displays.some(({ workArea }) => isWithinReach(place, workArea)) ? place : null
}

/** The window's upper edge is what a person takes it by. */
function isWithinReach({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const shownPx = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return shownPx >= HOLD_PX && y >= area.y - 1 && y <= area.y + area.height - HOLD_PX
}

export function remember(places: Places, displayId: number, place: Place): Places {
  const screen = String(displayId)
  const others = Object.entries(places.byScreen).filter(([id]) => id !== screen)
  const kept = others.slice(Math.max(0, others.length - SCREENS_MAX + 1))
  return { last: screen, byScreen: { ...Object.fromEntries(kept), [screen]: place } }
}

/** What a file says; anything else than places is none. */
export function placesIn(text: string): Places {
  try {
    const { last, byScreen } = JSON.parse(text) as Partial<Record<keyof Places, unknown>>
    if (typeof byScreen !== 'object' || byScreen === null) return NO_PLACES
    const good = Object.entries(byScreen).filter(([, place]) => isPlace(place))
    return { last: typeof last === 'string' ? last : null, byScreen: Object.fromEntries(good) }
  } catch {
    return NO_PLACES
  }
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  const place = value as Record<keyof Place, unknown>
  return (
    [place.x, place.y, place.width, place.height].every(Number.isSafeInteger) &&
    typeof place.isMaximized === 'boolean' &&
    typeof place.isFullScreen === 'boolean'
  )
}
