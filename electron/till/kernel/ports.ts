/**
 * What the core needs from outside. The hosts pass real ones in; tests pass others. Nothing below
 * this file asks the machine for time, randomness, the network or a device by itself.
 */
import type { PrintJobId } from '#shared/core/brand.ts'
import type { Clock, Log, Randomness } from '#shared/core/ports.ts'
import type { Result } from '#shared/core/result.ts'
import type { ScaleConfig } from '#shared/devices/config.ts'
import type { ScreenView } from '#shared/devices/contract.ts'
import type { Desk } from '#shared/devices/desk.ts'
import type { SerialPortView, WireTrouble } from '#shared/devices/serial-port.ts'
import type { ScaleView } from '#shared/devices/settling.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { PrinterConfig, PrinterModel } from '#shared/printing/printers.ts'
import type { PrinterState } from '#shared/printing/views.ts'
import type { StampedDocument } from '#shared/raster/stamp-says.ts'
import type { KeyPlace } from '#shared/settings/key-place.ts'
import type { MachineUpdates, UpdateOrder } from '#shared/updates/machine-updates.ts'

export type { Clock, Log, Randomness }

/** A paper to put out: the PDF, and what goes around it. */
export interface PrintOrder {
  readonly jobId: PrintJobId
  readonly printer: PrinterConfig
  readonly pdf: Uint8Array
  /** Text of a banner printed above the page, e.g. `COPIA`; null for an original. */
  readonly banner: string | null
  /** What the QR code under the page says: where its customer finds it. Absent for no code. */
  readonly page?: string
  readonly opensDrawer: boolean
  /** Neither its bytes nor its picture are kept: whoever reads them could use what is on it. */
  readonly isSecret?: boolean
  /** A tax document: without a stamp that can be read from the very dots nothing of it is sent. */
  readonly needsStamp?: boolean
  /** What its stamp has to name; null of a paper without one. */
  readonly stampOf?: StampedDocument | null
  /**
   * PNG or JPEG printed above everything else, or null. Lines of the shop's own come with the
   * printer's options.
   */
  readonly logo?: Uint8Array | null
}

/** None of it went out, or so little that sending it again is safe. */
export interface PaperHeld {
  readonly kind: 'held'
  readonly reason: PrinterTrouble
  readonly detail: string
}

/** Bytes went out, and nobody knows what became of them. */
export interface PaperUnknown {
  readonly kind: 'unknown'
  readonly detail: string
  readonly bytesAccepted: number
  /** What is still wrong with the printer, where it is known. */
  readonly reason?: PrinterTrouble
}

/**
 * How a printing order ended. `sent` = every byte was accepted by the device, which is not yet
 * proof of ink on paper; with
 * `isPrinted` the printer itself has said that it is finished.
 * `held` = nothing or only part went out and it makes sense to wait; `failed` = this order cannot
 * be printed at all;
 * `unknown` = bytes went out and then the link broke, so somebody has to look at the paper.
 */
export type PrintOutcome =
  | {
      readonly kind: 'sent'
      readonly escpos: Uint8Array
      readonly paperPng: Uint8Array
      readonly stampReadable: boolean | null
      readonly isPrinted?: boolean
      /** Drawn smaller, because its ink was wider than the head. */
      readonly isShrunk?: boolean
      /** The roll is near its end. */
      readonly isPaperLow?: boolean
      /** Of a test page: what the printer answers to. */
      readonly heard?: HeardAnswers
    }
  | PaperHeld
  | PaperUnknown
  | { readonly kind: 'failed'; readonly code: PrintFailureCode; readonly detail: string }

export type PrinterTrouble =
  | 'PRINTER_NOT_FOUND'
  | 'PRINTER_BUSY'
  | 'PRINTER_NO_PERMISSION'
  | 'PAPER_OUT'
  | 'COVER_OPEN'
  | 'PRINTER_NOT_TAKING_DATA'
  | 'PRINTER_NOT_CHOSEN'
export type PrintFailureCode =
  | 'PDF_BROKEN'
  | 'PDF_DAMAGED'
  | 'PDF_ENCRYPTED'
  | 'PDF_TOO_LONG'
  | 'PDF_TOO_HEAVY'
  | 'STAMP_UNREADABLE'
  | 'RASTER_CRASHED'

export interface TestPageOrder extends Pick<PrintOrder, 'jobId' | 'printer' | 'logo'> {
  /** Rows that say what is tried: name, model, way, time. */
  readonly about: readonly string[]
  /** The ruler instead, which tells the dots of a head nobody knows yet. */
  readonly isRuler?: boolean
  /** From a till to practise with; the page says so. */
  readonly isPractice?: boolean
}

/**
 * The printing room as the core sees it. One order at a time per printer; the caller waits for the
 * answer.
 */
export interface PrinterPort {
  print(order: PrintOrder, signal: AbortSignal): Promise<PrintOutcome>
  /**
   * Printers that can be reached now, and those the till was told about, for the settings screen
   * and the status bar.
   */
  discover(
    remembered?: readonly PrinterConfig[],
    where?: { readonly network: boolean },
  ): Promise<readonly PrinterState[]>
  /** Models this till knows. */
  models(): readonly PrinterModel[]
  /** A page that shows what a printer does with dots: ruler, greys, stamp, letters, cut. */
  printTestPage(order: TestPageOrder, signal: AbortSignal): Promise<PrintOutcome>
  /**
   * A person has seen a paper of this printer: its silence alone holds the next one back no longer.
   */
  believe?(printer: PrinterConfig): void
  /** Opens the drawer without printing. */
  kickDrawer(printer: PrinterConfig): Promise<PrintOutcome>
  close(): Promise<void>
}

