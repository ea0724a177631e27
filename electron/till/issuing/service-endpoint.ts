/** The service endpoint: the address and the key receipts are sent to. */
import type { Purpose } from '../settings/purpose.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { asAddress } from '../settings/service-url.ts'
import type { Settings } from '../settings/settings.ts'
import type { EmbeddedService } from '../kernel/ports.ts'
import type { ShopView } from '#shared/core/shop.ts'

export interface EndpointOptions {
  readonly embedded: EmbeddedService | null
  readonly demoShop: ShopView
}

/**
 * Where receipts go: to practise the embedded service, for a shop the address of the command line,
 * else of the settings.
 */
export function createServiceEndpoint(
  { embedded, demoShop }: EndpointOptions,
  settings: Settings,
  purpose: Purpose,
) {
  const isPractice = purpose === 'practice'
  const remoteUrl = () => (isPractice ? null : settings.address())
  return {
    current() {
      const url = remoteUrl()
      if (url !== null) return { baseUrl: url, apiKey: settings.apiKey() }
      if (!isPractice) return { baseUrl: null, apiKey: settings.apiKey() }
      return { baseUrl: embedded?.baseUrl() ?? null, apiKey: embedded?.apiKey() ?? null }
    },
    /**
     * The embedded service deletes for its owner only; a remote one says by its key what the till
     * may do.
     */
    forDeleting() {
      const { baseUrl, apiKey } = this.current()
      return { baseUrl, apiKey: isPractice ? (embedded?.deletingKey?.() ?? apiKey) : apiKey }
    },
    /**
     * Whose folios: the service and the company there, for the same folio is another document
     * elsewhere. The embedded service's port changes at every start, so it is named, not addressed.
     */
    id: () =>
      `${isPractice ? 'embedded' : (remoteUrl() ?? 'none')} ${(settings.read().shop ?? demoShop).rut}`,
    isEmbedded: () => isPractice,
  }
}

/**
 * The address of the start as this folder knows it. However it is typed, with a slash behind it or
 * in capitals, it is the same service; only what has sent receipts under such a spelling keeps it,
 * because they are known by it.
 */
export function knownAddress(db: TillDatabase, typed: string | null): string | null {
  if (typed === null) return null
  const isKnown = db
    .prepare<[string], 1>(
      "SELECT 1 FROM receipt WHERE substr(service_id, 1, instr(service_id, ' ') - 1) = ? LIMIT 1",
    )
    .pluck()
  return isKnown.get(typed) === undefined ? asAddress(typed) : typed
}
