/** What the till stands among: the address its receipts go to. */
import type { Purpose } from './settings/purpose.ts'
import type { Settings } from './settings/settings.ts'
import type { TillOptions } from './till.ts'

/** Where receipts go: to practise the embedded service, for a shop the address of the command line, else of the settings. */
export function createServiceAddress({ serviceUrlFromHost, embedded, demoShop }: TillOptions, settings: Settings, purpose: Purpose) {
  const isPractice = purpose === 'practice'
  const remoteUrl = () => (isPractice ? null : serviceUrlFromHost ?? settings.read().serviceUrl)
  return {
    current() {
      const url = remoteUrl()
      if (url !== null) return { baseUrl: url, apiKey: settings.apiKey() }
      if (!isPractice) return { baseUrl: null, apiKey: settings.apiKey() }
      return { baseUrl: embedded?.baseUrl() ?? null, apiKey: embedded?.apiKey() ?? null }
    },
    /** The embedded service deletes for its owner only; a remote one says by its key what the till may do. */
    forDeleting() {
      const { baseUrl, apiKey } = this.current()
      return { baseUrl, apiKey: isPractice ? embedded?.deletingKey?.() ?? apiKey : apiKey }
    },
    /**
     * Whose folios: the service and the company there, for the same folio is another document elsewhere. The embedded
     * service's port changes at every start, so it is named, not addressed.
     */
    id: () => `${isPractice ? 'embedded' : remoteUrl() ?? 'none'} ${(settings.read().shop ?? demoShop).rut}`,
    isEmbedded: () => isPractice,
  }
}
