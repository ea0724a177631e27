/** A shop of several tills at one service, without a port: each with its own folder and wire. */
import { fakeService, LOST, tillFixture, UNREACHABLE } from '../support/till-fixture.ts'
import type { TillFixture } from '../support/till-fixture.ts'
import type { ManualClock } from '../support/manual-clock.ts'
import { must } from '../support/must.ts'
import { KINDS_HEADER, WAIT_MS_MAX } from '#shared/fleet/contract.ts'
import { createHubWire } from '#till/adapters/hub-wire.ts'
import type { HttpOutcome, HttpPort, HubWire } from '#till/kernel/ports.ts'
import { pause } from '#till/kernel/pause.ts'
import type { Till } from '#till/till.ts'
import type { TillOptions } from '#till/options.ts'
import type { Service } from '../../electron/service/app.ts'
import { PAIRINGS_PER_MINUTE } from '../../electron/service/routes/fleet.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'

export interface PlayedTill {
  readonly till: Till
  readonly fixture: TillFixture
  /** Its wire: away, or an answer lost on the way back. */
  readonly wire: {
    /** What it is asked with, for a key that somebody typed; the owner's, where it says none. */
    key?: string
    isAway: boolean
    /** They get nowhere, and nobody knows. */
    losesDeletions?: boolean
    losesAnswersTo: string | null
    /** Of the wire to the hub. */
    hubIsAway?: boolean
    hubLosesAnswersTo?: string | null
    cutsPath?: string | null
    /** Its next answer is on the way for so long. */
    holds?: { readonly path: string; readonly until: Promise<void> } | undefined
    /** Nobody says which kinds of records they know, as before there was more than the first. */
    isOld?: boolean
    /** What a till that is built wrongly would ask, and understand. */
    readonly wrong?: Wrong | undefined
  }
  /** What the secrets' place keeps. */
  readonly kept: { key: string | null }
  /** Once more, over the same wire and by the same clock. */
  readonly openAgain: (changes?: Partial<TillOptions>) => Promise<Till>
}

export interface Wrong {
  readonly asked?: (path: string, body: object) => object
  readonly heard?: (path: string, body: object) => object
}

export interface FleetWorld {
  readonly service: InProcessService
  readonly tills: readonly PlayedTill[]
  open(changes?: Partial<TillOptions>): Promise<PlayedTill>
  /** Moves the time of all, together, until something holds at each. */
  until(condition: () => boolean, limitMs?: number): Promise<void>
  /** That process of the service falls, and another one takes its place. */
  fall(process: number): Promise<void>
  /** The first joins without a code, the others with one that the first has made. */
  join(...tills: readonly PlayedTill[]): Promise<void>
  close(): Promise<void>
}

/**
 * `officeDir`: where the head office's pages were built, for who looks at them. `processes`: of the
 * service, asked in turn.
 */
export async function fleetWorld(
  officeDir: string | null = null,
  processes = 1,
): Promise<FleetWorld> {
  const service = await startInProcess(...AS_EVER, officeDir)
  const services = [service.service]
  while (services.length < processes) services.push(await service.another())
  const tills: PlayedTill[] = []
  const hubPorts = new Map<string, number>()
  const until: FleetWorld['until'] = async (condition, limitMs = 60_000) => {
    for (let elapsedMs = 0; !condition(); elapsedMs += STEP_MS) {
      if (elapsedMs > limitMs) throw new Error(`not true after ${limitMs} ms: ${String(condition)}`)
      service.clock.advance(STEP_MS)
      for (const { fixture } of tills) await fixture.clock.advance(STEP_MS)
    }
  }
  return {
    service,
    tills,
    until,
    async fall(process) {
      await services[process]?.close()
      services[process] = await service.another()
    },
    async open(changes = {}) {
      const played = await openPlayed({ service, services, hubPorts }, changes)
      tills.push(played)
      return played
    },
    async join(first, ...others) {
      if (first !== undefined && must(first.till.api.fleet()).state === 'alone')
        await answerOf(first, first.till.api.joinShop({ code: null, name: 'Uno', branch: '' }))
      for (const [at, other] of others.entries()) {
        // No more than the service lets in.
        if (at > 0 && at % (PAIRINGS_PER_MINUTE - 1) === 0) service.clock.advance(60_000)
        const made = await answerOf(first, first?.till.api.makeTillCode({ tillId: null }))
        const { code } = made as { readonly code: string }
        await answerOf(other, other.till.api.joinShop({ code, name: `Caja ${at + 2}`, branch: '' }))
      }
    },
    async close() {
      for (const { fixture } of tills) await fixture.close()
      await service.close()
    },
  }
}

const AS_EVER = [undefined, undefined, undefined, undefined] as const
/** As whoever owns the shop types it, where another till is concerned. */
const SHOP_KEY = 'the-key-of-the-shop'

/** The owner is at hand, and has it. */
function withOwner(till: Till): Till {
  const { api } = till
  const typed: Partial<Till['api']> = {
    makeTillCode: (input) => api.makeTillCode({ shopKey: SHOP_KEY, ...input }),
    changeShopTill: (input) => api.changeShopTill({ shopKey: SHOP_KEY, ...input }),
  }
  return {
    ...till,
    api: new Proxy(api, {
      get: (of, name): unknown => Reflect.get(name in typed ? typed : of, name),
    }),
  }
}

