/** The service's own files are its user's alone, also where an older one laid them down open. */
import { chmodSync, lstatSync } from 'node:fs'
import { join } from 'node:path'

const OTHERS = 0o077
const PERMISSIONS = 0o7777
/** By name: the folder may be somebody's who keeps more in it. */
const OWN = ['service.db', 'service.db-wal', 'service.db-shm', 'demo-keys.json'] as const

/** Takes away what others may do with them. What cannot be mended stays as it is. */
export function closeToOthers(dataDir: string): void {
  if (process.platform === 'win32') return
  for (const path of OWN.map((name) => join(dataDir, name))) {
    const found = lstatSync(path, { throwIfNoEntry: false })
    // A link leads to what may be somebody else's.
    if (found?.isFile() !== true || (found.mode & OTHERS) === 0) continue
    try {
      chmodSync(path, found.mode & PERMISSIONS & ~OTHERS)
    } catch {
      // Another user's, who alone could.
    }
  }
}
