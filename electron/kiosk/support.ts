/** `npm run till -- ORDER`: support, from the sources. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askForPin } from '#host/ask-for-pin.ts'
import { SOURCE_ROOT } from '#host/source-paths.ts'
import { runSupport } from '#host/support-line.ts'

process.umask(0o077)
const { version } = JSON.parse(readFileSync(join(SOURCE_ROOT, 'package.json'), 'utf8')) as {
  readonly version: string
}
process.exitCode = await runSupport(process.argv.slice(2), {
  name: 'npm run till --',
  version,
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  askForPin,
  environment: process.env,
})
