/** One restore of a backup, killed at an operation on the disk; run by its test. */
import { join } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import { restoreTill } from '#till/backup/durability/support-desk.ts'
import { armKill } from './shim.ts'

const [dataDir = '', backup = '', moments = ''] = process.argv.slice(2)
armKill(dataDir, moments)
restoreTill(dataDir, join(dataDir, 'till', 'backups', backup), 1_795_200_000_000 as EpochMs)
