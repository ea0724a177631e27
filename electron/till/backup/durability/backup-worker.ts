/** A backup, an errand of support a list of products or reports, off the thread that answers. */
import { parentPort, workerData } from 'node:worker_threads'
import { runImport, type ImportOrder } from '../../importing/import-session.ts'
import { runReports, type ReportsOrder } from '../../reports/report-thread.ts'
import { runErrand, type Errand } from '../support/errand.ts'
import { makeBackup, type BackupMade, type BackupOrder } from './make-backup.ts'

export type BackupAnswer = { readonly made: BackupMade } | { readonly error: string }

if (parentPort === null) throw new Error('this file runs as a worker')
const order = workerData as BackupOrder | Errand | ImportOrder | ReportsOrder
if ('list' in order) runImport(order, parentPort)
else if ('reports' in order) runReports(order, parentPort)
else if ('task' in order) await runErrand(order, parentPort)
else parentPort.postMessage(attempt(order))

function attempt(backup: BackupOrder): BackupAnswer {
  try {
    return { made: makeBackup(backup) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
