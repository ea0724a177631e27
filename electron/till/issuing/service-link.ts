/** The way to the service: its address, the connections there, and who speaks its contract. */
import { createNodeHttp } from '../adapters/node-http.ts'
import { sendsAfter, type ForegroundPriority } from '../kernel/foreground-priority.ts'
import type { Clock, HttpPort } from '../kernel/ports.ts'
import { createServiceEndpoint, type EndpointOptions } from './service-endpoint.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Purpose } from '../settings/purpose.ts'
import { withOwnKey } from '../settings/own-key.ts'
import type { Settings } from '../settings/settings.ts'
import { withPathCodes } from './connection/path-codes.ts'
import { createServiceClient } from './connection/service-client.ts'
import { createSilenceWatch } from './connection/silence-watch.ts'

export type ServiceLink = ReturnType<typeof openServiceLink>

interface LinkOptions extends EndpointOptions {
  readonly clock: Clock
  /** Another wire, for tests. */
  readonly http?: HttpPort
}

interface LinkStore {
  readonly settings: Settings
  readonly purpose: Purpose
  readonly journal: Journal
}

export function openServiceLink(
  options: LinkOptions,
  { settings, purpose, journal }: LinkStore,
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
  { http }: LinkOptions,
  settings: Settings,
  address: ReturnType<typeof createServiceEndpoint>,
) {
  const open = (where: typeof address.current) =>
    withPathCodes(
      withOwnKey(http ?? createNodeHttp(where), settings.asTill),
      () => settings.read().pathCodes,
    )
  return {
    wire: open(address.current),
    deletingWire: open(() => address.forDeleting()),
    lookupWire: open(address.current),
  }
}
