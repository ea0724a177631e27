/**
 * `npm run bench -- first-picture`: what the page reads before its first picture, in kB (gzip), and
 * which file has how much of it: `shared` is React, its accessible parts and the kit, `counter` the
 * sale screen, `words` its Spanish.
 */
import { join } from 'node:path'
import { buildScreens } from '../../electron/kiosk/build-parts.ts'
import { packedFiles } from '../support/first-picture.ts'
import { ROOT } from '../support/source-files.ts'

await buildScreens(ROOT, () => {})
const files = packedFiles(join(ROOT, 'out/renderer')).toSorted((a, b) => b.bytes - a.bytes)
const all = files.reduce((sum, { bytes }) => sum + bytes, 0)
process.stdout.write(
  `scripts and styles before the first picture: ${kb(all)} kB\n` +
    `${files.map(({ file, bytes }) => `${kb(bytes)} ${file}`).join(', ')}\n`,
)

function kb(bytes: number): string {
  return (bytes / 1_000).toFixed(1)
}
