/** Printers of the till in memory: what the settings screen saves is there when it looks again. */
import { DEFAULT_OPTIONS, withOptions, type PrinterConfig } from '#shared/printing/printers.ts'
import type { AddPrinterInput, PrinterModel } from '#shared/printing/printers.ts'
import type { PrinterState, PrinterView } from '#shared/printing/views.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { PrinterCommands } from '#till/printing/printer-commands.ts'

const PLAIN = {
  widthMm: 80,
  dots: 576,
  hasCutter: true,
  hasDrawer: true,
  hasDensity: false,
  hasBuzzer: false,
  answers: false,
} as const
const MODELS: readonly PrinterModel[] = [
  { ...PLAIN, id: 'generic-58', name: 'Genérica 58 mm', widthMm: 58, dots: 384, hasCutter: false },
  {
    ...PLAIN,
    id: 'epson-tm-t20',
    name: 'Epson TM-T20II / TM-T20III',
    hasDensity: true,
    answers: true,
  },
  { ...PLAIN, id: 'xprinter-xp-80', name: 'Xprinter XP-80 / XP-N160', hasBuzzer: true },
]

/** Answers only when the whole network is asked. */
const ON_THE_NETWORK: PrinterView = {
  config: {
    id: 'tcp-192-168-1-50-9100',
    name: 'Red 192.168.1.50',
    widthMm: 80,
    dots: 576,
    hasCutter: true,
    hasDrawer: true,
    transport: { kind: 'tcp', host: '192.168.1.50', port: 9100 },
  },
  present: true,
  trouble: null,
  options: DEFAULT_OPTIONS,
  hasLogo: false,
  isAdded: false,
}

export interface MovePapers {
  readonly fromPrinterId: string
  readonly toPrinterId: string
}

export function createMemoryPrinters(
  found: readonly PrinterState[],
  onAdded: (config: PrinterConfig) => void,
  onMoved: (input: MovePapers) => number = () => 0,
): Pick<TillApi, Exclude<keyof PrinterCommands, 'settlePaper' | 'settleLatePapers'>> {
  let views: PrinterView[] = found.map((state) => ({
    ...state,
    options: DEFAULT_OPTIONS,
    hasLogo: false,
    isAdded: false,
  }))
  return {
    discoverPrinters: (input) => {
      const isNew =
        input?.network === true &&
        !views.some(({ config }) => config.id === ON_THE_NETWORK.config.id)
      if (isNew) {
        views = [...views, ON_THE_NETWORK]
        onAdded(ON_THE_NETWORK.config)
      }
      return Promise.resolve(views)
    },
    printerModels: () => MODELS,
    savePrinter({ printerId, options = DEFAULT_OPTIONS, logo }) {
      const view = views.find(({ config }) => config.id === printerId)
      if (!view) return refuse(refusal('PRINTER_UNKNOWN', 'printerId'))
      const config = withOptions(
        view.config,
        options,
        MODELS.find(({ id }) => id === options.modelId) ?? null,
      )
      const hasLogo = logo === undefined ? view.hasLogo : logo !== null
      views = views.map((other) => (other === view ? { ...view, config, options, hasLogo } : other))
      return ok(config)
    },
    addPrinter({ name, address, modelId }) {
      const model = MODELS.find(({ id }) => id === modelId)
      if (!model) return refuse(refusal('PRINTER_MODEL_UNKNOWN', 'modelId'))
      if (address.kind === 'tcp' && address.host === '')
        return refuse(refusal('PRINTER_ADDRESS_NOT_VALID', 'address'))
      const config: PrinterConfig = {
        id: `added-${views.length}`,
        name: name === '' ? placeOf(address) : name,
        widthMm: model.widthMm,
        dots: model.dots,
        transport: address,
        hasCutter: model.hasCutter,
        hasDrawer: model.hasDrawer,
        profileId: model.id,
      }
      views = [
        ...views,
        {
          config,
          present: false,
          trouble: 'PRINTER_NOT_FOUND',
          options: DEFAULT_OPTIONS,
          hasLogo: false,
          isAdded: true,
          repeatsByItself: address.kind === 'spooler',
        },
      ]
      onAdded(config)
      return ok(config)
    },
    removePrinter(printerId) {
      views = views.filter(({ config }) => config.id !== printerId)
      return ok(null)
    },
    printTestPage: ({ printerId }) => {
      const view = views.find(({ config }) => config.id === printerId)
      if (view?.trouble === 'PAPER_OUT') return Promise.resolve(refuse(refusal('PAPER_OUT')))
      const state = view?.config.profileId === 'epson-tm-t20' ? 'printed' : 'sent'
      return Promise.resolve(
        ok({
          state,
          imagePath: '/paper/test.png',
          stampReadable: true,
          heard: {
            realTime: state === 'printed',
            sensor: false,
            automatic: false,
            printed: state === 'printed',
          },
        }),
      )
    },
    movePapers: (input) => ok({ moved: onMoved(input) }),
  }
}

function placeOf(address: AddPrinterInput['address']): string {
  return address.kind === 'tcp'
    ? address.host
    : address.kind === 'spooler'
      ? address.queue
      : address.path
}
