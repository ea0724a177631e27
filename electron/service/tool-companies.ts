/** The tool's commands that enter companies and their authorizations. */
import type { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { cafError, readCafFile } from './folios/caf-file.ts'
import {
  enterCertificate,
  isKeyStore,
  openKeyStore,
  readCertificate,
} from './companies/certificate.ts'
import { companyNamed } from './companies/named-company.ts'
import { enterCompany, newCompanySchema } from './companies/new-company.ts'
import { errorBody, type ApiError } from './core/errors.ts'
import { loadCaf } from './folios/load-caf.ts'
import type { ClientId } from './core/ports.ts'
import type { Storage } from './storage/storage.ts'
import type { CompanyRow, Tables } from './storage/tables.ts'
import { row, TOOL_PORTS, ToolRefusal, type ToolCommand, type ToolOptions } from './tool-options.ts'

/** More than any company or authorization takes. */
const FILE_BYTES_MAX = 1024 * 1024

/** Every company: RUT, name, country, state, id. */
export const listCompanies: ToolCommand = async (storage) =>
  (await storage.read.selectFrom('companies').selectAll().orderBy('name').execute()).map((each) =>
    row(each.document_number, each.name, each.country, each.status, each.id),
  )

/**
 * `create-company --file company.json [--companies RUT]`: with a company named, the new one belongs
 * to the same client; without, to a client of its own.
 */
export const createCompany: ToolCommand = async (storage, { file, companies }) => {
  if (file === undefined) return null
  const given = readJsonFile(file, newCompanySchema)
  const entered = await storage.write(async (db) => {
    const clientId = await clientFor(storage, companies[0])
    if (companies[0] === undefined)
      await db.insertInto('clients').values({ id: clientId, name: given.name }).execute()
    const company = await enterCompany(db, clientId, given, TOOL_PORTS.random)
    if (!company.ok) throw new ToolRefusal(sentence(company.refusal))
    return company.value
  })
  return [row(entered.document_number, entered.name, entered.id)]
}

/**
 * `add-certificate --companies RUT --file cert.crt`: the company issues until it ends. Of a key's
 * store (.p12, .pfx) only the certificate is kept.
 */
export const addCertificate: ToolCommand = async (storage, { file, companies, secret }) => {
  const [rut, ...others] = companies
  if (file === undefined || rut === undefined || others.length > 0) return null
  const facts = readCertificate(await certificateIn(file, secret), storage.clock.now())
  if (!facts.ok) throw new ToolRefusal(`${file}: ${sentence(facts.refusal)}`)
  const number = await storage.write(async (db) => {
    const company = await named(db, rut)
    const entered = await enterCertificate(db, company.id, facts.value, TOOL_PORTS.random)
    if (!entered.ok) throw new ToolRefusal(sentence(entered.refusal))
    return company.document_number
  })
  const { subject, expires_at_ms: end } = facts.value
  return [row(number, subject, new Date(end).toISOString())]
}

async function certificateIn(
  file: string,
  secret: ToolOptions['secret'],
): Promise<X509Certificate | Buffer> {
  const bytes = bytesOf(file)
  if (!isKeyStore(bytes)) return bytes
  const passphrase = await secret(`${file}: `)
  if (passphrase === null) throw new ToolRefusal('sin cambios / nothing changed')
  const opened = openKeyStore(bytes, passphrase)
  if (!opened.ok) throw new ToolRefusal(`${file}: ${sentence(opened.refusal)}`)
  return opened.value
}

/** `load-caf --file caf.xml`: the range goes to the company that the authorization names. */
export const loadCafFile: ToolCommand = async (storage, { file }) => {
  if (file === undefined) return null
  const caf = readCafFile(textOf(file, 'latin1'))
  if (!caf.ok) throw new ToolRefusal(`${file}: ${sentence(cafError(caf.refusal))}`)
  const range = await storage.write(async (db) => {
    const company = await db
      .selectFrom('companies')
      .select('id')
      .where('country', '=', 'CHL')
      .where('document_number', '=', caf.value.issuerRut)
      .executeTakeFirst()
    if (company === undefined) throw new ToolRefusal(`no company ${caf.value.issuerRut}`)
    await storage.shared?.takeTurn(db, `ranges ${company.id}`)
    const loaded = await loadCaf(db, company.id, caf.value, { ...TOOL_PORTS, clock: storage.clock })
    if (!loaded.ok) throw new ToolRefusal(sentence(loaded.refusal))
    return loaded.value
  })
  return [
    `${caf.value.issuerRut}\t${range.document_code}\t${range.first_folio}-${range.last_folio}`,
  ]
}

async function clientFor(storage: Storage, rut: string | undefined): Promise<ClientId> {
  if (rut === undefined) return TOOL_PORTS.random.uuid() as ClientId
  return (await named(storage.read, rut)).client_id
}

/** The company that the command line names. */
export async function named(db: Kysely<Tables>, name: string): Promise<CompanyRow> {
  const company = await companyNamed(db, name)
  if (company.ok) return company.value
  throw new ToolRefusal(
    company.refusal === 'NONE'
      ? `no company ${name}`
      : `${name} is several companies: say which by its id`,
  )
}

/** A file of JSON as the schema says, or what is wrong with which field. */
export function readJsonFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.output<Schema> {
  const read = schema.safeParse(parsed(file))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new ToolRefusal(`${file}: ${issue?.path.join('.')}: ${issue?.message}`)
}

const textOf = (file: string, encoding: 'utf8' | 'latin1') => bytesOf(file).toString(encoding)

export function bytesOf(file: string): Buffer {
  try {
    const found = statSync(file)
    // A folder has nothing to read, and a device no end.
    if (!found.isFile() && !found.isFIFO())
      throw new ToolRefusal(`${file}: no es un archivo / is no file`)
    if (found.size > FILE_BYTES_MAX) throw new ToolRefusal(`${file}: > ${FILE_BYTES_MAX} bytes`)
    return readFileSync(file)
  } catch (error) {
    throw error instanceof ToolRefusal ? error : new ToolRefusal(String(error))
  }
}

function parsed(file: string): unknown {
  const text = textOf(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    // Its words quote the file, which may be a picture.
    throw new ToolRefusal(row(`${file}: no es JSON / is not JSON: ${String(error)}`))
  }
}

export function sentence(error: ApiError): string {
  return `${error.code}: ${errorBody({ errors: [error] }).message}`
}
