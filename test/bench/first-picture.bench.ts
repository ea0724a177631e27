/** `npm run bench -- first-picture`: what the page reads before its first picture, in kB (gzip). */
import { join } from 'node:path'
import { buildScreens } from '../../electron/kiosk/build-parts.ts'
import { packedBytes } from '../support/first-picture.ts'
import { ROOT } from '../support/source-files.ts'

await buildScreens(ROOT, () => {})
const kb = packedBytes(join(ROOT, 'out/renderer')) / 1_000
process.stdout.write(`scripts and styles before the first picture: ${kb.toFixed(1)} kB\n`)
