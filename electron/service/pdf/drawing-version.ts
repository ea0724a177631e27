/**
 * How this program draws papers: part of what a stored PDF is found by. Its test says what it must
 * be whenever a paper is drawn otherwise.
 */
export const DRAWING_VERSION = 'a96e76ccc4020b3d'
