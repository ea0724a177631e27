/** The rows of the head office: who may enter for a company, who is in, and what they did. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { OFFICE_ACTIONS, OfficeRole } from '#shared/head-office/contract.ts'
import type { CompanyId } from '../core/ports.ts'

export interface OfficeTables {
  office_people: OfficePersonRow
  office_sessions: OfficeSessionRow
  office_log: OfficeLogTableRow
}

export interface OfficePersonRow {
  id: string
  company_id: CompanyId
  /** In small letters; of one who may enter a company no other there has it. */
  email: string
  name: string
  role: OfficeRole
  /** Null until the invitation is taken up. */
  passphrase_hash: string | null
  /** What the phone makes its codes from, Base32. As the keys of CAFs, for whoever reads this
   * database. */
  phone_secret: string
  /** The half minute of the last code that was taken: none is taken twice. */
  phone_step: number
  /** SHA-256 of the invitation, hex; null once it is taken up. */
  invitation_hash: string | null
  invited_until_ms: EpochMs | null
  entered_at_ms: EpochMs | null
  ended_at_ms: EpochMs | null
}

export interface OfficeSessionRow {
  id: string
  person_id: string
  secret_hash: string
  made_at_ms: EpochMs
  seen_at_ms: EpochMs
}

export interface OfficeLogTableRow {
  company_id: CompanyId
  at_ms: EpochMs
  id: string
  who: string
  action: (typeof OFFICE_ACTIONS)[number]
  what: string
}
