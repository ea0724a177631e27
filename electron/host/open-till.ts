/**
 * Puts the till together for a host: core, printing and paper with real clock, network and devices.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRINTABLE_DOTS, type PaperWidthMm } from '#shared/paper/paper-model.ts'
import { createPaperClient } from '#paper/paper-client.ts'
import { createPrinting } from '#printing/printing.ts'
import type { UsbHostSpawner } from '#printing/usb/usb-process.ts'
import { createScale } from '#scale/scale.ts'
import { serialWires } from '#serial/serial-wire.ts'
import { createHubWire } from '#till/adapters/hub-wire.ts'
import { systemClock, systemRandomness } from '#till/adapters/system.ts'
import type { DemoCatalogue } from '#till/catalogue/catalogue.ts'
import type { Preflight } from '#till/backup/durability/preflight.ts'
import { readMachine } from '#till/backup/durability/identity/machine-print.ts'
import { createWitnessFiles, stateFolder } from '#till/backup/durability/identity/witness-files.ts'
import { createBackupClient } from '#till/backup/durability/backup-client.ts'
import type { DeskPort, MessagePort, EmbeddedService, PracticePort } from '#till/kernel/ports.ts'
import { createReportPort } from '#till/reports/report-thread.ts'
import { createImportPort } from '#till/importing/import-thread.ts'
import { createSupportClient } from '#till/backup/support/support-client.ts'
import { storedShop } from '#till/settings/stored-settings.ts'
import { createTill, type Till } from '#till/till.ts'
import type { Log } from './machine.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { DemoStaff } from '#till/staff/staff-ports.ts'
import { secretsOf, type TillSecrets } from '#till/kernel/till-secrets.ts'

/** Where the parts lie: differs between a source run and a bundle, so nothing below guesses. */
export interface HostPaths {
  readonly resourcesDir: string
  readonly rendererDir: string
  readonly rasterWorkerFile: string
  readonly paperWorkerFile: string
  readonly usbHostFile: string
  readonly backupWorkerFile: string
}

export interface OpenTillOptions extends TillSecrets {
  readonly paths: HostPaths
  readonly dataDir: string
  readonly serviceUrl: string | null
  /** A shop's till was asked for, with or without an address. */
  readonly wantsShop?: boolean
  /** The practice beside a shop: refused in a folder that is a shop's. */
  readonly wantsPractice?: boolean
  /** Nobody said what a new folder is for: its screen asks. */
  readonly asksFirst?: boolean
  /** Somebody has pressed for a shop. */
  readonly hasChosen?: boolean
  readonly practice?: PracticePort
  /** A shop of one's own, out of a practice that is opened alone. */
  readonly ownShop?: PracticePort
  /** A practice has opened a shop, whose the printers of this machine are from then on. */
  readonly hasShopBeside?: () => boolean
  readonly apiKey: string | null
  readonly embedded: EmbeddedService | null
  readonly version: string
  /** What support types on this machine; absent where no database of a shop is opened. */
  readonly supportProgram?: string
  readonly log: Log
  /** What draws papers begins to warm up after this: the first picture is more urgent. */
  readonly warmUpAfter?: Promise<unknown>
  /** What the program that shows the till can do on its machine. */
  readonly desk?: DeskPort
  /** What opens a message for WhatsApp on its machine. */
  readonly messages?: MessagePort
  /** Another way to a USB process than a child of this program. */
  readonly spawnUsbHost?: UsbHostSpawner
  /** What was begun before this program was loaded. */
  readonly preflight?: Preflight
}

export async function openTill(options: OpenTillOptions): Promise<Till> {
  const { paths, dataDir, log } = options
  const paper = createPaperClient({
    workerFile: paths.paperWorkerFile,
    fontsDir: join(paths.resourcesDir, 'fonts'),
  })
  let opened: Till | null = null
  const printing = createPrinting({
    rasterWorkerFile: paths.rasterWorkerFile,
    usbHostFile: paths.usbHostFile,
    ...(options.spawnUsbHost === undefined ? {} : { spawnUsbHost: options.spawnUsbHost }),
    onTrouble: (printerId, trouble) => opened?.printerTrouble(printerId, trouble),
    raster: { startAfter: options.warmUpAfter },
    paper,
    paperDir: join(dataDir, 'till', 'paper'),
    printers: VIRTUAL_PRINTERS,
    isOnlyPractised: () => options.wantsPractice === true || options.hasShopBeside?.() === true,
    log,
  })
  const closePrinting = async () => {
    await Promise.all([printing.close(), paper.close()])
  }
  const scale = createScale({ clock: systemClock })
  const demo = await readDemo(paths.resourcesDir)
  opened = await createTill({
    dataDir,
    clock: systemClock,
    randomness: systemRandomness,
    printing: { ...printing, close: closePrinting },
    scale,
    ...{ wires: serialWires, hubWire: createHubWire() },
    printers: VIRTUAL_PRINTERS,
    drawSlip: paper.renderSlipPdf,
    encodeQr: paper.encodeQr,
    drawReport: paper.renderReportPdf,
    drawLabels: paper.renderLabelsPdf,
    ...secretsOf(options),
    // What has no secret of its own, as a demonstration on paper, is nobody's till.
    ...(options.ownSecret === undefined
      ? {}
      : { witness: createWitnessFiles(stateFolder(), readMachine) }),
    apiKeyFromHost: options.apiKey,
    serviceUrlFromHost: options.serviceUrl,
    wantsShop: options.wantsShop === true,
    wantsPractice: options.wantsPractice === true,
    asksFirst: options.asksFirst === true,
    hasChosen: options.hasChosen === true,
    ...(options.practice === undefined ? {} : { practice: options.practice }),
    ...(options.ownShop === undefined ? {} : { ownShop: options.ownShop }),
    embedded: options.embedded,
    ...demo,
    rendererDir: paths.rendererDir,
    version: options.version,
    ...(options.supportProgram === undefined ? {} : { supportProgram: options.supportProgram }),
    makeBackup: createBackupClient(paths.backupWorkerFile),
    importing: createImportPort(paths.backupWorkerFile),
    reporting: createReportPort(paths.backupWorkerFile, systemClock),
    support: createSupportClient(paths.backupWorkerFile, systemClock, log),
    log,
    ...(options.preflight === undefined ? {} : { preflight: options.preflight }),
    ...(options.desk === undefined ? {} : { desk: options.desk }),
    ...(options.messages === undefined ? {} : { messages: options.messages }),
  }).catch(async (error: unknown) => {
    // The workers are running already, and would keep a till that cannot open from ending.
    await Promise.all([closePrinting(), scale.close()])
    throw error
  })
  return opened
}

async function readDemo(resourcesDir: string) {
  const [shop, catalogue, staff] = await Promise.all(
    ['shop', 'catalogue', 'staff'].map(async (name) => {
      const text = await readFile(join(resourcesDir, 'demo', `${name}.json`), 'utf8')
      return JSON.parse(text) as unknown
    }),
  )
  return {
    demoShop: storedShop.parse(shop),
    demoCatalogue: catalogue as DemoCatalogue,
    demoStaff: staff as DemoStaff,
  }
}

export const VIRTUAL_PRINTERS: readonly PrinterConfig[] = [virtualPrinter(80), virtualPrinter(58)]

function virtualPrinter(widthMm: PaperWidthMm): PrinterConfig {
  return {
    id: `virtual-${widthMm}`,
    name: `Impresora virtual ${widthMm} mm`,
    widthMm,
    dots: PRINTABLE_DOTS[widthMm],
    transport: { kind: 'virtual' },
    hasCutter: true,
    hasDrawer: true,
  }
}
