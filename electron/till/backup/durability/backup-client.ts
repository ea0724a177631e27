import { Worker } from 'node:worker_threads'
import type { BackupAnswer } from './backup-worker.ts'
import type { BackupMade, BackupOrder } from './make-backup.ts'

/**
 * Makes one backup elsewhere than on the calling thread. Rejects with the reason when there is
 * none.
 */
export type BackupPort = (order: BackupOrder) => Promise<BackupMade>

/** A thread for each backup: they are minutes apart, and between them the till needs the memory. */
export function createBackupClient(workerFile: string): BackupPort {
  return (order) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(workerFile, { workerData: order })
      worker.once('message', (answer: BackupAnswer) => {
        if ('made' in answer) resolve(answer.made)
        else reject(new Error(answer.error))
      })
      worker.once('error', reject)
      worker.once('exit', (code) =>
        reject(new Error(`the backup worker ended with ${code} before it answered`)),
      )
    })
}
