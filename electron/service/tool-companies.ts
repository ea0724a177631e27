/** The tool's commands that enter companies and their authorizations. */
import { readFileSync, statSync } from 'node:fs'
import { readCafFile } from './folios/caf-file.ts'
import { enterCertificate, readCertificate } from './companies/certificate.ts'
import { enterCompany, newCompanySchema } from './companies/new-company.ts'
import { errorBody, type ApiError } from './core/errors.ts'
import { loadCaf } from './folios/load-caf.ts'
import type { ClientId } from './core/ports.ts'
import type { Storage } from './storage/storage.ts'
import { TOOL_PORTS, ToolRefusal, type ToolCommand } from './tool-options.ts'

/** More than any company or authorization takes. */
const FILE_BYTES_MAX = 1024 * 1024

/** Every company: RUT, name, country, state. */
export const listCompanies: ToolCommand = async (storage) =>
  (await storage.read.selectFrom('companies').selectAll().orderBy('name').execute()).map((row) =>
    [row.document_number, row.name, row.country, row.status].join('\t'),
  )

/**
 * `create-company --file company.json [--companies RUT]`: with a company named, the new one belongs
 * to the same client; without, to a client of its own.
 */
export const createCompany: ToolCommand = async (storage, { file, companies }) => {
  if (file === undefined) return null
  const read = newCompanySchema.safeParse(parsed(textOf(file, 'utf8')))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ToolRefusal(`${file}: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const entered = await storage.write(async (db) => {
    const clientId = await clientFor(storage, companies[0])
    if (companies[0] === undefined)
      await db.insertInto('clients').values({ id: clientId, name: read.data.name }).execute()
    const company = await enterCompany(db, clientId, read.data, TOOL_PORTS.random)
    if (!company.ok) throw new ToolRefusal(sentence(company.refusal))
    return company.value
  })
  return [`${entered.document_number}\t${entered.name}\t${entered.id}`]
}

/** `add-certificate --companies RUT --file cert.crt`: the company issues until it ends. */
export const addCertificate: ToolCommand = async (storage, { file, companies }) => {
  const [rut, ...others] = companies
  if (file === undefined || rut === undefined || others.length > 0) return null
  const facts = readCertificate(textOf(file, 'utf8'), storage.clock.now())
  if (!facts.ok) throw new ToolRefusal(`${file}: ${sentence(facts.refusal)}`)
  await storage.write(async (db) => {
    const company = await db
      .selectFrom('companies')
      .select('id')
      .where('document_number', '=', rut)
      .executeTakeFirst()
    if (company === undefined) throw new ToolRefusal(`no company ${rut}`)
    await enterCertificate(db, company.id, facts.value, TOOL_PORTS.random)
  })
  const { subject, expires_at_ms: end } = facts.value
  return [`${rut}\t${subject}\t${new Date(end).toISOString()}`]
}

/** `load-caf --file caf.xml`: the range goes to the company that the authorization names. */
export const loadCafFile: ToolCommand = async (storage, { file }) => {
  if (file === undefined) return null
  const caf = readCafFile(textOf(file, 'latin1'))
  if (!caf.ok) throw new ToolRefusal(`${file}: ${caf.refusal}`)
  const range = await storage.write(async (db) => {
    const company = await db
      .selectFrom('companies')
      .select(['id', 'country', 'document_number'])
      .where('country', '=', 'CHL')
      .where('document_number', '=', caf.value.issuerRut)
      .executeTakeFirst()
    if (company === undefined) throw new ToolRefusal(`no company ${caf.value.issuerRut}`)
    await storage.shared?.takeTurn(db, `ranges ${company.id}`)
    const loaded = await loadCaf(db, company, caf.value, TOOL_PORTS.random)
    if (!loaded.ok) throw new ToolRefusal(sentence(loaded.refusal))
    return loaded.value
  })
  return [
    `${caf.value.issuerRut}\t${range.document_code}\t${range.first_folio}-${range.last_folio}`,
  ]
}

async function clientFor(storage: Storage, rut: string | undefined): Promise<ClientId> {
  if (rut === undefined) return TOOL_PORTS.random.uuid() as ClientId
  const company = await storage.read
    .selectFrom('companies')
    .select('client_id')
    .where('document_number', '=', rut)
    .executeTakeFirst()
  if (company === undefined) throw new ToolRefusal(`no company ${rut}`)
  return company.client_id
}

function textOf(file: string, encoding: 'utf8' | 'latin1'): string {
  try {
    if (statSync(file).size > FILE_BYTES_MAX)
      throw new ToolRefusal(`${file}: > ${FILE_BYTES_MAX} bytes`)
    return readFileSync(file, encoding)
  } catch (error) {
    throw new ToolRefusal(String(error))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ToolRefusal(String(error))
  }
}

function sentence(error: ApiError): string {
  return `${error.code}: ${errorBody({ errors: [error] }).message}`
}
