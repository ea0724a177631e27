/** What the settings screen and the counter ask about printers. */
import { printDate } from '#shared/time/calendar.ts'
import { santiagoTime } from '#shared/time/santiago.ts'
import type { Ids } from '#shared/text/ids.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { isSamePort } from '#shared/devices/config.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { AuditRow } from '#shared/staff/views.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { Clock, PrinterPort, PrinterTrouble } from '../kernel/ports.ts'
import type { PrinterList } from './printer-list.ts'
import type { PrintStore } from './print-store.ts'
import type { Giver, Handlers, Staff } from '../staff/staff-ports.ts'
import type { Today } from '../kernel/today.ts'

interface PrinterCommandPorts {
  readonly printers: PrinterList
  readonly store: PrintStore
  readonly printing: PrinterPort
  readonly clock: Clock
  readonly today: Today
  readonly ids: Ids
  readonly troubleOf: (printerId: string) => PrinterTrouble | null
  /** False for one whose sums are not for whoever serves. */
  readonly seesPaper: (jobId: string) => boolean
  readonly wake: () => void
  /** A person has seen to this printer. */
  readonly goOn: (printerId: string) => void
  readonly currentPrinter: () => PrinterConfig
  /** It is none any more: not the chosen one, nor the second. In the transaction of it. */
  readonly onRemoved: (printerId: string) => void
  readonly isPractice: boolean
  /** The port the scale is on; null where there is none. */
  readonly scalePath: () => string | null
  readonly staff: Pick<Staff, 'audit'>
}

type PrinterCommands = Handlers<
  | 'discoverPrinters'
  | 'printerModels'
  | 'savePrinter'
  | 'addPrinter'
  | 'removePrinter'
  | 'printTestPage'
  | 'movePapers'
  | 'settlePaper'
  | 'settleLatePapers'
>

/** Rows of a test page that say what is tried. */
function aboutPage(
  { printing, clock, today }: PrinterCommandPorts,
  printer: PrinterConfig,
): string[] {
  const model = printing.models().find(({ id }) => id === printer.profileId)
  return [
    printer.name,
    ...(model === undefined || model.name === printer.name ? [] : [model.name]),
    `${printer.widthMm} mm, ${printer.dots} puntos, ${addressOf(printer)}`,
    `${printDate(today())} ${santiagoTime(clock.now()).slice(0, 5)}`,
  ]
}

/** Longest a person waits before a test page that does not come out. */
const TEST_PAGE_TIMEOUT_MS = 45_000

