/**
 * The wire between a till and the service, and everything that goes wrong on it: requests that
 * never arrive, answers that never come back or come minutes later, half answers, other people's
 * answers, errors before and after the commit, long outages.
 */
import type { HttpOutcome, HttpPort, HttpRequest } from '#till/kernel/ports.ts'
import type { Dice } from './dice.ts'
import type { Answer, SimulatedService } from './simulated-service.ts'
import type { Timeline } from './timeline.ts'

export interface Weather {
  /** Share of exchanges that go wrong before `calmFromMs`. */
  readonly faultShare: number
  readonly calmFromMs: number
  /** Stretches in which nothing gets through: `[from, to)`. */
  readonly outages: readonly (readonly [number, number])[]
  /**
   * Stretches in which the service refuses the key, and in which it does not know a document type.
   */
  readonly refusedKey: readonly (readonly [number, number])[]
  readonly unknownType: readonly (readonly [number, number])[]
}

/** A client gone wrong on purpose, to see that the checker notices. */
export const SABOTAGES = ['none', 'new-reference-on-retry', 'duplicate-as-refusal'] as const
export type Sabotage = (typeof SABOTAGES)[number]

export interface Wire {
  /** False once the process has crashed: nothing leaves it and nothing reaches it. */
  readonly isAlive: () => boolean
  /** Asleep until this time; answers are lost meanwhile. */
  readonly asleepUntilMs: () => number
  /** A crash instead of what was about to happen on the wire. */
  readonly mayCrash: (moment: 'before sending' | 'before the answer') => boolean
}

export function createNetwork(
  timeline: Timeline,
  service: SimulatedService,
  weather: Weather,
  sabotage: Sabotage,
  faults: Map<string, number>,
): (wire: Wire, dice: Dice) => HttpPort {
  const isWithin = (stretches: Weather['outages']) =>
    stretches.some(([from, to]) => timeline.nowMs() >= from && timeline.nowMs() < to)
  const sent = new Set<string>()
  const reach = (request: HttpRequest): Answer => {
    if (isWithin(weather.refusedKey)) return { status: 401, body: {} }
    if (isWithin(weather.unknownType) && request.method === 'POST') return { status: 404, body: {} }
    const answer = service.handle(
      sabotage === 'new-reference-on-retry' ? withNewReference(request, sent) : request,
    )
    return sabotage === 'duplicate-as-refusal' ? duplicateAsRefusal(request, answer) : answer
  }

  return (wire, dice) => ({
    exchange: (request, signal) =>
      new Promise<HttpOutcome>((resolve) => {
        if (!wire.isAlive() || wire.mayCrash('before sending')) return
        let isOver = false
        const end = (outcome: HttpOutcome) => {
          if (isOver || !wire.isAlive() || wire.mayCrash('before the answer')) return
          isOver = true
          signal.removeEventListener('abort', abort)
          resolve(
            timeline.nowMs() < wire.asleepUntilMs()
              ? { kind: 'unanswered', detail: 'asleep' }
              : outcome,
          )
        }
        const abort = () => end({ kind: 'unanswered', detail: 'aborted' })
        const after = (delayMs: number, run: () => void) =>
          timeline.at(timeline.nowMs() + delayMs, run)
        signal.addEventListener('abort', abort)
        if (signal.aborted) return abort()
        const isCalm = timeline.nowMs() >= weather.calmFromMs
        const fault = isWithin(weather.outages)
          ? 'unsent'
          : !isCalm && dice.chance(weather.faultShare)
            ? dice.pick(FAULTS)
            : 'none'
        faults.set(fault, (faults.get(fault) ?? 0) + 1)
        after(request.timeoutMs, () => end({ kind: 'unanswered', detail: 'timeout' }))
        play(fault, {
          request,
          dice,
          end,
          after,
          reach,
          another: () => another(service, dice, request),
        })
      }),
  })
}

/** Drawn as often as they are named. */
export const FAULTS = [
  'unsent',
  'request lost',
  'answer lost',
  'answer lost',
  'reset after commit',
  'late commit',
  'slow answer',
  'error before',
  'error after',
  'gateway',
  'busy',
  'cut short',
  'web page',
  'another answer',
] as const
type Fault = (typeof FAULTS)[number] | 'none'

interface Scene {
  readonly request: HttpRequest
  readonly dice: Dice
  readonly end: (outcome: HttpOutcome) => void
  readonly after: (delayMs: number, run: () => void) => void
  readonly reach: (request: HttpRequest) => Answer
  /** A document that somebody else asked for, where this request asks for one. */
  readonly another: () => Answer | null
}

