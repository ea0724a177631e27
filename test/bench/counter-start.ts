/**
 * The kiosk host as `npm start` puts it together, for the bench of a cold start: says where the
 * screen is the moment it can be opened.
 */
import { keepCompiled, shareCompiled } from '../../electron/kiosk/keep-compiled.ts'

keepCompiled()
shareCompiled()
const { launchWithNode } = await import('#host/node-service.ts')
const { SOURCE_CHECK_WORKER, SOURCE_PATHS, SOURCE_SERVICE_ENTRY } = await import(
  '#host/source-paths.ts'
)
const { startKiosk } = await import('../../electron/kiosk/kiosk-host.ts')

const [dataDir = ''] = process.argv.slice(2)
const host = await startKiosk({
  paths: SOURCE_PATHS,
  checkWorkerFile: SOURCE_CHECK_WORKER,
  launchService: launchWithNode(process.execPath, SOURCE_SERVICE_ENTRY),
  dataDir,
  port: 0,
  apiUrl: null,
  apiKey: null,
  version: 'bench',
  log: () => {},
  onOpen: ({ url }) => void process.stdout.write(`${url}\n`),
  hasWindow: () => true,
})
process.stdin.on('end', () => void host.stop().then(() => process.exit(0))).resume()
