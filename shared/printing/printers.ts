/** What a shop may say about each of its printers, and what the till knows of models. */
import { z } from 'zod'
import { plainText, typedText } from '../text/typed-text.ts'
import type { PaperWidthMm } from '../paper/paper-model.ts'
import {
  HEAD_DOTS_MAX,
  HEAD_DOTS_MIN,
  HEAD_DPI,
  layoutOfHead,
  PICTURE_WAYS,
} from '../escpos/head.ts'
import { serialLine, type SerialLine } from '../escpos/serial-line.ts'
import type { HeardAnswers } from '../escpos/status.ts'
import { PAPER_WORDS } from '../paper/print-moves.ts'

export const COPIES_MAX = 3
const LINES_MAX = 6
const LINE_CHARS_MAX = 48
/** Base64 of the largest logo file, about 500 KB. */
const LOGO_TEXT_MAX = 700_000

const lines = z.array(typedText().max(LINE_CHARS_MAX)).max(LINES_MAX)

export const printerOptions = z.object({
  /** Id of the model's profile; null = as the till found it. */
  modelId: typedText().max(40).nullable().default(null),
  /** The head as somebody has measured it with the ruler page; null = as the model says. */
  head: z
    .object({ dots: z.int().min(HEAD_DOTS_MIN).max(HEAD_DOTS_MAX), dpi: z.literal(HEAD_DPI) })
    .nullable()
    .default(null),
  /** How it takes pictures, for models the till does not know. */
  pictures: z.enum(['model', ...PICTURE_WAYS]).default('model'),
  /**
   * What it answered when it was asked at its test page; the till's own finding, never a wish. Null
   * = not asked yet.
   */
  heard: z
    .object({
      realTime: z.boolean(),
      sensor: z.boolean(),
      automatic: z.boolean(),
      printed: z.boolean(),
    })
    .nullable()
    .default(null),
  /** Papers of a receipt; all but the first say COPIA. */
  copies: z.int().min(1).max(COPIES_MAX).default(1),
  density: z.enum(['light', 'normal', 'dark']).default('normal'),
  buzzes: z.boolean().default(false),
  cut: z.enum(['model', 'full', 'partial', 'tear']).default('model'),
  drawer: z.enum(['model', 'pin2', 'pin5', 'none']).default('model'),
  /** How long the drawer's coil is driven. */
  drawerOnMs: z.int().min(20).max(500).multipleOf(2).default(50),
  headerLines: lines.default([]),
  footerLines: lines.default([]),
})
export type PrinterOptions = z.output<typeof printerOptions>

/** Which device it is, whatever its name: two printers of one device are one box on the counter. */
export function deviceOf({ id, transport }: Pick<PrinterConfig, 'id' | 'transport'>): string {
  switch (transport.kind) {
    case 'tcp':
      return `tcp ${transport.host.toLowerCase()}:${transport.port}`
    case 'usb':
      return (
        `usb ${transport.vendorId}:${transport.productId} ` +
        (transport.serial ?? transport.portPath ?? id)
      )
    case 'serial':
      return `serial ${transport.path.toLowerCase()}`
    case 'file':
      return `file ${transport.path}`
    case 'spooler':
      return `spooler ${transport.queue}`
    case 'virtual':
      return `virtual ${id}`
    case 'none':
      return 'none'
  }
}

export const DEFAULT_OPTIONS: PrinterOptions = printerOptions.parse({})

export const savePrinterInput = z.object({
  printerId: typedText().max(80),
  options: printerOptions.optional(),
  /** A PNG or JPEG as base64; null takes the logo away. */
  logo: plainText().max(LOGO_TEXT_MAX).nullable().optional(),
})
export type SavePrinterInput = z.output<typeof savePrinterInput>

/** A printer that cannot be found by looking: somebody has to say where it is. */
export const addPrinterInput = z.object({
  name: typedText().max(60),
  address: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('tcp'),
      host: typedText().max(253),
      port: z.int().min(1).max(65_535).default(9100),
    }),
    z.object({ kind: z.literal('spooler'), queue: typedText().max(127) }),
    serialLine.extend({ kind: z.literal('serial'), path: plainText().max(200) }),
    z.object({ kind: z.literal('file'), path: plainText().max(200) }),
  ]),
  modelId: typedText().max(40),
})
export type AddPrinterInput = z.output<typeof addPrinterInput>

