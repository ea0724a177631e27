/** What the rooms of the service share: built once in app.ts, passed to every route and worker. */
import type { AdmissionSettings } from '../core/admission.ts'
import type { Logger } from '../core/log.ts'
import type { BuyerLimit } from '#shared/selling/sale/buyer-limit.ts'
import type { KeyRing } from '../auth/keys.ts'
import type { CompanyDirectory } from '../companies/company-directory.ts'
import type { Metrics } from './metrics.ts'
import type { WatchedAuthority } from './watched-authority.ts'
import type { PdfStore } from './pdf-store.ts'
import type { PdfRenderer } from './renderer.ts'
import type { Clock, Random } from '../core/ports.ts'
import type { Storage } from '../storage/storage.ts'
import type { MailPort, MailServer } from '../../mail/mail-port.ts'

export interface ServiceSettings {
  /** From how many pesos a Chilean receipt names its buyer, by year. */
  readonly buyerLimits: readonly BuyerLimit[]
  /** A document stays pending, and can be deleted, at least this long. */
  readonly sendDelayMs: number
  readonly verdictDelayMs: number
  /**
   * What a process took in hand and did not finish is another one's after this long. Longer than
   * authority and receivers are waited for.
   */
  readonly leaseMs: number
  /** Waits before the retries of a webhook delivery. */
  readonly webhookWaitsMs: readonly number[]
  readonly allowLocalWebhooks: boolean
  /** Folios left, in percent of the range, under which ENU announces LOW. */
  readonly lowFolioPercent: number
  /** Days before the end of a certificate or range at which CER and ENU announce it. */
  readonly expiryNoticeDays: number
  /** Requests a key may send per minute; null for no limit. */
  readonly requestsPerMinute: number | null
  /** Where customers see their documents; null where there is no such place. */
  readonly pages: PageSettings | null
  /** Of a new passphrase of the head office, by scrypt's N. */
  readonly passphraseCost: number
  /** Whether the proxy before it says who asks, and by which address. */
  readonly isBehindProxy: boolean
  /** How many are inside at a time. */
  readonly doors: Readonly<Record<DoorName, AdmissionSettings>>
}

/** Creations and validations, PDFs, questions to the authority, everything else. */
export type DoorName = 'issuing' | 'drawing' | 'asking' | 'reading'

export interface PageSettings {
  /** What customers reach this service by, without a slash at the end. */
  readonly publicAddress: string
  /** For how long a page is there, from the creation of its document. */
  readonly days: number
}

/** By which alarms go out, with its password. */
export interface MailAccount {
  readonly port: MailPort
  readonly server: MailServer
}

export interface ServiceParts {
  readonly storage: Storage
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly keys: KeyRing
  readonly companies: CompanyDirectory
  readonly authority: WatchedAuthority
  /** Null where nobody counts. */
  readonly metrics: Metrics | null
  readonly renderer: PdfRenderer
  /** Where drawn PDFs are kept; null for nowhere. */
  readonly drawn: PdfStore | null
  readonly settings: ServiceSettings
  /** Where the head office's pages were built; null for none. */
  readonly officeDir: string | null
  /** Null where nobody said one: alarms stand on the page alone. */
  readonly mail: MailAccount | null
  /** Tells a loop that there will be something to do in `delayMs`. */
  readonly wake: (loop: 'authority' | 'webhooks', delayMs?: number) => void
}
