/**
 * The header every command and the feed of a screen carry: which screen speaks. Alone here: the
 * page's first file reads it.
 */
export const SCREEN_HEADER = 'x-meson-screen'
/**
 * Which of two tills it means, the shop's or the practice; without it, the one whose folder the
 * program was opened with.
 */
export const PLACE_HEADER = 'x-meson-place'
export const PRACTICE_PLACE = 'practice'
export const SHOP_PLACE = 'shop'

/** What a screen says of itself with each question. */
export const screenHeaders = (
  screenId: string,
  token: string | null,
  place: string | null,
): Record<string, string> => ({
  [SCREEN_HEADER]: screenId,
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  ...(place === null ? {} : { [PLACE_HEADER]: place }),
})