/** Both clocks move so far at a time. */
const STEP_MS = 500

interface Served {
  readonly service: InProcessService
  readonly services: readonly Service[]
}

async function openPlayed(
  { service, services, hubPorts }: Served & { readonly hubPorts: Map<string, number> },
  changes: Partial<TillOptions>,
): Promise<PlayedTill> {
  const fixture = tillFixture(fakeService())
  const wire: PlayedTill['wire'] = { isAway: false, losesAnswersTo: null }
  const kept: PlayedTill['kept'] = { key: null }
  const http = wireTo({ service, services }, fixture.clock, wire)
  const hubWire = hubWireOf(fixture.clock, wire, changes.dataDir ?? fixture.dataDir, hubPorts)
  const fleetSecret = {
    load: async () => kept.key,
    save: async (key: string | null) => void (kept.key = key),
  }
  const openAgain: PlayedTill['openAgain'] = async (more) =>
    withOwner(await fixture.open({ http, fleetSecret, hubWire, hubPort: 0, ...changes, ...more }))
  return { till: await openAgain(), fixture, wire, kept, openAgain }
}

/** Time stands still for the till while the service answers. */
function wireTo(
  { service: { keys, written }, services }: Served,
  clock: ManualClock,
  wire: PlayedTill['wire'],
): HttpPort {
  let turn = 0
  let before = ''
  /** What an answer depends on. */
  const state = (...asked: readonly unknown[]) => JSON.stringify([asked, written(), wire])
  return {
    async exchange({ method, path, body, headers }, signal): Promise<HttpOutcome> {
      // The service's own clock would hold a question: here it waits while it, what the service has
      // and the wire are those of before.
      const isHeld = /wait_ms=[1-9]/.test(path)
      const isAsBefore = () => !signal.aborted && state(path, headers) === before
      for (let ms = 0; isHeld && ms < WAIT_MS_MAX && isAsBefore(); ms += STEP_MS)
        await pause(clock, STEP_MS, signal)
      if (isHeld) before = state(path, headers)
      if (wire.isAway || signal.aborted) return UNREACHABLE
      if (wire.cutsPath && path.startsWith(wire.cutsPath)) return UNREACHABLE
      if (wire.losesDeletions === true && method === 'DELETE') return LOST
      const asked = path.replace(/wait_ms=\d+/, 'wait_ms=0')
      const request = new Request(`http://127.0.0.1${asked}`, {
        ...{ method, body: wrongly(path, body && Buffer.from(body).toString(), wire.wrong?.asked) },
        headers: {
          'content-type': 'application/json',
          'x-api-key': wire.key ?? keys.owner,
          ...headers,
        },
      })
      if (headers?.['x-api-key'] === SHOP_KEY) request.headers.set('x-api-key', keys.owner)
      if (wire.isOld === true) request.headers.delete(KINDS_HEADER)
      const next = services[(turn += 1) % services.length]
      if (next === undefined) return UNREACHABLE
      const answer = await clock.waitFor(next.handle(request))
      const bodyText = wrongly(path, await clock.waitFor(answer.text()), wire.wrong?.heard) ?? ''
      const { holds } = wire
      if (holds && path.startsWith(holds.path)) {
        wire.holds = undefined
        await holds.until
      }
      if (wire.losesAnswersTo !== null && path.startsWith(wire.losesAnswersTo)) return LOST
      return { kind: 'answered', status: answer.status, bodyText, headers: {} }
    },
  }
}

/**
 * The real one, over the loop of this computer: time stands still for the till meanwhile. The hub
 * of a folder comes back at the port it had, where the others look for it also without the service.
 */
function hubWireOf(
  clock: ManualClock,
  wire: PlayedTill['wire'],
  folder: string,
  ports: Map<string, number>,
): HubWire {
  const real = createHubWire()
  return {
    async listen(asked) {
      const port = ports.get(folder) ?? asked.port
      const listener = await clock.waitFor(real.listen({ ...asked, port, name: null }))
      ports.set(folder, Number(listener?.addresses()[0]?.split(':').at(-1) ?? 0))
      return listener
    },
    dial(to) {
      const far = real.dial(() => {
        const target = to()
        const here = target?.addresses.filter((address) => address.startsWith('127.'))
        return target && { ...target, addresses: here ?? [], name: null }
      })
      return {
        async exchange(request, signal) {
          if (wire.hubIsAway === true) return UNREACHABLE
          const outcome = await clock.waitFor(far.exchange(request, signal))
          return wire.hubLosesAnswersTo === request.path ? LOST : outcome
        },
      }
    },
  }
}

function wrongly(path: string, text: string | null, how: Wrong['asked']): string | null {
  return how !== undefined && text ? JSON.stringify(how(path, JSON.parse(text) as object)) : text
}

/** What the till answers once its service has. */
async function answerOf<Value>(
  played: PlayedTill | undefined,
  answer: Promise<Parameters<typeof must<Value>>[0]> | undefined,
): Promise<Value> {
  if (played === undefined || answer === undefined) throw new Error('no such till')
  await played.fixture.clock.advance(0)
  return must(await answer)
}
