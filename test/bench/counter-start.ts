/**
 * The kiosk host as `npm start` puts it together, for the bench of a cold start: says where the
 * screen is the moment it can be opened.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Kiosk from '../../electron/kiosk/kiosk.ts'
import { buildKiosk } from '../../electron/kiosk/build-parts.ts'
import { ROOT } from '../support/source-files.ts'

enableCompileCache(join(ROOT, 'node_modules/.cache/meson-compiled'))
const programDir = await buildKiosk(ROOT, () => {})
const entry = pathToFileURL(join(programDir, 'kiosk.js')).href
const { startKiosk } = (await import(entry)) as typeof Kiosk
const { launchWithNode } = await import('#host/node-service.ts')
const { builtPaths } = await import('#host/built-paths.ts')

const [dataDir = ''] = process.argv.slice(2)
const host = await startKiosk({
  paths: builtPaths(programDir, join(ROOT, 'resources')),
  checkWorkerFile: join(programDir, 'check-worker.js'),
  launchService: launchWithNode(process.execPath, join(programDir, 'service.js')),
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
