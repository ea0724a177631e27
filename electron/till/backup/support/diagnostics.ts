/**
 * What support needs to see of a till, in one file that anybody may read: no key, no token, no
 * name, no RUT, no mail address, no price. Settings are named and said to be set or not; what
 * people typed is not in it, and of the logs only what the program itself says.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { arch, cpus, freemem, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { settingsThat } from '#shared/settings/rows.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { inspectTill } from '../durability/support-desk.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'
import { isRealFile } from './medium-files.ts'
import { onMedium } from './trouble.ts'
import { codeIn, shownCode, shownVerdict } from './shown-code.ts'
import { LOG_MESSAGES } from './log-messages.ts'
import { tarOf } from './tar.ts'

export interface DiagnosticsOrder {
  readonly dataDir: string
  readonly folder: string
  readonly version: string
  readonly at: EpochMs
}

/** Answers the file; throws SupportRefused for what the medium says. */
export function writeDiagnostics(order: DiagnosticsOrder): { readonly file: string } {
  const folder = tillFolder(order.dataDir)
  const parts = [
    part('machine.json', machine(order)),
    part('check.json', checked(order.dataDir)),
    ...orTrouble('database.json', () => inDatabase(folder)),
    ...orTrouble('files.json', () => [part('files.json', filesOf(folder))]),
    ...orTrouble('logs.json', () => logsOf(order.dataDir)),
  ]
  const stamp = new Date(order.at).toISOString().slice(0, 19).replace(/[-:]/g, '')
  const file = join(order.folder, `Meson-diagnostico-${stamp}Z.tar.gz`)
  const bytes = gzipSync(tarOf(parts, order.at))
  onMedium(order.folder, true, () => writeFileSync(file, bytes, { mode: 0o600, flag: 'wx' }))
  return { file }
}

interface Part {
  readonly name: string
  readonly text: string
}

const part = (name: string, value: unknown): Part => ({
  name,
  text: `${JSON.stringify(value, null, 1)}\n`,
})

/** It is asked for when something is broken: what cannot be read is told by its code. */
function orTrouble(name: string, read: () => Part[]): Part[] {
  try {
    return read()
  } catch (error) {
    return [part(name, troubleOf(error))]
  }
}

const troubleOf = (error: unknown) => ({
  error: shownCode((error as NodeJS.ErrnoException).code ?? 'ERROR'),
})

function machine({ version, at }: DiagnosticsOrder) {
  return {
    version,
    at: new Date(at).toISOString(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    node: process.version,
    electron: process.versions['electron'] ?? null,
    sqlite: process.versions['sqlite'] ?? null,
    system: `${platform()} ${release()} ${arch()}`,
    processors: cpus().length,
    memoryBytes: { free: freemem(), total: totalmem() },
  }
}

/** Faults name receipts by their own ids, which are of chance. */
function checked(dataDir: string) {
  try {
    return inspectTill(dataDir)
  } catch (error) {
    return troubleOf(error)
  }
}

const ROWS_MAX = 200

/** Column by column: what is not named here is not in it. */
const TABLES: Readonly<Record<string, string>> = {
  'receipts-by-state': `SELECT issue_state AS state, document_type AS type, last_error_code AS code,
    authority_status AS verdict, count(*) AS count FROM receipt GROUP BY 1, 2, 3, 4`,
  'receipts-open': `SELECT seq, issue_state AS state, document_type AS type, tries, faults,
    last_error_code AS code, first_sent_at_ms AS firstSentAt, not_before_ms AS notBefore
    FROM receipt WHERE issue_state <> 'numbered' ORDER BY seq DESC LIMIT ${ROWS_MAX}`,
  attempts: `SELECT at_ms AS at, duration_ms AS ms, http_status AS status FROM attempt
    ORDER BY id DESC LIMIT ${ROWS_MAX}`,
  papers: `SELECT kind, width_mm AS widthMm, state, trouble, count(*) AS count FROM print_job
    GROUP BY 1, 2, 3, 4`,
  folios: `SELECT document_type AS type, to_folio - next_folio + 1 AS left, is_listed AS listed
    FROM folio_range LIMIT ${ROWS_MAX}`,
  journal: `SELECT kind, count(*) AS count, max(at_ms) AS last FROM journal GROUP BY 1`,
  log: 'SELECT action, count(*) AS count, max(at_ms) AS last FROM audit GROUP BY 1',
  people:
    'SELECT role, is_active AS active, is_demo AS demo, count(*) AS count FROM staff GROUP BY 1, 2, 3',
  counts: `SELECT (SELECT count(*) FROM sale) AS sales, (SELECT count(*) FROM product) AS products,
    (SELECT count(*) FROM customer) AS customers, (SELECT count(*) FROM shift) AS shifts`,
  schema: "SELECT name, type FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
}

function inDatabase(folder: TillFolder): Part[] {
  if (!existsSync(folder.database)) return []
  const db = new Database(folder.database, { readonly: true, fileMustExist: true })
  const ask = (sql: string): unknown => {
    try {
      return db.prepare<[], Row>(sql).all().map(withoutWords)
    } catch (error) {
      if (error instanceof Database.SqliteError) return { error: error.code }
      throw error
    }
  }
  try {
    return [
      ...Object.entries(TABLES).map(([name, sql]) => part(`${name}.json`, ask(sql))),
      part('settings.json', settingsOf(ask)),
      part('printers.json', printersOf(ask)),
    ]
  } finally {
    db.close()
  }
}

interface Row {
  readonly code?: string | null
  readonly verdict?: string | null
}

/** Whoever issues the receipts names their troubles, and may be a stranger. */
const withoutWords = ({ code, verdict, ...row }: Row) => ({
  ...row,
  ...(code === undefined ? {} : { code: code === null ? null : shownCode(code) }),
  ...(verdict === undefined ? {} : { verdict: shownVerdict(verdict) }),
})

type Ask = (sql: string) => unknown

/** Values of these few are choices from a list; of all others only whether they are set. */
const CHOICES: readonly string[] = settingsThat('isDiagnosed')

function settingsOf(ask: Ask): unknown {
  const rows = ask('SELECT key, value_json AS json FROM setting')
  if (!Array.isArray(rows)) return rows
  return Object.fromEntries(
    (rows as { key: string; json: string }[]).map(({ key, json }) => [key, namesOf(json)]),
  )
}

function namesOf(json: string): unknown {
  const value = readJson(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return setOrNot(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      CHOICES.includes(name) ? each : setOrNot(each),
    ]),
  )
}

