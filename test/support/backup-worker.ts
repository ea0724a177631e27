import { bundled } from './bundled.ts'

/**
 * The thread that makes backups, reads lists and adds up reports: begun from its sources, most of
 * what a test of it costs is finding them.
 */
export const BACKUP_WORKER = await bundled('electron/till/backup/durability/backup-worker.ts')
