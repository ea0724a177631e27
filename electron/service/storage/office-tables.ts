/** The rows of the head office: who may enter for a company, who is in, and what they did. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { ALARM_MAIL_STATES, AlarmKind } from '#shared/head-office/alarms.ts'
import type { OFFICE_ACTIONS, OfficeRole } from '#shared/head-office/contract.ts'
import type { CompanyId } from '../core/ports.ts'

export interface OfficeTables {
  office_people: OfficePersonRow
  office_sessions: OfficeSessionRow
  office_log: OfficeLogTableRow
  office_alarm_watch: OfficeAlarmWatchRow
  office_alarm_choices: OfficeAlarmChoiceRow
  office_alarms: OfficeAlarmRow
  office_alarm_mails: OfficeAlarmMailRow
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

interface OfficeSessionRow {
  id: string
  person_id: string
  secret_hash: string
  made_at_ms: EpochMs
  seen_at_ms: EpochMs
}

interface OfficeLogTableRow {
  company_id: CompanyId
  at_ms: EpochMs
  id: string
  who: string
  action: (typeof OFFICE_ACTIONS)[number]
  what: string
}

/** One of each company that has somebody in its head office. */
interface OfficeAlarmWatchRow {
  company_id: CompanyId
  /** Empty: the usual ones. */
  limits_json: string
  /** Of several processes, whoever moves it on looks. */
  look_due_at_ms: EpochMs
}

/** None of who has never chosen. */
interface OfficeAlarmChoiceRow {
  person_id: string
  company_id: CompanyId
  choice_json: string
}

interface OfficeAlarmRow {
  id: string
  company_id: CompanyId
  kind: AlarmKind
  subject: string
  facts_json: string
  raised_at_ms: EpochMs
  over_at_ms: EpochMs | null
}

export interface OfficeAlarmMailRow {
  id: string
  company_id: CompanyId
  person_id: string
  news_json: string
  made_at_ms: EpochMs
  /** Since it was tried first nothing is added to it. */
  taken_at_ms: EpochMs | null
  /** When it is tried; while somebody does, the end of the lease. Null once all is over. */
  due_at_ms: EpochMs | null
  status: (typeof ALARM_MAIL_STATES)[number]
  attempts: number
  /** The server's codes, never its words. */
  last_result: string
}
