/** On what the packaged till runs here, and why not where it does not. */
import { NO_CHROMIUM } from '../support/chromium.ts'
import { REAL_PROGRAM } from './packaged-program.ts'

export const IS_REAL = REAL_PROGRAM !== null
export const WHERE = IS_REAL ? 'over real Electron' : 'over the stand-in'
const NOT_LINUX = process.platform === 'linux' ? null : 'the stand-in is a program for Linux'
export const WHY_NOT = IS_REAL ? null : (NOT_LINUX ?? NO_CHROMIUM)
