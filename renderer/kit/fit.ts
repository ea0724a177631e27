import type { CSSProperties } from 'react'

/**
 * How long an amount is, for the styles that make it fit where it stands: millions get smaller
 * digits, never cut ones. Nothing counts as one: a width is divided by it, and into a field whose
 * digits have no size Chromium types nothing.
 */
export function charsOf(text: string): CSSProperties {
  return { '--chars': Math.max(1, text.length) } as CSSProperties
}
