import { fileURLToPath } from 'node:url'

/** The fonts of the house, from where they lie in a source run. */
export const FONTS_DIR = fileURLToPath(new URL('../../resources/fonts', import.meta.url))