/** Data bits, parity (none, even, odd), stop bits. */
export type WireFraming = ScaleConfig['framing']

export interface WireEvents {
  /** From here on what is sent goes out. */
  readonly onOpen?: () => void
  readonly onBytes: (bytes: Uint8Array) => void
  /** Once, also when it never opened. Not after `close`. */
  readonly onGone: (trouble: WireTrouble) => void
}

export interface Wire {
  /** What cannot be sent is lost: whoever needs an answer asks again. */
  send(bytes: Uint8Array): void
  close(): Promise<void>
}

export type OpenWire = (
  line: { readonly path: string; readonly speed: number; readonly framing: WireFraming },
  events: WireEvents,
) => Wire

/** Serial ports of this machine. */
export interface WirePort {
  list(): Promise<readonly SerialPortView[]>
  open: OpenWire
}

/** The scale on its wire. It only tells what it says: nothing waits for it. */
export interface ScalePort {
  /** Listens to this one from here on; null = to none. The same again changes nothing. */
  use(config: ScaleConfig | null): void
  now(): ScaleView
  /** Serial ports of this machine. */
  ports(): Promise<readonly SerialPortView[]>
  /** Listens to this one for a moment, instead of the one in use. */
  tryOut(config: ScaleConfig): Promise<ScaleView>
  close(): Promise<void>
}

/** What the program that shows the till can do on its machine. */
export interface DeskPort {
  /** Hears what is wanted, at the opening and at each change. */
  want(desk: Desk): void
  screens(): Promise<readonly ScreenView[]>
  /** Other versions of this program, for the one that can replace it. */
  update(order: UpdateOrder): Promise<UpdatesAnswer>
}

/**
 * Opens a message for WhatsApp outside the till. It takes no address but one of those
 * (`isWhatsappLink`), and asks that itself.
 */
export interface MessagePort {
  /** Not where the till fills the screen: nobody would come back. */
  canOpen(): Promise<boolean>
  /** False when nothing was opened. */
  open(address: string): Promise<boolean>
}

export type UpdatesAnswer = Result<MachineUpdates, Refusal>

/** One HTTP exchange with a service: that of the documents, or of a card terminal. */
export interface HttpPort {
  exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome>
  /**
   * Kept connections are not used again: one of them has answered out of turn. What is under way
   * ends as it may.
   */
  mistrust?(): void
}

export interface HttpRequest {
  /**
   * DELETE is for deleting a receipt on a person's order; the client of the queue does not have it.
   */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  /** Path and query below the base URL, e.g. `/api/invoices`. */
  readonly path: string
  readonly body: Uint8Array<ArrayBuffer> | null
  readonly timeoutMs: number
  /** Beside those every request has; one that says a key is sent with no other. */
  readonly headers?: Readonly<Record<string, string>>
  /** Of whoever has no key yet. */
  readonly isKeyless?: true
}

/** `unsent` = surely not delivered; `unanswered` = it may have been delivered. */
export type HttpOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly bodyText: string
      readonly headers: Readonly<Record<string, string>>
    }
  | { readonly kind: 'unsent'; readonly detail: string }
  /** `isTooLarge` = it did answer, with more than is read: the service is there. */
  | { readonly kind: 'unanswered'; readonly detail: string; readonly isTooLarge?: true }

/** The wire between a hub and the tills of its place, where both ends prove a key. */
export interface HubWire {
  /**
   * Answers whoever proves the key of the identity it says; `keyOf` is asked each time. Null where
   * this computer lets nobody listen.
   */
  listen(asked: HubListening): Promise<HubListener | null>
  /** Sends to the first of the addresses that proves the key; null: there is nobody to ask. */
  dial(to: () => HubTarget | null): HttpPort
}
export interface HubListening {
  readonly port: number
  /** By which others on its network find it; null: by none. */
  readonly name: string | null
  /** Hex; null for a stranger. */
  readonly keyOf: (identity: string) => string | null
  readonly answer: (identity: string, path: string, body: unknown) => HubAnswered
}
export interface HubAnswered {
  readonly status: number
  readonly body: unknown
}
export interface HubListener {
  /** As this computer has them now, with the port. */
  addresses(): readonly string[]
  stop(): Promise<void>
}
export interface HubTarget {
  readonly identity: string
  readonly key: string
  /** `host:port`. */
  readonly addresses: readonly string[]
  /** By which it is looked for where none of them is it; null: it is not. */
  readonly name: string | null
}

/** Keeps the API key of a remote service. Only the privileged process ever sees it. */
export interface SecretStore {
  load(): Promise<string | null>
  save(secret: string | null): Promise<void>
  /** There is one that cannot be opened now. A store that seals nothing never has one. */
  isClosed?(): Promise<boolean>
  /** What seals is open, and does not know it: nobody opens it any more. */
  isLost?(): Promise<boolean>
  /** Where it lies. A store that says nothing is a file. */
  place?(): Promise<KeyPlace>
}

export interface EmbeddedService {
  /** Base URL of the running service; null while it is down or starting. */
  readonly baseUrl: () => string | null
  readonly apiKey: () => string | null
  /** The key that may delete pending documents, where the embedded service has one for it. */
  readonly deletingKey?: () => string | null
}

/** Opens the other till, the practice or a shop's, unless it is open. Rejects if it cannot be. */
export interface PracticePort {
  readonly open: () => Promise<void>
}
