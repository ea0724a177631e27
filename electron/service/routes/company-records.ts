/** A company as the interface shows it: what it is, and apart from that how it is set. */
import type { ServiceSettings } from '../parts/parts.ts'
import type { CompanyRow } from '../storage/tables.ts'

export function companyRecord(row: CompanyRow) {
  const { id, name, country, document_type, document_number, activity, address } = row
  const { city, state, status } = row
  return {
    ...{ id, name, country, document_type, document_number, activity, address },
    ...{ city, state, status },
  }
}

export function settingsRecord(row: CompanyRow, settings: ServiceSettings) {
  const { id, status, suspended_by, tax_office, resolution_number, resolution_year } = row
  const { tax_condition, is_test: isTest, production_at_ms: productionAt } = row
  return {
    ...{ id, id_company: id, status, suspended_by, tax_office, resolution_number },
    ...{ resolution_year, tax_condition, is_test: isTest === 1 },
    production_at: productionAt === null ? null : new Date(productionAt).toISOString(),
    low_folio_percent: settings.lowFolioPercent,
    requests_per_minute: settings.requestsPerMinute,
  }
}
