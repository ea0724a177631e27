import { join } from 'node:path'
import type { HostPaths } from './open-till.ts'

/** Where everything lies once it is built: programs and workers together, the screens beside. */
export const builtPaths = (programDir: string, resourcesDir: string): HostPaths => ({
  resourcesDir,
  rendererDir: join(programDir, '..', 'renderer'),
  rasterWorkerFile: join(programDir, 'raster-worker.js'),
  usbHostFile: join(programDir, 'usb-host.js'),
  paperWorkerFile: join(programDir, 'paper-worker.js'),
  backupWorkerFile: join(programDir, 'backup-worker.js'),
})
