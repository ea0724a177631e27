/**
 * The header every command and the feed of a screen carry: which screen speaks. Alone here: the
 * page's first file reads it.
 */
export const SCREEN_HEADER = 'x-meson-screen'