export function createPrinterCommands(
  ports: PrinterCommandPorts,
  testPages: TestPages,
): PrinterCommands {
  const { printers, store, printing, ids } = ports
  const known = (id: string): PrinterConfig | undefined =>
    printers.known().find((printer) => printer.id === id)
  const isKnown = (id: string): boolean => known(id) !== undefined
  const whereabouts = () => ({ printer: ports.currentPrinter(), isKnown })
  return {
    discoverPrinters: printers.refresh,
    printerModels: () => printing.models(),
    ...ownersCommands(ports, known),
    async printTestPage({ printerId, page }) {
      const printer = known(printerId)
      if (!printer) return refuse(refusal('PRINTER_UNKNOWN', 'printerId'))
      // Behind a paper that waits for a new roll it would come out long after anybody looks for it.
      const trouble = ports.troubleOf(printerId)
      if (trouble !== null) return refuse(refusal(trouble))
      const jobId = ids.printJobId()
      const about = aboutPage(ports, printer)
      const order = {
        jobId,
        printer,
        logo: printers.logoOf(printerId),
        about,
        isRuler: page === 'ruler',
        isPractice: ports.isPractice,
      }
      const outcome = await printing.printTestPage(order, AbortSignal.timeout(TEST_PAGE_TIMEOUT_MS))
      if (outcome.kind === 'held') return refuse(refusal(outcome.reason))
      if (outcome.kind === 'failed') return refuse(refusal(outcome.code))
      if (outcome.kind === 'unknown') return refuse(refusal('PRINT_UNKNOWN'))
      testPages.add(jobId)
      if (outcome.heard !== undefined) printers.keepHeard(printerId, outcome.heard)
      return ok({
        heard: outcome.heard ?? null,
        state: outcome.isPrinted === true ? 'printed' : 'sent',
        imagePath: `/paper/${jobId}.png`,
        stampReadable: outcome.stampReadable,
      })
    },
    movePapers({ fromPrinterId, toPrinterId }) {
      const to = known(toPrinterId)
      if (!to || fromPrinterId === toPrinterId)
        return refuse(refusal('PRINTER_UNKNOWN', 'toPrinterId'))
      const moved = store.move(fromPrinterId, to)
      if (moved > 0) ports.wake()
      return ok({ moved })
    },
    settlePaper({ jobId, word }) {
      if (!ports.seesPaper(jobId)) return refuse(refusal('SHIFT_HIDDEN'))
      const settled = store.settle(jobId, word, whereabouts())
      if (!settled.ok) return settled
      const printer = known(settled.value.printerId)
      if (word === 'came-out' && printer !== undefined) printing.believe?.(printer)
      // Who answers stands at the printer: what was held back for its own good goes on.
      ports.goOn(settled.value.printerId)
      ports.wake()
      return ok(null)
    },
    settleLatePapers({ word }) {
      const count = store.settleLate(word, whereabouts())
      if (count > 0) ports.wake()
      return ok({ count })
    },
  }
}

function ownersCommands(
  ports: PrinterCommandPorts,
  known: (id: string) => PrinterConfig | undefined,
): Pick<PrinterCommands, 'savePrinter' | 'addPrinter' | 'removePrinter'> {
  const note = ({ actor, approverName }: Giver, detail: AuditRow['detail']) =>
    ports.staff.audit.write({ action: 'settings-changed', staff: actor, approverName, detail })
  return {
    savePrinter(input, _, who) {
      const changes = ports.printers.changesIn(input)
      return ports.printers.save(input, ({ name }) => {
        for (const change of changes) note(who, { ...change, what: `${name}: ${change.what}` })
      })
    },
    addPrinter(input, _, who) {
      const { address } = input
      const isScales =
        (address.kind === 'serial' || address.kind === 'file') &&
        isSamePort(address.path.trim(), ports.scalePath() ?? '')
      if (isScales) return refuse(refusal('PORT_IS_THE_SCALES', 'address'))
      return ports.printers.add(input, (added) =>
        note(who, { what: 'printer', to: `${added.name}, ${addressOf(added)}` }),
      )
    },
    removePrinter(printerId, _, who) {
      const printer = known(printerId)
      return ports.printers.remove(printerId, () => {
        note(who, { what: 'printer', from: printer === undefined ? printerId : printer.name })
        // Taken away but still the chosen one, it could never be taken away again.
        ports.onRemoved(printerId)
      })
    },
  }
}

function addressOf({ transport }: PrinterConfig): string {
  switch (transport.kind) {
    case 'tcp':
      return `red ${transport.host}:${transport.port}`
    case 'usb':
      return `USB ${transport.serial ?? transport.portPath ?? ''}`.trim()
    case 'serial':
      return `serie ${transport.path} ${transport.baudRate} ${transport.framing}`
    case 'spooler':
      return `cola ${transport.queue}`
    case 'file':
      return `puerto ${transport.path}`
    case 'virtual':
    case 'none':
      return transport.kind
  }
}

export interface TestPages {
  add(jobId: string): void
  has(jobId: string): boolean
}

/** Pictures of test pages that can be looked at again. */
const TEST_PAGES_MAX = 20

export function createTestPages(): TestPages {
  const ids: string[] = []
  return {
    add(jobId) {
      ids.push(jobId)
      if (ids.length > TEST_PAGES_MAX) ids.shift()
    },
    has: (jobId) => ids.includes(jobId),
  }
}
