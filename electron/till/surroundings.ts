/** What the till stands among: its printers, and the address its receipts go to. */
import type { PrinterConfig } from '#shared/bridge/views.ts'
import type { Settings } from './settings/settings.ts'
import type { TillOptions } from './till.ts'

/** The till's printers: those that are always there, and those found plugged in. Found ones stay known while away. */
export function createPrinterList({ printing, printers, log }: TillOptions) {
  const known = new Map<string, PrinterConfig>(printers.map((printer) => [printer.id, printer]))
  const first = printers[0]
  if (!first) throw new Error('a till has at least one printer, if only a virtual one')
  return {
    known: () => [...known.values()],
    byId: (id: string) => known.get(id) ?? first,
    learn(printer: PrinterConfig | null) {
      if (printer !== null && !known.has(printer.id)) known.set(printer.id, printer)
    },
    async refresh() {
      try {
        const found = await printing.discover()
        for (const { config } of found) known.set(config.id, config)
        return found
      } catch (error) {
        log('printer discovery failed', { error: String(error) })
        return []
      }
    },
  }
}

/** Where receipts go: the address of the command line, else of the settings, else the embedded service. */
export function createServiceAddress({ serviceUrlFromHost, embedded, demoShop }: TillOptions, settings: Settings) {
  const remoteUrl = () => serviceUrlFromHost ?? settings.read().serviceUrl
  return {
    current() {
      const url = remoteUrl()
      if (url !== null) return { baseUrl: url, apiKey: settings.apiKey() }
      return { baseUrl: embedded?.baseUrl() ?? null, apiKey: embedded?.apiKey() ?? null }
    },
    /** The embedded service deletes for its owner only; a remote one says by its key what the till may do. */
    forDeleting() {
      const { baseUrl, apiKey } = this.current()
      return { baseUrl, apiKey: remoteUrl() === null ? embedded?.deletingKey?.() ?? apiKey : apiKey }
    },
    /**
     * Whose folios: the service and the company there, for the same folio is another document elsewhere. The embedded
     * service's port changes at every start, so it is named, not addressed.
     */
    id: () => `${remoteUrl() ?? 'embedded'} ${(settings.read().shop ?? demoShop).rut}`,
    isEmbedded: () => remoteUrl() === null,
  }
}
