/**
 * Which key opens what under `/api`, in one place. A till's own opens what stands here and nothing
 * else, however it asks; an API key opens all but what is of tills alone.
 */
import { HUB_WORTHS_PATH } from '#shared/fleet/hub-worth-contract.ts'
import { CLAIMS_PATH, PARKED_PATH } from '#shared/fleet/parked-contract.ts'
import {
  WORTH_CLAIMS_PATH,
  WORTH_FINDS_PATH,
  WORTH_RELEASES_PATH,
  WORTH_RESTORES_PATH,
  WORTHS_PATH,
} from '#shared/fleet/worth-contract.ts'
import { PAGES_PATH } from '#shared/issuing/receipt-page.ts'
import { VALIDATION_PATH } from './described.ts'

/** Of pages, whose people are known by a session. */
export const OFFICE_PATHS = '/api/office/'
export const FLEET_PATHS = '/api/fleet/'
/** Of a till that has no key yet. */
export const PAIR_PATH = '/api/fleet/pair'
export const EDITS_PATH = '/api/fleet/edits'
export const MOVES_PATH = '/api/fleet/moves'
export const HUB_PATH = '/api/fleet/hub'
export const FACTS_PATH = '/api/fleet/facts'
export const HEALTH_PATH = '/api/fleet/health'
export const PIN_SECRET_PATH = '/api/fleet/pin-secret'
export const CHANGES_PATH = '/api/fleet/changes'
export const TILLS_PATH = '/api/fleet/tills'
export const TILL_PATH = `${TILLS_PATH}/{till_id}`

/** What no other key opens. */
export const OF_TILLS_ALONE: readonly string[] = [
  ...[EDITS_PATH, MOVES_PATH, PARKED_PATH, CLAIMS_PATH, CHANGES_PATH],
  ...[WORTHS_PATH, WORTH_CLAIMS_PATH, WORTH_RELEASES_PATH, WORTH_RESTORES_PATH, WORTH_FINDS_PATH],
  ...[FACTS_PATH, HEALTH_PATH, PIN_SECRET_PATH, HUB_PATH, HUB_WORTHS_PATH],
]
/** What a till issues by, and what it looks up; of an API key as well. */
const OF_TILLS_TOO: ReadonlySet<string> = new Set([
  'post /api/invoices',
  `post ${VALIDATION_PATH}`,
  'get /api/invoices/by-id/{invoice_id}',
  'get /api/invoices/{document_code}/{folio_number}',
  'get /api/invoices/{document_code}/{folio_number}/download-base64/58mm',
  'get /api/invoices/{document_code}/{folio_number}/download-base64/80mm',
  // Where an ADMIN let it in.
  'delete /api/invoices/{document_code}/{folio_number}',
  'get /api/companies',
  'get /api/companies/{idCompany}/enumeration/list',
  'get /api/certificates',
  'get /api/tax-types',
  'get /api/taxpayers/{country}/{documentNumber}',
  `get ${PAGES_PATH}`,
  `get ${TILLS_PATH}`,
  // To go itself; nothing else, and no other one.
  `put ${TILL_PATH}`,
])

export const isTillsToo = (method: string, path: string): boolean =>
  OF_TILLS_TOO.has(`${method.toLowerCase()} ${path}`)
/** By its path as it stands in the description of the interface. */
export const isOpenToTills = (method: string, path: string): boolean =>
  OF_TILLS_ALONE.includes(path) || isTillsToo(method, path)
