/**
 * Which screen this is, for the core that lets one at a time have the open sale. A reload of the
 * same tab goes on as the same screen: its id is laid down as the page leaves and taken up, once,
 * by the page that comes. So a duplicated tab, which gets a copy of the session's storage while the
 * first one is still there, finds none and is a screen of its own.
 */
import type { ScreenId } from '#shared/core/brand.ts'

const STORAGE_KEY = 'meson.screen'

export interface SessionStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

type Leaving = Pick<Window, 'addEventListener'>

export function takeScreenId(storage: SessionStorage, page: Leaving, make: () => string): ScreenId {
  const left = storage.getItem(STORAGE_KEY)
  storage.removeItem(STORAGE_KEY)
  const id = (left !== null && /^[0-9A-Za-z-]{1,40}$/.test(left) ? left : make()) as ScreenId
  page.addEventListener('pagehide', () => storage.setItem(STORAGE_KEY, id))
  // Back from the browser's cache of pages: it is this page again, and no other may take its id.
  page.addEventListener('pageshow', () => storage.removeItem(STORAGE_KEY))
  return id
}
