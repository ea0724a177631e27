/** The tool's commands over what becomes of a company. Each names one: `--companies RUT`. */
import {
  changeCompany,
  changeSettings,
  setLogo,
  type CompanySettings,
} from './companies/change-company.ts'
import { z } from 'zod'
import { COMPANY_FACTS, COMPANY_TAX_FACTS } from './companies/new-company.ts'
import type { ApiError } from './core/errors.ts'
import type { Result } from '#shared/core/result.ts'
import type { CompanyRow } from './storage/tables.ts'
import { bytesOf, named, readJsonFile, sentence } from './tool-companies.ts'
import { row, ToolRefusal, type ToolCommand } from './tool-options.ts'

const changesSchema = z.strictObject({ ...COMPANY_FACTS, ...COMPANY_TAX_FACTS }).partial()

/** `update-company --companies RUT --file changes.json`: some of what `create-company` takes. */
const updateCompany: ToolCommand = async (storage, { companies, file }) => {
  const [name, ...others] = companies
  if (name === undefined || others.length > 0 || file === undefined) return null
  const given = readJsonFile(file, changesSchema)
  const keysOf = (facts: object) =>
    Object.fromEntries(Object.entries(given).filter(([key]) => key in facts))
  const [facts, taxFacts] = [keysOf(COMPANY_FACTS), keysOf(COMPANY_TAX_FACTS)]
  const changed = await storage.write(async (db) => {
    const { id } = await named(db, name)
    const how = { now: storage.clock.now(), by: 'OPERATOR' } as const
    if (Object.keys(taxFacts).length > 0) done(await changeSettings(db, id, taxFacts, how))
    if (Object.keys(taxFacts).length === 0 || Object.keys(facts).length > 0)
      done(await changeCompany(db, id, facts))
    return named(db, id)
  })
  return [row(changed.document_number, ...Object.keys(given))]
}

/** Its settings as the command says them. */
const setting =
  (settings: CompanySettings): ToolCommand =>
  async (storage, { companies }) => {
    const [name, ...others] = companies
    if (name === undefined || others.length > 0) return null
    const set = await storage.write(async (db) => {
      const { id } = await named(db, name)
      const how = { now: storage.clock.now(), by: 'OPERATOR' } as const
      return done(await changeSettings(db, id, settings, how))
    })
    return [row(set.document_number, set.status, set.is_test === 1 ? 'TEST' : 'PRODUCTION')]
  }

const logo =
  (isFile: boolean): ToolCommand =>
  async (storage, { companies, file }) => {
    const [name, ...others] = companies
    if (name === undefined || others.length > 0 || isFile !== (file !== undefined)) return null
    const bytes = file === undefined ? null : bytesOf(file)
    const set = await storage.write(async (db) =>
      done(await setLogo(db, (await named(db, name)).id, bytes)),
    )
    return [row(set.document_number, set.logo === null ? 'no logo' : `${set.logo.length} bytes`)]
  }

export const COMPANY_LIFE = {
  'update-company': updateCompany,
  'set-logo': logo(true),
  'remove-logo': logo(false),
  suspend: setting({ status: 'SUSPENDED' }),
  resume: setting({ status: 'ACTIVE' }),
  production: setting({ is_test: false }),
  'test-mode': setting({ is_test: true }),
} as const satisfies Readonly<Record<string, ToolCommand>>

function done(changed: Result<CompanyRow, ApiError>): CompanyRow {
  if (!changed.ok) throw new ToolRefusal(sentence(changed.refusal))
  return changed.value
}
