/** What the commands over e-mails stand on. */
import type { Clock } from '../ports.ts'
import type { Store } from '../store.ts'
import type { Mailing } from './mailing.ts'
import type { MailPort } from './mail-port.ts'

export interface MailCommandPorts
  extends Pick<Store, 'db' | 'staff' | 'journal' | 'shop' | 'ended'> {
  readonly mailing: Mailing
  readonly port: MailPort
  readonly clock: Clock
  /** Where the owner wants reports of shifts; null where none are wanted. */
  readonly reportsTo: () => string | null
  readonly wake: () => void
  readonly accountChanged: () => void
  readonly trouble: () => ReturnType<Mailing['problem']>
}
