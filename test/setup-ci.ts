/**
 * `npm run setup:ci`: what the suites need from the system, installed on a Debian machine as root.
 * `npm test` begins with it where something is missing.
 */
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { install, installLine, mayInstall, missingPrograms } from './support/system-programs.ts'

askedOrEnd(parseArgs, { usage: 'npm run setup:ci', options: {} }, process)
const missing = missingPrograms()
const names = missing.map(({ program }) => program).join(', ')
if (missing.length === 0) process.stdout.write('the suites find all they need\n')
else if (!mayInstall())
  process.stdout.write(
    `missing: ${names}; their suites are skipped. As root: ${installLine(missing)}\n`,
  )
else {
  process.stdout.write(`installing ${names}\n`)
  if (!install(missing)) {
    process.stdout.write(`could not install; run: ${installLine(missing)}\n`)
    process.exitCode = 1
  }
}
