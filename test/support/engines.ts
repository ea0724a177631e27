/** Both engines the service stores in, each with the companies of the demonstration. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { CompanyId } from '../../electron/service/core/ports.ts'
import { prepareDemo } from '../../electron/service/sandbox/demo-data.ts'
import { openPlace } from '../../electron/service/storage/open-place.ts'
import type { Storage } from '../../electron/service/storage/storage.ts'
import { TOOL_PORTS } from '../../electron/service/tool-options.ts'
import { must } from './must.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from './postgres.ts'

export const ENGINES = [
  { engine: 'SQLite', skipped: null },
  { engine: 'PostgreSQL', skipped: NO_POSTGRES },
] as const

export interface OnEngine {
  readonly storage: Storage
  /** The same place once more, as another process has it. */
  readonly openAgain: () => Promise<Storage>
  readonly shop: (index?: number) => CompanyId
}

/** Called inside `describe`: there from its first test on, but where it is skipped. */
export function useEngine({ engine, skipped }: (typeof ENGINES)[number]): OnEngine {
  const folder = mkdtempSync(join(tmpdir(), 'service-engine-'))
  let server: OwnPostgres | null = null
  let storage: Storage | null = null
  let shops: readonly CompanyId[] = []
  beforeAll(async () => {
    if (skipped !== null) return
    if (engine === 'PostgreSQL') server = startPostgres()
    await server?.answers()
    storage = must(await openPlace(server?.url ?? join(folder, 'data')))
    await prepareDemo({ ...TOOL_PORTS, storage, keysFile: join(folder, 'keys.json') })
    const rows = await storage.read.selectFrom('companies').select('id').orderBy('id').execute()
    shops = rows.map(({ id }) => id)
  })
  afterAll(async () => {
    await storage?.close()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    get storage() {
      if (storage === null) throw new Error('before the first test')
      return storage
    },
    openAgain: async () => must(await openPlace(server?.url ?? join(folder, 'data'))),
    shop: (index = 0) => shops[index] as CompanyId,
  }
}
