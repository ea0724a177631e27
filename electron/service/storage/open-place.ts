import { join, resolve } from 'node:path'
import type { Result } from '#shared/core/result.ts'
import type { StartRefusal } from '../core/start-refusals.ts'
import { openPostgresStorage } from './postgres-storage.ts'
import { openSqliteStorage } from './sqlite-storage.ts'
import type { Storage } from './storage.ts'

export function isPostgres(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place)
}

/** The file of a data folder. */
export function fileIn(dataDir: string): string {
  return join(resolve(dataDir), 'service.db')
}

/** Opens what a command line names: `postgres://...`, or a data folder. */
export function openPlace(place: string): Promise<Result<Storage, StartRefusal>> {
  return isPostgres(place) ? openPostgresStorage(place) : openSqliteStorage(fileIn(place))
}
