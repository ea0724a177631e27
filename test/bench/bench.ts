/**
 * `npm run bench -- NAME`: runs one measurement by name. Speed is measured here and never in a
 * test.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const names = readdirSync(fileURLToPath(new URL('.', import.meta.url)))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const [name] = process.argv.slice(2)

if (name === undefined || !names.includes(name)) {
  process.stderr.write(`npm run bench -- ${names.join(' | ')}\n`)
  process.exitCode = 2
} else {
  await import(`./${name}.bench.ts`)
}
