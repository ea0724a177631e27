/**
 * Which till this screen means: the shop's, or the practice beside it. Kept by the page's session,
 * so a reload stays where it is and a new start begins in the shop.
 */
import { PRACTICE_PLACE } from '#shared/bridge/screen-header.ts'
import type { SessionStorage } from './screen-id.ts'

const STORAGE_KEY = 'meson.place'

/** Null = the shop. */
export type Place = typeof PRACTICE_PLACE | null

export const placeIn = (storage: Pick<SessionStorage, 'getItem'>): Place =>
  storage.getItem(STORAGE_KEY) === PRACTICE_PLACE ? PRACTICE_PLACE : null

/** Everything on the screen is of the other till from here on, so the page begins anew. */
export function moveTo(place: Place, storage: SessionStorage, reload: () => void): void {
  if (place === null) storage.removeItem(STORAGE_KEY)
  else storage.setItem(STORAGE_KEY, place)
  reload()
}
