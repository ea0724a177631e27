import { useSyncExternalStore } from 'react'

/** Whether the screen is as wide as that now; it may be turned, or the window drawn. */
export function useWide(minRem: number): boolean {
  const query = `(min-width: ${minRem}rem)`
  return useSyncExternalStore(
    (onChange) => {
      const wide = matchMedia(query)
      wide.addEventListener('change', onChange)
      return () => wide.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
