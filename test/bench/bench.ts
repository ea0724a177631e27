/**
 * `npm run bench -- NAME`: runs one measurement by name. Speed is measured here and never in a
 * test.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { notUnderstood, readCommand, tell } from '#shared/core/command-line.ts'

const names = readdirSync(fileURLToPath(new URL('.', import.meta.url)))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const [name = ''] = process.argv.slice(2)
const usage = `npm run bench -- ${names.join(' | ')}`

// What comes behind a known name is the measurement's own to read.
if (!names.includes(name)) {
  const told = readCommand(parseArgs, { usage, options: {}, wordsMax: 1 }, [name])
  const wrong = told.kind === 'told' ? told : notUnderstood(name === '' ? usage : name)
  process.exitCode = tell(wrong, process)
} else {
  await import(`./${name}.bench.ts`)
}
