import { tell } from '#shared/core/command-line.ts'
import { SOURCE_ROOT } from '#host/source-paths.ts'
import { ArgumentsRefused } from './arguments.ts'
import { InstallRefused, installKiosk } from './install-kiosk.ts'

try {
  const said = await installKiosk(process.argv.slice(2), {
    platform: process.platform,
    env: process.env,
    nodeFile: process.execPath,
    rootDir: SOURCE_ROOT,
  })
  process.stdout.write(`${said.trimEnd()}\n`)
} catch (error) {
  if (error instanceof ArgumentsRefused) process.exitCode = tell(error.told, process)
  else if (error instanceof InstallRefused) {
    process.stderr.write(`${error.code}: ${error.message}\n`)
    process.exitCode = 1
  } else throw error
}
