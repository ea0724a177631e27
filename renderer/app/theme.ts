import { useEffect } from 'react'
import type { Theme } from '#shared/settings/theme.ts'

/** Puts the theme on the document; `system` follows the machine while it is chosen. */
export function useTheme(theme: Theme): void {
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    const apply = () => {
      document.documentElement.dataset['theme'] =
        theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
    }
    apply()
    if (theme !== 'system') return undefined
    dark.addEventListener('change', apply)
    return () => dark.removeEventListener('change', apply)
  }, [theme])
}