function play(fault: Fault, { request, dice, end, after, reach, another }: Scene): void {
  const latencyMs = dice.between(10, 400)
  const answered = ({ status, body, headers = {} }: Answer): HttpOutcome => ({
    kind: 'answered',
    status,
    bodyText: typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  })
  const reset: HttpOutcome = { kind: 'unanswered', detail: 'ECONNRESET' }
  switch (fault) {
    case 'none':
      return after(latencyMs, () => {
        const answer = answered(reach(request))
        after(dice.between(5, 100), () => end(answer))
      })
    case 'unsent':
      return after(dice.between(1, 50), () => end({ kind: 'unsent', detail: 'ECONNREFUSED' }))
    case 'request lost':
      return dice.chance(0.5) ? after(latencyMs, () => end(reset)) : undefined
    case 'answer lost':
      return after(latencyMs, () => void reach(request))
    case 'reset after commit':
      return after(latencyMs, () => {
        reach(request)
        end(reset)
      })
    case 'late commit':
      // The service works on it long after the client has given up.
      after(dice.between(5_000, 300_000), () => void reach(request))
      return dice.chance(0.5) ? after(latencyMs, () => end(reset)) : undefined
    case 'slow answer':
      return after(latencyMs, () => {
        const answer = answered(reach(request))
        after(dice.between(3_000, 115_000), () => end(answer))
      })
    case 'error before':
      return after(latencyMs, () => end(answered({ status: 500, body: 'oops' })))
    case 'error after':
      return after(latencyMs, () => {
        reach(request)
        end(answered({ status: 500, body: 'oops' }))
      })
    case 'gateway':
      return after(latencyMs, () => {
        if (dice.chance(0.5)) reach(request)
        end(answered({ status: dice.pick([502, 504]), body: '<html>' }))
      })
    case 'busy':
      return after(latencyMs, () =>
        end(
          answered({
            status: dice.pick([429, 503]),
            body: {},
            headers: { 'retry-after': String(dice.between(1, 120)) },
          }),
        ),
      )
    case 'cut short':
      return after(latencyMs, () => {
        const answer = answered(reach(request))
        if (answer.kind !== 'answered') return
        end({
          ...answer,
          bodyText: answer.bodyText.slice(0, Math.floor(answer.bodyText.length * dice.unit())),
        })
      })
    case 'another answer':
      return after(latencyMs, () => {
        const own = reach(request)
        end(answered(another() ?? own))
      })
    case 'web page':
      return after(latencyMs, () => end(answered({ status: 200, body: '<html>portal</html>' })))
  }
}

function another(
  service: SimulatedService,
  dice: Dice,
  { method, path }: HttpRequest,
): Answer | null {
  const isCreation = path === '/api/invoices'
  if (!isCreation && !/^\/api\/invoices\/(?:by-id\/[^/]+|\d+\/\d+)$/.test(path)) return null
  const documents = [...service.documents()]
  const id = documents[dice.between(0, documents.length - 1)]?.id
  if (id === undefined) return null
  const { body } = service.handle({
    method: 'GET',
    path: `/api/invoices/by-id/${id}`,
    body: null,
    timeoutMs: 0,
  })
  return { status: isCreation && method === 'POST' ? 201 : 200, body }
}

function withNewReference(request: HttpRequest, sent: Set<string>): HttpRequest {
  if (request.path !== '/api/invoices' || request.body === null) return request
  const body = JSON.parse(Buffer.from(request.body).toString('utf8')) as {
    external_reference: string
  }
  if (!sent.has(body.external_reference)) {
    sent.add(body.external_reference)
    return request
  }
  sent.add(`${body.external_reference}-${sent.size}`)
  return {
    ...request,
    body: Buffer.from(
      JSON.stringify({ ...body, external_reference: `${body.external_reference}-${sent.size}` }),
    ),
  }
}

function duplicateAsRefusal(request: HttpRequest, answer: Answer): Answer {
  const isDuplicate = JSON.stringify(answer.body).includes('DUPLICATE_EXTERNAL_REFERENCE')
  if (!isDuplicate) return answer
  const error = { field: 'external_reference', code: 'TAKEN', message: 'tomada' }
  return request.path.startsWith('/api/invoices/validate')
    ? { status: 200, body: { valid: false, validation_errors: [error] } }
    : { status: 422, body: error }
}
