import type { OfficeSession } from '#shared/head-office/contract.ts'

/** What each part of the page is given. */
export interface PartProps {
  readonly session: OfficeSession
}
