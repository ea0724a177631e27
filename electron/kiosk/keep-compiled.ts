import { dirname } from 'node:path'
import { flushCompileCache, getCompileCacheDir } from 'node:module'

/** Past the first minute of work, in which the counter has other things to do. */
const WRITE_AFTER_MS = 60_000

/**
 * What start.js keeps is kept for programs of our own as well that are started with this one's
 * surroundings, as the issuing service is. Nothing where it was switched off, or its folder cannot
 * be written.
 */
export function shareCompiled(): void {
  const folder = getCompileCacheDir()
  if (folder === undefined) return
  process.env['NODE_COMPILE_CACHE'] ??= dirname(folder)
  // Else written at the end, which a till that is simply switched off never has.
  setTimeout(flushCompileCache, WRITE_AFTER_MS).unref()
}
