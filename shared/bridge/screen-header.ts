/**
 * The header every command and the feed of a screen carry: which screen speaks. Alone here: the
 * page's first file reads it.
 */
export const SCREEN_HEADER = 'x-meson-screen'
/** Which till it means: the practice beside the shop, or, without it, the shop's. */
export const PLACE_HEADER = 'x-meson-place'
export const PRACTICE_PLACE = 'practice'
