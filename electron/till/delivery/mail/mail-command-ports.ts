/** What the commands over e-mails stand on. */
import type { Clock } from '../../kernel/ports.ts'
import type { ShopView } from '#shared/core/shop.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { Staff } from '../../staff/staff-ports.ts'
import type { Mailing } from './mailing.ts'
import type { MailPort } from '../../../mail/mail-port.ts'

export interface MailCommandPorts {
  readonly db: TillDatabase
  readonly staff: Staff
  readonly journal: Journal
  readonly shop: () => ShopView
  readonly ended: AbortController
  readonly mailing: Mailing
  readonly port: MailPort
  readonly clock: Clock
  /** Where the owner wants reports of shifts; null where none are wanted. */
  readonly reportsTo: () => string | null
  readonly wake: () => void
  readonly accountChanged: () => void
  readonly trouble: () => ReturnType<Mailing['problem']>
}
