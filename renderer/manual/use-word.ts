import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'

/** A word of the screen by its key, as the screen says it now. */
export function useWord(): (key: string) => string {
  const { t } = useTranslation()
  return (key) => t(key as ParseKeys)
}
