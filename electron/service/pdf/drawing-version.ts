/**
 * How this program draws papers: part of what a stored PDF is found by. Its test says what it must
 * be whenever a paper is drawn otherwise.
 */
export const DRAWING_VERSION = '551c922af87afa19'
