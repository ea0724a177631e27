/** Everything the till keeps about one RUT, in counts. */
import { readdirSync } from 'node:fs'
import type { PersonView } from '#shared/customers/people-views.ts'
import { keptUntil } from '#shared/customers/retention.ts'
import type { Rut } from '#shared/rut/rut.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import type { PeopleParts } from './people-parts.ts'
import { countPictures } from './person-files.ts'
import { digestOf } from './people-key.ts'

/** Documents named one by one on the screen; a file has them all. */
const NEWEST_DOCUMENTS = 20

export async function viewOfPerson(parts: PeopleParts, key: Buffer, rut: Rut): Promise<PersonView> {
  const { rows, tombstones, folder, paperFolder, openBuyer } = parts
  const saleIds = rows.sales(rut).map(({ saleId }) => saleId)
  const { lastDate, waitingCount } = rows.documentFacts(saleIds)
  const [newestBackup] = listBackups(folder.backups)
  const counted = {
    rut,
    customer: rows.customer(rut),
    documents: {
      count: saleIds.length,
      waitingCount,
      keptUntil: lastDate === null ? null : keptUntil(lastDate),
      newest: rows
        .documents(saleIds, NEWEST_DOCUMENTS)
        .map(({ saleId: _, ...document }) => ({
          ...document,
          keptUntil: keptUntil(document.date),
        })),
    },
    isInOpenSale: openBuyer() === rut,
    parkedCount: rows.parked(rut).length,
    attemptCount: rows.attemptCount(saleIds),
    pdfCount: rows.pdfFiles(saleIds).length,
    backupCount: listBackups(folder.backups).length,
    newestBackupAt: newestBackup?.at ?? null,
    quarantineCount: quarantines(folder.quarantine),
    erasedAt: tombstones.erasedAt(digestOf(key, rut)),
  }
  const jobs = rows.papers(saleIds).map(({ jobId }) => jobId)
  return { ...counted, pictureCount: await countPictures(paperFolder, jobs) }
}

/** Databases that a restore has put aside. */
export function quarantines(folder: string): number {
  try {
    return readdirSync(folder).length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}
