/**
 * Which till this screen means: the shop's, or the practice beside it. Kept by the page's session,
 * so a reload stays where it is and a new start begins where the program does.
 */
import { PRACTICE_PLACE, SHOP_PLACE } from '#shared/bridge/screen-header.ts'
import type { SessionStorage } from './screen-id.ts'

const STORAGE_KEY = 'meson.place'
const PLACES = [PRACTICE_PLACE, SHOP_PLACE] as const

/** Null = the till whose folder the program was opened with. */
export type Place = typeof PRACTICE_PLACE | typeof SHOP_PLACE | null

export const placeIn = (storage: Pick<SessionStorage, 'getItem'>): Place =>
  PLACES.find((place) => place === storage.getItem(STORAGE_KEY)) ?? null

/** Everything on the screen is of the other till from here on, so the page begins anew. */
export function moveTo(place: Place, storage: SessionStorage, reload: () => void): void {
  if (place === null) storage.removeItem(STORAGE_KEY)
  else storage.setItem(STORAGE_KEY, place)
  reload()
}
