import * as electron from 'electron'
import { INSTALLED_SUPPORT, supportArguments } from '#host/support-switch.ts'
import { runShell } from './shell.ts'

process.umask(0o077)
const { app } = electron
const asked = supportArguments(process.argv)
// The only place that imports the electron module: everything else gets it passed, so it can be
// tested without.
if (asked === null) void runShell(electron, import.meta.dirname)
else
  void import('#host/support-line.ts').then(async ({ supportHere }) =>
    app.exit(await supportHere(asked, INSTALLED_SUPPORT, app.getVersion())),
  )
