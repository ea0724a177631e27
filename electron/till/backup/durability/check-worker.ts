/**
 * Looks through a database while another thread does something else; answers true only if it is
 * whole. Reads only.
 */
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { faultAtOpening } from '../../tables/examine.ts'
import { lacksNames } from '../../tables/lacks-names.ts'

if (parentPort === null) throw new Error('this file runs as a worker')
parentPort.postMessage(isWhole(String(workerData)))

function isWhole(file: string): boolean {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return faultAtOpening(db) === null && !lacksNames(db)
  } finally {
    db.close()
  }
}
