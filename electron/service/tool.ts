/**
 * The service's own tool, run beside running services or without one, on a data folder
 * (`--data DIR`) or a database (`--database postgres://...`):
 *   companies | create-company --file company.json [--companies RUT] | ranges
 *   add-certificate --companies RUT --file cert.crt (or a .p12, whose passphrase is asked for)
 *   update-company --companies RUT --file changes.json | set-logo --companies RUT --file logo.png
 *   remove-logo | suspend | resume | production | test-mode --companies RUT
 *   load-caf --file caf.xml | ranges ID --next N | ranges --next +N (where what is held goes on)
 *   keys | create-key --role MEMBER --companies 76192083-9,30712345671 --label "Caja 1"
 *   rotate-key ID (new secret, same reach; the old key stops at once) | revoke-key ID
 *   invite-owner ana@tienda.cl --companies RUT --label "Ana Soto" (into the head office, /office/)
 *   deliveries [--status FAILED] | redeliver ID | redeliver --all --since 2026-11-20T09:00:00Z
 *   copy --to postgres://... (or a data folder): everything into an empty other database
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { askSecret } from '#shared/core/ask-secret.ts'
import {
  notUnderstood,
  readCommand,
  refused,
  tell,
  type Values,
} from '#shared/core/command-line.ts'
import { revokeKey, rotateKey } from './auth/change-key.ts'
import { createKey } from './auth/keys.ts'
import { systemRandom } from './core/ports.ts'
import { startRefusalText } from './core/start-refusals.ts'
import { fileIn, isPostgres, openPlace } from './storage/open-place.ts'
import { shownAddress } from './storage/postgres-address.ts'
import { awayAs, refusalOfConnection } from './storage/postgres-errors.ts'
import type { Storage } from './storage/storage.ts'
import type { Role } from './storage/tables.ts'
import {
  addCertificate,
  createCompany,
  listCompanies,
  loadCafFile,
  named,
} from './tool-companies.ts'
import { COMPANY_LIFE } from './tool-company-life.ts'
import { copyDatabase } from './tool-copy.ts'
import { deliveries, redeliver } from './tool-deliveries.ts'
import { inviteOwnerTool } from './tool-office.ts'
import { ranges } from './tool-ranges.ts'
import {
  row,
  ToolRefusal,
  type ToolCommand,
  type ToolEntry,
  type ToolOptions,
  type ToolWord,
} from './tool-options.ts'

const ROLES: readonly string[] = ['OWNER', 'ADMIN', 'MEMBER']

const STATUSES: readonly string[] = ['WAITING', 'DELIVERED', 'FAILED']

const COMMANDS: Readonly<Record<string, ToolEntry>> = {
  companies: [listCompanies],
  'create-company': [createCompany, 'file', 'companies'],
  'add-certificate': [addCertificate, 'companies', 'file'],
  'update-company': [COMPANY_LIFE['update-company'], 'companies', 'file'],
  'set-logo': [COMPANY_LIFE['set-logo'], 'companies', 'file'],
  'remove-logo': [COMPANY_LIFE['remove-logo'], 'companies'],
  suspend: [COMPANY_LIFE.suspend, 'companies'],
  resume: [COMPANY_LIFE.resume, 'companies'],
  production: [COMPANY_LIFE.production, 'companies'],
  'test-mode': [COMPANY_LIFE['test-mode'], 'companies'],
  ranges: [ranges, 'id', 'next'],
  'load-caf': [loadCafFile, 'file'],
  copy: [copyDatabase, 'to'],
  keys: [listKeys],
  'create-key': [makeKey, 'role', 'companies', 'label'],
  'rotate-key': [rotate, 'id'],
  'revoke-key': [revoke, 'id'],
  'invite-owner': [inviteOwnerTool, 'id', 'companies', 'label'],
  deliveries: [deliveries, 'status'],
  redeliver: [redeliver, 'id', 'all', 'since'],
}

const COMMAND = {
  usage: `npm run service:tool -- --data DIR | --database URL  ${Object.keys(COMMANDS).join(' | ')} [ID]
  [--file FILE] [--to PLACE] [--role ${ROLES.join('|')}] [--companies RUT,RUT] [--label TEXT] [--status STATUS]
  [--next N | +N] [--all --since TIME]`,
  options: {
    data: { kind: 'text' },
    database: { kind: 'text' },
    file: { kind: 'text' },
    to: { kind: 'text' },
    next: { kind: 'text' },
    role: { kind: 'text', choices: ROLES, first: 'MEMBER' },
    companies: { kind: 'text', first: '' },
    label: { kind: 'text', first: '' },
    status: { kind: 'text', choices: STATUSES },
    all: { kind: 'flag' },
    since: { kind: 'text' },
  },
  wordsMax: 2,
} as const

process.umask(0o077)
process.exitCode = await run(process.argv.slice(2))

async function run(argv: readonly string[]): Promise<number> {
  const asked = readCommand(parseArgs, COMMAND, argv)
  if (asked.kind === 'told') return tell(asked, process)
  const { values, words } = asked
  const [name = '', id = ''] = words
  const [command, ...takes] = Object.hasOwn(COMMANDS, name) ? (COMMANDS[name] ?? []) : []
  if (command === undefined) return tell(notUnderstood(name), process)
  const beside = wordBeside(values, id, takes)
  if (beside !== undefined)
    return tell(refused(`${name} no lleva ${beside}`, `${name} takes no ${beside}`), process)
  const place = placeIn(values)
  if (place === null) return complain()
  const storage = await openPlace(place)
  if (!storage.ok) {
    process.stderr.write(`${startRefusalText(storage.refusal)}\n`)
    return 2
  }
  try {
    return await carryOut(command, storage.value, { ...values, id })
  } catch (error) {
    const said = sentenceOf(error, [place, ...(values.to === undefined ? [] : [values.to])])
    if (said === null) throw error
    process.stderr.write(`${said}\n`)
    return 2
  } finally {
    await storage.value.close()
  }
}

/** The one place that is named, and is there. */
function placeIn({ database, data }: Values<typeof COMMAND>): string | null {
  const place = database ?? data ?? ''
  const isThere = isPostgres(place) || existsSync(fileIn(place))
  const isTwoPlaces = database !== undefined && data !== undefined
  return place === '' || !isThere || isTwoPlaces ? null : place
}

