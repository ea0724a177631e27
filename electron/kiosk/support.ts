/** `npm run till -- ORDER`: support, from the sources. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SOURCE_ROOT } from '#host/source-paths.ts'
import { SOURCE_SUPPORT } from '#host/support-switch.ts'
import { supportHere } from '#host/support-line.ts'

process.umask(0o077)
const { version } = JSON.parse(readFileSync(join(SOURCE_ROOT, 'package.json'), 'utf8')) as {
  readonly version: string
}
process.exitCode = await supportHere(process.argv.slice(2), SOURCE_SUPPORT, version)
