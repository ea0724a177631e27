import { fileURLToPath } from 'node:url'
import type { HostPaths } from './open-till.ts'

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Where everything lies when the till runs from its source tree. */
export const SOURCE_PATHS: HostPaths = {
  resourcesDir: root('resources'),
  rendererDir: root('out/renderer'),
  rasterWorkerFile: root('electron/printing/raster-worker.ts'),
  usbHostFile: root('electron/printing/usb/usb-host.ts'),
  paperWorkerFile: root('electron/paper/paper-worker.ts'),
  backupWorkerFile: root('electron/till/backup/durability/backup-worker.ts'),
}

export const SOURCE_CHECK_WORKER = root('electron/till/backup/durability/check-worker.ts')
export const SOURCE_SERVICE_ENTRY = root('electron/service/main.ts')
export const SOURCE_ROOT = root('')
