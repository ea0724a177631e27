/**
 * What is counted for whoever watches the service from outside, in the words of Prometheus. The
 * library comes with a checkout; the installed till has no use for it and none in it.
 */
import type * as Prometheus from 'prom-client'
import type { Admission } from '../core/admission.ts'

interface RequestFacts {
  readonly method: string
  /** The route's pattern: addresses are as many as documents. */
  readonly route: string
  readonly status: number
  readonly ms: number
}

/** What is looked up when it is asked for. */
export interface Outlook {
  readonly isDatabaseThere: boolean
  /** Of what is due to the authority and to receivers, how long the oldest has been. */
  readonly authorityLateS: number
  readonly noticesLateS: number
  readonly rangesHeld: number
  /** Companies that cannot issue until they have another one. */
  readonly certificatesEnded: number
  /** Null until it has been asked; since when it has not answered, 0 while it does. */
  readonly authorityAwayS: number | null
  /** In this process, for news of their shop. */
  readonly tillsWaiting: number
}

export interface Metrics {
  readonly request: (facts: RequestFacts) => void
  readonly document: (code: number) => void
  /** A range is nearly used up: its owner is told once, and so is whoever watches. */
  readonly low: () => void
  readonly notice: (status: string) => void
  readonly authority: (call: string, outcome: string) => void
  /** Asked with each look from outside. */
  readonly from: (look: () => Promise<Outlook>, doors: Readonly<Record<string, Admission>>) => void
  readonly text: () => Promise<{ readonly type: string; readonly body: string }>
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Null where the library is not. */
export async function openMetrics(): Promise<Metrics | null> {
  try {
    return metricsOver(await import('prom-client'))
  } catch {
    return null
  }
}

function metricsOver(library: typeof Prometheus): Metrics {
  const register = new library.Registry()
  library.collectDefaultMetrics({ register })
  const registers = [register]
  const requests = new library.Counter({
    name: 'meson_requests_total',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new library.Histogram({
    name: 'meson_request_seconds',
    help: 'How long a request took, refused ones left out',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  })
  const documents = new library.Counter({
    name: 'meson_documents_total',
    help: 'Documents issued, by type code',
    labelNames: ['code'],
    registers,
  })
  const low = new library.Counter({
    name: 'meson_ranges_low_total',
    help: 'Folio ranges that came to be nearly used up',
    registers,
  })
  const notices = new library.Counter({
    name: 'meson_notice_attempts_total',
    help: 'Attempts to deliver a webhook, by what the notice is since',
    labelNames: ['status'],
    registers,
  })
  const calls = new library.Counter({
    name: 'meson_authority_calls_total',
    help: 'Questions to the authority, by its answer',
    labelNames: ['call', 'outcome'],
    registers,
  })
  return {
    request: ({ method, route, status, ms }) => {
      requests.inc({ method, route, status })
      if (status !== 503) durations.observe({ method, route }, ms / 1000)
    },
    document: (code) => documents.inc({ code }),
    low: () => low.inc(),
    notice: (status) => notices.inc({ status }),
    authority: (call, outcome) => calls.inc({ call, outcome }),
    from: (look, doors) => watch(library, register, look, doors),
    text: async () => ({ type: register.contentType, body: await register.metrics() }),
  }
}

const LOOKED_AT: Readonly<
  Record<string, readonly [help: string, value: (seen: Outlook) => number | null]>
> = {
  meson_database_up: ['Whether the database answers', (seen) => Number(seen.isDatabaseThere)],
  meson_authority_late_seconds: [
    'How long the oldest document is due to the authority',
    (seen) => seen.authorityLateS,
  ],
  meson_authority_away_seconds: [
    'Since when the authority does not answer, 0 while it does',
    (seen) => seen.authorityAwayS,
  ],
  meson_notices_late_seconds: [
    'How long the oldest webhook is due to its receiver',
    (seen) => seen.noticesLateS,
  ],
  meson_ranges_held: ['Folio ranges that give none until told', (seen) => seen.rangesHeld],
  meson_certificates_ended: [
    'Companies whose last certificate has ended',
    (seen) => seen.certificatesEnded,
  ],
  meson_fleet_waiting: ['Tills that wait for news of their shop', (seen) => seen.tillsWaiting],
}

function watch(
  library: typeof Prometheus,
  register: Prometheus.Registry,
  look: () => Promise<Outlook>,
  doors: Readonly<Record<string, Admission>>,
): void {
  const registers = [register]
  for (const [name, [help, value]] of Object.entries(LOOKED_AT)) {
    const gauge: Prometheus.Gauge = new library.Gauge({
      name,
      help,
      registers,
      async collect() {
        const seen = value(await look())
        if (seen !== null) gauge.set(seen)
      },
    })
  }
  for (const name of ['limit', 'inside', 'refused'] as const) {
    const gauge: Prometheus.Gauge = new library.Gauge({
      name: `meson_door_${name}`,
      help: `Of each door of the interface: ${name}`,
      labelNames: ['door'],
      registers,
      collect() {
        for (const [door, admission] of Object.entries(doors))
          gauge.set({ door }, admission.state()[name])
      },
    })
  }
}
