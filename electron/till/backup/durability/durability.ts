/** Keeps the till's file safe while it runs: commits, backups, room on the disk. */
import type { Log } from '#shared/core/ports.ts'
import { isDiskFull, type TillDatabase } from '../../kernel/database.ts'
import type { Clock, Randomness } from '../../kernel/ports.ts'
import type { BackupPort } from './backup-client.ts'
import { createBackups } from './backups.ts'
import type { CloseBackup } from '../../kernel/backup-names.ts'
import { createDiskSpace, freeBytesAt } from './disk-space.ts'
import type { BackupMade } from './make-backup.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'
import { commitsOf } from '../../kernel/watch-commits.ts'

interface DurabilityPorts {
  readonly db: TillDatabase
  readonly folder: TillFolder
  readonly clock: Clock
  readonly randomness: Randomness
  readonly makeBackup: BackupPort | null
  /** A commit of unknown outcome: the database must be closed and opened again. */
  readonly onBroken: () => void
  readonly onChange: () => void
  /** Another for tests. */
  readonly freeBytes?: ((folder: string) => number) | undefined
  readonly log: Log
}

export interface Durability {
  start(): void
  stop(): Promise<void>
  sold(): void
  backUp(): Promise<BackupMade>
  /** The end of a shift and of the program: see Backups. */
  backUpAtClose(): Promise<CloseBackup>
  isHalted(): boolean
  diskIsLow(): boolean
  diskIsFull(): boolean
  /** Something in the background failed; a full disk is said on the screen. */
  noteFailure(error: unknown): void
  /** Room for this user on the till's disk; null when it does not tell. */
  freeBytes(): number | null
}

/** `db` as openDatabase gave it: its commits are watched already. */
export function createDurability(ports: DurabilityPorts): Durability {
  const {
    db,
    folder,
    clock,
    randomness,
    makeBackup,
    onBroken,
    onChange,
    freeBytes = freeBytesAt,
    log,
  } = ports
  const disk = createDiskSpace({
    ballastFile: folder.ballast,
    clock,
    randomness,
    onChange,
    freeBytes,
    log,
  })
  const commits = commitsOf(db)
  commits.listen({
    onUncertain(code) {
      log('a commit failed and may have happened: reopening', { code })
      onBroken()
    },
    onFull: disk.refused,
  })
  const backups =
    makeBackup === null
      ? null
      : createBackups({
          db,
          databaseFile: folder.database,
          backupDir: folder.backups,
          clock,
          makeBackup,
          log,
        })
  return {
    start() {
      if (backups === null) return
      disk.start()
      backups.start()
    },
    async stop() {
      disk.stop()
      await backups?.stop()
    },
    sold: () => backups?.sold(),
    backUp: () => backups?.now() ?? Promise.reject(new Error('this till makes no backups')),
    backUpAtClose: async () => (await backups?.atClose()) ?? 'none',
    isHalted: commits.isHalted,
    diskIsLow: disk.isLow,
    diskIsFull: disk.isFull,
    noteFailure(error) {
      if (isDiskFull(error)) disk.refused()
    },
    freeBytes: disk.freeBytes,
  }
}
