/** What a host hands the till. */
import type { LabelPaper } from '#shared/catalogue/label-layout.ts'
import type { Log } from '#shared/core/ports.ts'
import type { ShopView } from '#shared/core/shop.ts'
import type { ModuleMatrix } from '#shared/paper/drawing.ts'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { BackupPort } from './backup/durability/backup-client.ts'
import type { WitnessPort } from './backup/durability/identity/witness-port.ts'
import type { Preflight } from './backup/durability/preflight.ts'
import type { SupportPort } from './backup/support/support-client.ts'
import type { DemoCatalogue } from './catalogue/catalogue.ts'
import type { ImportPort } from './importing/import-thread.ts'
import type { AccountHttp } from './card/card-account.ts'
import type { MailPort } from '../mail/mail-port.ts'
import type {
  Clock,
  DeskPort,
  EmbeddedService,
  HttpPort,
  HubWire,
  MessagePort,
  PracticePort,
  PrinterPort,
  Randomness,
  ScalePort,
  WirePort,
} from './kernel/ports.ts'
import type { TillSecrets } from './kernel/till-secrets.ts'
import type { ReportPort } from './reports/report-thread.ts'
import type { DemoStaff } from './staff/staff-ports.ts'

export interface TillOptions extends TillSecrets {
  readonly dataDir: string
  readonly clock: Clock
  readonly randomness: Randomness
  readonly printing: PrinterPort
  /** Without it there is no scale on a wire, whatever the settings say. */
  readonly scale?: ScalePort
  /** Serial ports of this machine; without it no card terminal is reached. */
  readonly wires?: WirePort
  /** Without it the till is shown by a browser, which opens its screens itself. */
  readonly desk?: DeskPort
  /** Without it a message for WhatsApp is only a code on the screen. */
  readonly messages?: MessagePort
  /** Printers that are always there, the virtual ones first. */
  readonly printers: readonly PrinterConfig[]
  readonly drawSlip: (slip: SlipPaper) => Promise<Uint8Array>
  /** A QR code for a screen; without it screens show none. */
  readonly encodeQr?: (text: string) => Promise<ModuleMatrix>
  /** Draws an X or a Z. */
  readonly drawReport: (report: ReportPaper) => Promise<Uint8Array>
  /** Draws labels for shelves and goods. */
  readonly drawLabels: (labels: LabelPaper) => Promise<Uint8Array>
  /** Another wire to that account's service, for tests. */
  readonly accountHttp?: AccountHttp
  /** What this machine keeps of its tills; without it no copy is known for one. */
  readonly witness?: WitnessPort
  readonly apiKeyFromHost: string | null
  /** Address given on the command line; wins over the settings. */
  readonly serviceUrlFromHost: string | null
  /**
   * A shop's till is wanted, also without an address yet; in a folder for practice it is refused.
   */
  readonly wantsShop?: boolean
  /** The practice beside a shop is wanted; in a shop's folder it is refused. */
  readonly wantsPractice?: boolean
  /**
   * Nobody has said what a new folder is for: it becomes a shop's, whose screen asks first whether
   * to practise.
   */
  readonly asksFirst?: boolean
  /** Somebody has pressed for a shop: the first start of a new folder begins at once. */
  readonly hasChosen?: boolean
  /** The practice beside a shop, in a folder of its own; without it there is none. */
  readonly practice?: PracticePort
  /** A shop of one's own beside a practice, in a folder of its own; without it there is none. */
  readonly ownShop?: PracticePort
  readonly embedded: EmbeddedService | null
  readonly demoShop: ShopView
  readonly demoCatalogue: DemoCatalogue
  /**
   * People of the demo shop, whose PINs the screen shows; they count only while nothing real is
   * issued.
   */
  readonly demoStaff?: DemoStaff
  /** Another cost for the hashes of PINs, for tests. */
  readonly pinCost?: number | undefined
  readonly rendererDir: string
  /** What support types on this machine. */
  readonly supportProgram?: string
  readonly version: string
  readonly log: Log
  /** Another wire, for tests. */
  readonly http?: HttpPort
  /** Without it this till neither is a hub of its place nor hears one. */
  readonly hubWire?: HubWire
  /** Another one than hubs have, as where several are on one computer. */
  readonly hubPort?: number
  /** Another way to a mail server, for tests. */
  readonly mailing?: MailPort
  /** Free bytes of a disk; another for tests. */
  readonly freeBytes?: (folder: string) => number
  /** Makes backups off this thread; without it there are none, and no reserve on the disk. */
  readonly makeBackup?: BackupPort
  /** Does support's work off this thread; without it there is none but a backup. */
  readonly support?: SupportPort
  /** Reads lists of products off this thread; without it there is no import. */
  readonly importing?: ImportPort
  /** Reads reports off this thread; without it they are read on it. */
  readonly reporting?: ReportPort
  /** What the host began before it loaded this program. */
  readonly preflight?: Preflight
}
