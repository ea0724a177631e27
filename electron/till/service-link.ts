/** The way to the service: its address, the connections there, and who speaks its contract. */
import { createNodeHttp } from './adapters/node-http.ts'
import { sendsAfter, type ForegroundPriority } from './foreground-priority.ts'
import type { TillOptions } from './options.ts'
import { createServiceEndpoint } from './service-endpoint.ts'
import type { Store } from './store.ts'
import { withPathCodes } from './sync/connection/path-codes.ts'
import { createServiceClient } from './sync/connection/service-client.ts'
import { createSilenceWatch } from './sync/connection/silence-watch.ts'

export type ServiceLink = ReturnType<typeof openServiceLink>

export function openServiceLink(
  options: TillOptions,
  { settings, purpose, journal }: Store,
  foregroundPriority: ForegroundPriority,
) {
  const address = createServiceEndpoint(options, settings, purpose)
  const wires = openWires(options, settings, address)
  const silence = createSilenceWatch(options.clock, journal.announceStatus)
  const client = createServiceClient(sendsAfter(foregroundPriority, silence.over(wires.wire)))
  return { ...wires, address, silence, client }
}

/**
 * Connections apart, so that none waits for what another carries; each names document types as the
 * service does.
 */
function openWires(
  { http }: TillOptions,
  settings: Store['settings'],
  address: ReturnType<typeof createServiceEndpoint>,
) {
  const open = (where: typeof address.current) =>
    withPathCodes(http ?? createNodeHttp(where), () => settings.read().pathCodes)
  return {
    wire: open(address.current),
    deletingWire: open(() => address.forDeleting()),
    lookupWire: open(address.current),
  }
}