const setOrNot = (value: unknown) =>
  value === null || value === '' || value === undefined ? '(sin valor)' : '(con valor)'

/** How a printer is reached and what it can, not what it is called nor where it stands. */
function printersOf(ask: Ask): unknown {
  const rows = ask('SELECT config_json AS json FROM printer_setup')
  if (!Array.isArray(rows)) return rows
  return (rows as { json: string | null }[]).map(({ json }) => {
    const config = readJson(json ?? 'null') as {
      widthMm?: number
      dots?: number
      hasCutter?: boolean
      hasDrawer?: boolean
      transport?: { kind?: string }
    } | null
    const { widthMm, dots, hasCutter, hasDrawer, transport } = config ?? {}
    return { widthMm, dots, hasCutter, hasDrawer, way: transport?.kind ?? null }
  })
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function filesOf(folder: TillFolder) {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? null
  return {
    databaseBytes: sizeOf(folder.database),
    logBytes: sizeOf(`${folder.database}-wal`),
    backups: listBackups(folder.backups).map(({ name }) => ({
      name,
      bytes: sizeOf(join(folder.backups, name)),
    })),
  }
}

/** Of each line when it was, what the program said and codes and numbers; nothing else. */
function logsOf(dataDir: string): Part[] {
  const folder = join(dataDir, 'logs')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^[\w-]+\.log(\.\d)?$/.test(name))
    .filter((name) => isRealFile(join(folder, name)))
    .map((name) => ({ name: `logs/${name}`, text: shownLines(join(folder, name)) }))
}

const LOG_BYTES_MAX = 2_000_000

function shownLines(file: string): string {
  const bytes = readFileSync(file).subarray(-LOG_BYTES_MAX)
  return bytes
    .toString('utf8')
    .split('\n')
    .map((line) => shownLine(line))
    .filter((line) => line !== null)
    .join('\n')
}

const CODE = /^[A-Z][A-Z0-9_]{2,40}$/
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/

export function shownLine(line: string): string | null {
  const value = readJson(line)
  if (typeof value !== 'object' || value === null) return line === '' ? null : '(texto)'
  const shown = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    if (!/^[a-z][A-Za-z]{0,30}$/.test(name)) return []
    if (name === 'message' || name === 'msg')
      return [[name, LOG_MESSAGES.has(String(each)) ? each : '…']]
    if (typeof each === 'boolean') return [[name, each]]
    // A RUT is a number too: only what cannot be one is kept whole.
    if (typeof each === 'number') return [[name, Math.abs(each) < 1_000_000 ? each : '#']]
    if (typeof each !== 'string') return []
    if (CODE.test(each)) return [[name, shownCode(each)]]
    const code = TIME.test(each) ? each : codeIn(each)
    return code === null ? [] : [[name, code]]
  })
  return JSON.stringify(Object.fromEntries(shown))
}
