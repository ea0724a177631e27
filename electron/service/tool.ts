/**
 * The service's own tool for keys and deliveries, run beside a running service or without one:
 *   node electron/service/tool.ts --data DIR keys
 *   node electron/service/tool.ts --data DIR create-key --role MEMBER --companies
 *   76192083-9,30712345671 --label "Caja 1"
 *   node electron/service/tool.ts --data DIR rotate-key ID (new secret, same reach; the old key
 *   stops at once)
 *   node electron/service/tool.ts --data DIR revoke-key ID
 *   node electron/service/tool.ts --data DIR deliveries [--status FAILED]
 *   node electron/service/tool.ts --data DIR redeliver ID
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { createKey } from './auth/keys.ts'
import { systemClock, systemRandom } from './ports.ts'
import { startRefusalText } from './start-refusals.ts'
import { openSqliteStorage } from './storage/sqlite-storage.ts'
import type { Storage } from './storage/storage.ts'
import type { Role, Tables } from './storage/tables.ts'

const DELIVERIES_SHOWN = 100
const ROLES: readonly string[] = ['OWNER', 'ADMIN', 'MEMBER']

interface Options {
  readonly id: string
  readonly role: string
  readonly companies: readonly string[]
  readonly label: string
  readonly status: string | undefined
}

/** Answers the lines to print, or null when the arguments do not fit. */
type Command = (storage: Storage, options: Options) => Promise<readonly string[] | null>

const COMMANDS: Readonly<Record<string, Command>> = {
  keys: listKeys,
  'create-key': makeKey,
  'rotate-key': rotateKey,
  'revoke-key': async (storage, { id }) =>
    (await storage.write((db) => revoke(db, id))) ? [`revoked ${id}`] : null,
  deliveries: listDeliveries,
  redeliver: redeliver,
}

process.umask(0o077)
process.exitCode = await run(process.argv.slice(2))

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      role: { type: 'string', default: 'MEMBER' },
      companies: { type: 'string', default: '' },
      label: { type: 'string', default: '' },
      status: { type: 'string' },
    },
  })
  const [name = '', id = ''] = positionals
  const command = COMMANDS[name]
  const file = join(resolve(values.data ?? ''), 'service.db')
  if (command === undefined || values.data === undefined || !existsSync(file)) return complain()
  const storage = await openSqliteStorage(file)
  if (!storage.ok) {
    process.stderr.write(`${startRefusalText(storage.refusal)}\n`)
    return 2
  }
  try {
    const companies = values.companies.split(',').filter((text) => text !== '')
    const lines = await command(storage.value, {
      id,
      role: values.role,
      companies,
      label: values.label,
      status: values.status,
    })
    if (lines === null) return complain()
    process.stdout.write(`${lines.join('\n')}\n`)
    return 0
  } finally {
    await storage.value.close()
  }
}

function complain(): number {
  process.stderr.write(
    `ARGUMENTS_NOT_VALID: --data DIR ${Object.keys(COMMANDS).join(' | ')} [ID]\n`,
  )
  return 2
}

async function listKeys(storage: Storage): Promise<readonly string[]> {
  const keys = await storage.read
    .selectFrom('api_keys')
    .selectAll()
    .orderBy('created_at_ms')
    .execute()
  const links = await storage.read
    .selectFrom('api_key_companies')
    .innerJoin('companies', 'companies.id', 'api_key_companies.company_id')
    .select(['key_id', 'document_number'])
    .execute()
  return keys.map((key) =>
    [
      key.id,
      key.role,
      key.revoked_at_ms === null ? 'active' : 'revoked',
      key.label,
      links
        .filter((link) => link.key_id === key.id)
        .map((link) => link.document_number)
        .join(','),
    ].join('\t'),
  )
}

async function makeKey(
  storage: Storage,
  { role, companies, label }: Options,
): Promise<readonly string[] | null> {
  const rows = await storage.read
    .selectFrom('companies')
    .select(['id', 'client_id', 'document_number'])
    .execute()
  const chosen = rows.filter((row) => companies.includes(row.document_number))
  const [first] = chosen
  if (first === undefined || chosen.length !== companies.length || !ROLES.includes(role))
    return null
  if (chosen.some((row) => row.client_id !== first.client_id)) return null
  return [
    await storage.write((db) =>
      createKey(
        { db, clock: systemClock, random: systemRandom },
        {
          clientId: first.client_id,
          role: role as Role,
          label,
          companyIds: chosen.map((row) => row.id),
        },
      ),
    ),
  ]
}

async function rotateKey(storage: Storage, { id }: Options): Promise<readonly string[] | null> {
  const key = await storage.write(async (db) => {
    const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined || !(await revoke(db, id))) return null
    const links = await db
      .selectFrom('api_key_companies')
      .select('company_id')
      .where('key_id', '=', id)
      .execute()
    return createKey(
      { db, clock: systemClock, random: systemRandom },
      {
        clientId: row.client_id,
        role: row.role,
        label: row.label,
        companyIds: links.map((link) => link.company_id),
      },
    )
  })
  return key === null ? null : [key]
}

async function revoke(db: Kysely<Tables>, id: string): Promise<boolean> {
  const updated = await db
    .updateTable('api_keys')
    .set({ revoked_at_ms: systemClock.now() })
    .where('id', '=', id)
    .where('revoked_at_ms', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

async function listDeliveries(storage: Storage, { status }: Options): Promise<readonly string[]> {
  let rows = storage.read
    .selectFrom('webhook_deliveries')
    .selectAll()
    .orderBy('created_at_ms', 'desc')
    .limit(DELIVERIES_SHOWN)
  if (status !== undefined) rows = rows.where('status', '=', status as 'FAILED')
  return (await rows.execute()).map((row) =>
    [row.id, row.event, row.status, row.attempts, row.last_result ?? '', row.payload].join('\t'),
  )
}

/** Queues a delivery again under its own id; a running service picks it up within a minute. */
async function redeliver(storage: Storage, { id }: Options): Promise<readonly string[] | null> {
  const updated = await storage.write((db) =>
    db
      .updateTable('webhook_deliveries')
      .set({ status: 'WAITING', attempts: 0, due_at_ms: systemClock.now() })
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return updated.numUpdatedRows === 1n ? [`queued ${id}`] : null
}
