/** One backup off the thread that answers the cashier. */
import { parentPort, workerData } from 'node:worker_threads'
import { makeBackup, type BackupMade, type BackupOrder } from './make-backup.ts'

export type BackupAnswer = { readonly made: BackupMade } | { readonly error: string }

if (parentPort === null) throw new Error('this file runs as a worker')
parentPort.postMessage(attempt(workerData as BackupOrder))

function attempt(order: BackupOrder): BackupAnswer {
  try {
    return { made: makeBackup(order) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
