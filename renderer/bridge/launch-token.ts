/**
 * The kiosk host starts the screen with a token in the address (`#token=...`). It moves to the
 * session's storage, so that a reload keeps working, and leaves the address bar, so that no
 * screenshot or history shows it. Electron uses none.
 */
const STORAGE_KEY = 'meson.launch-token'
const TOKEN_CHARS_MAX = 512

export interface Address {
  readonly hash: string
  readonly pathname: string
  readonly search: string
}

export interface TokenStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/** The token of this session, or null. `hide` is called with the address without it. */
export function takeLaunchToken(
  address: Address,
  storage: TokenStorage,
  hide: (path: string) => void,
): string | null {
  const token = new URLSearchParams(address.hash.replace(/^#/, '')).get('token')
  if (token === null || token === '' || token.length > TOKEN_CHARS_MAX)
    return storage.getItem(STORAGE_KEY)
  storage.setItem(STORAGE_KEY, token)
  hide(address.pathname + address.search)
  return token
}
