/** How the screen may look. */
/** How the screen looks; `system` follows the machine. */
export const THEMES = ['system', 'light', 'dark'] as const

export type Theme = (typeof THEMES)[number]
