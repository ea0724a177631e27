/**
 * Node keeps what it made of the sources beside the packages, so that the next start neither strips
 * types nor compiles: half of the time until the screen can be opened. Entries are found by
 * content; a changed source is compiled anew.
 */
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Where only who may write the program may write: compiled code lying about in a shared folder
 * would be run.
 */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/meson-compiled', import.meta.url))

/** Past the first minute of work, in which the counter has other things to do. */
const WRITE_AFTER_MS = 60_000

/**
 * A folder that cannot be written is no reason not to start: then everything is compiled as before.
 */
export function keepCompiled(): void {
  enableCompileCache(FOLDER)
  // Else written at the end, which a till that is simply switched off never has.
  setTimeout(flushCompileCache, WRITE_AFTER_MS).unref()
}

/**
 * For programs of our own that are started with this one's surroundings, as the issuing service is.
 */
export function shareCompiled(): void {
  if (getCompileCacheDir() !== undefined) process.env['NODE_COMPILE_CACHE'] ??= FOLDER
}
