/**
 * What a page is answered while the till's data cannot be opened, and the page that asks how to get
 * them back. Imports nothing: the first script of the screen reads it before all else.
 */
export const RESCUE_PAGE = '/rescue.html'
export const TILL_NOT_OPEN = 'TILL_NOT_OPEN'
