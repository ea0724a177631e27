/** One restore of a backup, killed at its n-th operation on the disk; run by its test. */
import { join } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import { restoreTill } from '#till/backup/durability/support-desk.ts'
import { arm } from './shim.ts'

const [dataDir = '', backup = '', n = ''] = process.argv.slice(2)
arm('kill', Number(n), false)
restoreTill(dataDir, join(dataDir, 'till', 'backups', backup), 1_795_200_000_000 as EpochMs)
