/** Before the first packaged test: the package is there, so that no two of them make it at once. */
import { NO_CHROMIUM } from '../support/chromium.ts'
import { packageOnce } from './package-once.ts'
import { REAL_PROGRAM } from './packaged-program.ts'

export default async function setUp(): Promise<void> {
  if (REAL_PROGRAM === null && process.platform === 'linux' && NO_CHROMIUM === null)
    await packageOnce()
}