/** `network` also asks every address of the shop's network, which takes some seconds. */
export const discoverPrintersInput = z.object({ network: z.boolean().default(false) }).optional()
export const printerIdSchema = typedText().max(80)
/** The test page, or the ruler that tells the width of the head. */
const TEST_PAGES = ['test', 'ruler'] as const
export const printTestPageInput = z.object({
  printerId: printerIdSchema,
  page: z.enum(TEST_PAGES).default('test'),
})
/** What a person says of one paper: it is out, it is not, print it, it is not wanted. */
export const settlePaperInput = z.object({ jobId: typedText().max(40), word: z.enum(PAPER_WORDS) })
export const settleLatePapersInput = z.object({ word: z.enum(['print', 'drop']) })
export const movePapersInput = z.object({
  fromPrinterId: typedText().max(80),
  toPrinterId: typedText().max(80),
})

/** A printer as its model and the shop's wishes make it. `model` is the one the wishes name. */
export function withOptions(
  config: PrinterConfig,
  options: PrinterOptions,
  model: PrinterModel | null,
): PrinterConfig {
  const { drawer, cut, head } = options
  const ofModel =
    model === null
      ? config
      : {
          ...config,
          profileId: model.id,
          widthMm: model.widthMm,
          dots: model.dots,
          hasCutter: model.hasCutter,
          hasDrawer: model.hasDrawer,
        }
  return {
    ...ofModel,
    ...(head === null ? {} : { dots: head.dots, widthMm: layoutOfHead(head) }),
    options,
    hasDrawer: drawer === 'model' ? ofModel.hasDrawer : drawer !== 'none',
    hasCutter: cut === 'model' ? ofModel.hasCutter : cut !== 'tear',
  }
}

/** A model the till knows, for the settings screen. */
export interface PrinterModel {
  readonly id: string
  readonly name: string
  readonly widthMm: PaperWidthMm
  readonly dots: number
  readonly hasCutter: boolean
  readonly hasDrawer: boolean
  readonly hasDensity: boolean
  readonly hasBuzzer: boolean
  /** Says itself when a paper is finished. */
  readonly answers: boolean
}

/** What became of a test page. */
export interface TestPrint {
  readonly state: 'sent' | 'printed'
  /** Path of its picture, fetched with the bridge's credentials. */
  readonly imagePath: string
  readonly stampReadable: boolean | null
  /** What it answers to, where it was asked. */
  readonly heard: HeardAnswers | null
}

export type PrinterTransport =
  | { readonly kind: 'virtual' }
  /** There is none yet: what is meant for it waits. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'usb'
      readonly vendorId: number
      readonly productId: number
      readonly serial: string | null
      readonly portPath: string | null
    }
  /** A network printer that takes raw bytes, usually on port 9100. */
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  /**
   * A printer of the operating system's own queue, by its queue or share name; raw bytes, no
   * status.
   */
  | { readonly kind: 'spooler'; readonly queue: string }
  /** A printer on a serial wire, or on a USB cable that shows as one. */
  | ({ readonly kind: 'serial'; readonly path: string } & SerialLine)
  /** A device file or port: `/dev/usb/lp0`, `/dev/ttyUSB0`, `\\\\.\\COM3`. */
  | { readonly kind: 'file'; readonly path: string }

export interface PrinterConfig {
  /** Chosen by the till, stable: `virtual-80`, `usb-04b8-0e15-S123`. */
  readonly id: string
  readonly name: string
  readonly widthMm: PaperWidthMm
  /** Dots of its head (shared/escpos/head.ts). */
  readonly dots: number
  readonly transport: PrinterTransport
  readonly hasCutter: boolean
  readonly hasDrawer: boolean
  /**
   * Id of the model's profile (resources/printers); without one the printer is taken for a plain
   * 203 dpi one.
   */
  readonly profileId?: string
  /** What the shop wants of it; without them, what its model does by itself. */
  readonly options?: PrinterOptions
}

/** As the machine names them. */
const text = z.string().max(300)
const transport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('virtual') }),
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('usb'),
    vendorId: z.int(),
    productId: z.int(),
    serial: text.nullable(),
    portPath: text.nullable(),
  }),
  z.object({ kind: z.literal('tcp'), host: text, port: z.int() }),
  z.object({ kind: z.literal('spooler'), queue: text }),
  serialLine.extend({ kind: z.literal('serial'), path: text }),
  z.object({ kind: z.literal('file'), path: text }),
]) satisfies z.ZodType<PrinterTransport>

/** As a till keeps one it cannot find by itself. */
export const storedPrinter = z.object({
  id: text,
  name: text,
  widthMm: z.union([z.literal(58), z.literal(80)]),
  dots: z.int().min(1),
  transport,
  hasCutter: z.boolean(),
  hasDrawer: z.boolean(),
  profileId: text.exactOptional(),
  options: printerOptions.exactOptional(),
}) satisfies z.ZodType<PrinterConfig>
