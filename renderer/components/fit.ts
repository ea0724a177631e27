import type { CSSProperties } from 'react'

/**
 * How long an amount is, for the styles that make it fit where it stands: millions get smaller
 * digits, never cut ones.
 */
export function charsOf(text: string): CSSProperties {
  return { '--chars': text.length } as CSSProperties
}
