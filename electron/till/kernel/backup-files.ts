/** The backups that lie in a folder, and whether one is as it was written. */
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type BackupFile, backupsAmong } from './backup-names.ts'

/** What lies in the backup folder, newest first. A folder that does not exist holds none. */
export function listBackups(backupDir: string): BackupFile[] {
  try {
    return backupsAmong(readdirSync(backupDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Whether a copy is still the one that was examined. Read in pieces, beside the counter. */
export async function isGoodBackup(file: string): Promise<boolean> {
  try {
    const expected = (await readFile(`${file}.sha256`, 'utf8')).slice(0, 64)
    const hash = createHash('sha256')
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
    return hash.digest('hex') === expected
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
