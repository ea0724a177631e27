/**
 * Preflight: locks the data folder and checks the database while the till's program is still being
 * loaded, so it imports little.
 */
import type { Log } from '#shared/core/ports.ts'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { santiagoTime } from '#shared/time/santiago.ts'
import { systemClock } from '../../adapters/system.ts'
import { lockDataFolder } from '../../kernel/data-lock.ts'
import type { Clock } from '../../kernel/ports.ts'
import { giveBackIfFull } from './disk-space.ts'
import { closeFolderAround, mendModes } from './private-modes.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'

export interface Preflight {
  /** Lets go of the data folder, which is this program's alone until then. */
  readonly unlock: () => void
  /**
   * Whether the database is whole, as far as an opening looks. False = it has to be looked at
   * again, by whoever can say what it has.
   */
  readonly isWhole: Promise<boolean>
}

/** Throws DataFolderInUse or DatabaseRefused with a sentence for whoever started it. */
export function beginPreflight(dataDir: string, checkWorkerFile: string, log: Log): Preflight {
  const folder = tillFolder(dataDir)
  const unlock = takeFolder(folder, systemClock, log)
  return { unlock, isWhole: isWhole(folder, checkWorkerFile) }
}

/** Makes the folder this program's own; returns how to let go. Throws as beginPreflight does. */
export function takeFolder(folder: TillFolder, clock: Clock, log: Log): () => void {
  giveBackIfFull({ ballastFile: folder.ballast, log })
  const who = `proceso ${process.pid}, desde las ${santiagoTime(clock.now())}`
  const unlock = lockDataFolder(folder.folder, who)
  const mended = mendModes(folder)
  if (mended.length > 0) log('others could reach these; no more', { count: mended.length })
  const around = closeFolderAround(folder)
  if (around === 'closed') log('others could look into the data folder; no more', {})
  if (around === 'open')
    log('others can look into the data folder: it holds more than the till', {})
  return unlock
}

/**
 * Nobody writes meanwhile: the folder is locked, and the one who locked it opens the database after
 * the answer.
 */
async function isWhole(folder: TillFolder, checkWorkerFile: string): Promise<boolean> {
  // A restore that was interrupted is about to put another database here.
  if (!existsSync(folder.database) || existsSync(folder.restored)) return false
  return new Promise((resolve) => {
    const worker = new Worker(checkWorkerFile, { workerData: folder.database })
    worker.once('message', (answer: unknown) => resolve(answer === true))
    worker.once('error', () => resolve(false))
    worker.once('exit', () => resolve(false))
  })
}
