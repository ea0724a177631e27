/**
 * `npm start`. Plain JavaScript, and the cache first: Node keeps what it made of the other sources,
 * and loads neither what strips their types (12 MB that stay) nor compiles them anew. Beside the
 * packages, where only who may write the program may write: compiled code lying about in a shared
 * folder would be run.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/meson-compiled', import.meta.url)))
await import('./program.ts')
