import { join } from 'node:path'

/** Where a till keeps what, below `<data>/till`. */
export interface TillFolder {
  readonly folder: string
  readonly database: string
  readonly backups: string
  readonly quarantine: string
  readonly ballast: string
}

/** `dataDir` as given with --data. */
export function tillFolder(dataDir: string): TillFolder {
  const folder = join(dataDir, 'till')
  return {
    folder,
    database: join(folder, 'till.db'),
    backups: join(folder, 'backups'),
    quarantine: join(folder, 'quarantine'),
    ballast: join(folder, 'ballast.bin'),
  }
}