async function carryOut(
  command: ToolCommand,
  storage: Storage,
  values: Values<typeof COMMAND> & Pick<ToolOptions, 'id'>,
): Promise<number> {
  const lines = await command(storage, {
    ...values,
    companies: values.companies.split(',').filter((text) => text !== ''),
    secret: (question) => askSecret(process, question),
  })
  if (lines === null) return complain()
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}

/** What was said and the command does not take, as it is written. */
function wordBeside(
  values: Values<typeof COMMAND>,
  id: string,
  takes: readonly ToolWord[],
): string | undefined {
  const { data: _, database: __, ...others } = COMMAND.options
  const isSaid = (name: keyof typeof others) => {
    const option = others[name]
    const unsaid = option.kind === 'flag' ? false : 'first' in option ? option.first : undefined
    return values[name] !== unsaid
  }
  const names = Object.keys(others) as (keyof typeof others)[]
  const beside = names.find((name) => !takes.includes(name) && isSaid(name))
  if (beside !== undefined) return `--${beside}`
  return id === '' || takes.includes('id') ? undefined : `«${id}»`
}

/** Null for what is a fault of the program. */
function sentenceOf(error: unknown, places: readonly string[]): string | null {
  if (error instanceof ToolRefusal) return error.message
  const away = awayAs(error)
  if (away === null || !(error instanceof Error)) return null
  const path = places.map((place) => (isPostgres(place) ? shownAddress(place) : place)).join(', ')
  if (away === 'DISK_FULL') return startRefusalText({ code: 'DISK_FULL', params: { path } })
  const isBusy = 'code' in error && error.code === 'SQLITE_BUSY'
  return startRefusalText(
    isBusy ? { code: 'DATABASE_BUSY', params: { path } } : refusalOfConnection(error, path),
  )
}

function complain(): number {
  return tell(
    refused(
      '--data o --database dicen dónde está el servicio, y la orden va con lo que pide',
      '--data or --database says where the service is, and an order comes with what it asks',
    ),
    process,
  )
}

async function rotate(storage: Storage, { id }: ToolOptions): Promise<readonly string[] | null> {
  if (id === '') return null
  const ports = { clock: storage.clock, random: systemRandom }
  const key = await storage.write((db) => rotateKey({ db, ...ports }, id))
  if (key === null) throw new ToolRefusal(`no key ${id}`)
  return [key]
}

async function revoke(storage: Storage, { id }: ToolOptions): Promise<readonly string[] | null> {
  if (id === '') return null
  const isThere = await storage.write((db) => revokeKey(db, storage.clock, id))
  if (!isThere) throw new ToolRefusal(`no key ${id}`)
  return [`revoked ${id}`]
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
    row(
      key.id,
      key.role,
      key.revoked_at_ms === null ? 'active' : 'revoked',
      key.label,
      links
        .filter((link) => link.key_id === key.id)
        .map((link) => link.document_number)
        .join(','),
    ),
  )
}

async function makeKey(
  storage: Storage,
  { role, companies, label }: ToolOptions,
): Promise<readonly string[] | null> {
  if (companies.length === 0) return null
  const chosen = await Promise.all(companies.map((name) => named(storage.read, name)))
  const clients = new Set(chosen.map((company) => company.client_id))
  const [clientId] = clients
  if (clientId === undefined || clients.size > 1)
    throw new ToolRefusal('these companies are not of one client')
  return [
    await storage.write((db) =>
      createKey(
        { db, clock: storage.clock, random: systemRandom },
        {
          clientId,
          role: role as Role,
          label,
          companyIds: [...new Set(chosen.map((company) => company.id))],
        },
      ),
    ),
  ]
}
