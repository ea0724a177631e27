/**
 * `npm start`. The program itself comes second: what is imported before the cache is there would be
 * compiled anew every morning.
 */
import { keepCompiled } from './keep-compiled.ts'

keepCompiled()
await import('./program.ts')
