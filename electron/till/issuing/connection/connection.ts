/**
 * Is the service there? Known only from real authenticated calls, never from the machine's network
 * state. While it is away, one small read asks again; receipts wait instead of knocking one by one.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import type { RefusalCode } from '#shared/languages/refusals.ts'
import { backoffMs } from '#shared/issuing/backoff.ts'
import { shownConnection, type ServiceVerdict } from '#shared/issuing/silence.ts'
import type { ConnectionState } from '#shared/issuing/status.ts'
import { nowOrInTurn, unattended } from '../../kernel/background.ts'
import type { Clock, HttpOutcome, Randomness } from '../../kernel/ports.ts'
import type { SilenceWatch } from './silence-watch.ts'
import { unitRandom } from '../../kernel/unit-random.ts'

/** How often a quiet, healthy connection is looked at. */
const QUIET_PROBE_MS = 20_000
/**
 * Longest wait between looks while the service is away: what a cashier waits at most for the queue
 * to move.
 */
const AWAY_PROBE_MS_MAX = 5_000

export interface Connection {
  /** By the last exchange that ended. */
  state(): ServiceVerdict
  /** What a person is told: also that it keeps everybody waiting. */
  shown(): ConnectionState
  cause(): RefusalCode | null
  lastAnswerAt(): EpochMs | null
  /**
   * When the service last came back after an outage; receipts of the outage are due an hour later.
   */
  returnedAt(): EpochMs | null
  /** The service's clock less ours, from its last Date header; null before one was seen. */
  skewMs(): number | null
  /** Receipts may be sent now. */
  isOpen(): boolean
  /** The service is known to be out of reach: a sale made now needs a provisional slip. */
  isDown(): boolean
  /** Learns from any exchange. */
  learn(outcome: HttpOutcome): void
  /** Nothing is sent for a while: no receipt can pass, whatever it says. */
  pauseService(cause: RefusalCode, pauseMs?: number): void
  start(): void
  /** Looks now; used when settings change. */
  check(): void
  stop(): void
}

interface ConnectionPorts {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly probe: () => Promise<HttpOutcome>
  /** Who waits for an answer at this moment. */
  readonly silence: Pick<SilenceWatch, 'heard' | 'stop'>
  /** Survives a restart, so that one in mid-outage does not lose count. */
  readonly outage: OutageMemory
  /** The state a person sees changed. */
  readonly onChange: () => void
  /** A probe found the service well. */
  readonly onOnline: () => void
  /** Receipts may be sent (again). */
  readonly onOpen: () => void
}

/** `downSince` is set while the service is out of reach. */
export interface Outage {
  readonly downSince: EpochMs | null
  readonly returnedAt: EpochMs | null
}
export interface OutageMemory {
  load(): Outage
  save(outage: Outage): void
}

/**
 * How long a fault of the set-up keeps receipts back before one of them may try again; of key or
 * company, longer.
 */
const SERVICE_PAUSE_MS = 60_000
const REFUSED_PAUSE_MS = 300_000
const pauseMsOf = (cause: RefusalCode) =>
  cause === 'API_KEY_REFUSED' || cause === 'COMPANY_REFUSED' ? REFUSED_PAUSE_MS : SERVICE_PAUSE_MS

export function createConnection(ports: ConnectionPorts): Connection {
  const { clock, randomness, silence } = ports
  const verdicts = createVerdicts(ports)
  /**
   * In vain since it was well. Not what many receipts under way failed with in one blip: the first
   * look afterwards comes at once.
   */
  let looksInVain = 0
  const nextProbeMs = () =>
    verdicts.state() === 'online'
      ? QUIET_PROBE_MS
      : Math.min(backoffMs(looksInVain, unitRandom(randomness)), AWAY_PROBE_MS_MAX)
  const lookout = createLookout(ports, nextProbeMs, (outcome) => {
    verdicts.learn(outcome)
    const isWell = verdicts.state() === 'online'
    looksInVain = isWell ? 0 : looksInVain + 1
    if (isWell) nowOrInTurn(clock, ports.onOnline)
  })
  return {
    state: verdicts.state,
    cause: verdicts.cause,
    lastAnswerAt: verdicts.lastAnswerAt,
    returnedAt: verdicts.returnedAt,
    skewMs: verdicts.skewMs,
    isOpen: verdicts.isOpen,
    shown: () =>
      shownConnection({ verdict: verdicts.state(), ...silence.heard() }, clock.monotonicMs()),
    isDown: () => verdicts.state() === 'offline' || verdicts.state() === 'trouble',
    learn(outcome) {
      const before = verdicts.state()
      verdicts.learn(outcome)
      if (verdicts.state() !== before) lookout.again()
    },
    pauseService(cause, pauseMs = pauseMsOf(cause)) {
      verdicts.pause(cause, pauseMs)
      lookout.again(pauseMs)
    },
    start: lookout.start,
    check() {
      verdicts.startOver()
      looksInVain = 0
      lookout.now()
    },
    stop() {
      lookout.stop()
      silence.stop()
    },
  }
}

/** What the exchanges so far say of the service. */
function createVerdicts({
  clock,
  outage,
  onChange,
  onOpen,
}: Pick<ConnectionPorts, 'clock' | 'outage' | 'onChange' | 'onOpen'>) {
  let state: ServiceVerdict = 'checking'
  let cause: RefusalCode | null = null
  let lastAnswerAt: EpochMs | null = null
  let pausedUntilMs = 0
  let held = true
  let skewMs: number | null = null
  const outages = createOutageNotes(clock, outage)
  const isPaused = () => clock.monotonicMs() < pausedUntilMs
  const isOpen = () => state === 'online' || (state === 'trouble' && !isPaused())
  const become = (next: ServiceVerdict, nextCause: RefusalCode | null) => {
    const changed = next !== state || nextCause !== cause
    state = next
    cause = nextCause
    nowOrInTurn(clock, () => outages.see(next))
    if (changed) onChange()
    // One failing receipt must not make the others, or itself, run at every look: only a real gap
    // ends with a wake-up.
    if (!isOpen()) held = true
    else if (held) {
      held = false
      nowOrInTurn(clock, onOpen)
    }
  }
  return {
    state: () => state,
    cause: () => cause,
    lastAnswerAt: () => lastAnswerAt,
    returnedAt: outages.returnedAt,
    skewMs: () => skewMs,
    isOpen,
    learn(outcome: HttpOutcome) {
      if (outcome.kind === 'answered') {
        lastAnswerAt = clock.now()
        skewMs = readSkewMs(outcome.headers, lastAnswerAt) ?? skewMs
      }
      const verdict = connectionStateOf(outcome)
      if (verdict.state === 'offline') pausedUntilMs = 0
      // A healthy read says nothing about a key or company that was refused a moment ago.
      if (verdict.state !== 'online' || !isPaused()) become(verdict.state, verdict.cause)
    },
    pause(pauseCause: RefusalCode, pauseMs: number) {
      pausedUntilMs = clock.monotonicMs() + pauseMs
      become('trouble', pauseCause)
    },
    startOver() {
      pausedUntilMs = 0
    },
  }
}

/** A shorter gap is no outage, and does not start the hour of the law again. */
const OUTAGE_MS_MIN = 60_000

/** Remembers since when the service is away and when it came back. */
function createOutageNotes(clock: Clock, memory: OutageMemory) {
  let saved = memory.load()
  /** Also what the disk has refused to keep. */
  let outage = saved
  const after = (state: ServiceVerdict): Outage => {
    const now = clock.now()
    if (state === 'offline' && outage.downSince === null) return { ...outage, downSince: now }
    if (state !== 'online' || outage.downSince === null) return outage
    const isOutage = Math.abs(now - outage.downSince) >= OUTAGE_MS_MIN
    return { downSince: null, returnedAt: isOutage ? now : outage.returnedAt }
  }
  return {
    returnedAt: () => outage.returnedAt,
    see(state: ServiceVerdict) {
      outage = after(state)
      if (outage === saved) return
      memory.save(outage)
      saved = outage
    },
  }
}

function readSkewMs(headers: Readonly<Record<string, string>>, now: EpochMs): number | null {
  const theirs = Date.parse(headers['date'] ?? '')
  return Number.isNaN(theirs) ? null : theirs - now
}

/** Asks the service again and again, one question at a time, at the pace `nextDelayMs` gives. */
function createLookout(
  { clock, probe }: Pick<ConnectionPorts, 'clock' | 'probe'>,
  nextDelayMs: () => number,
  learn: (outcome: HttpOutcome) => void,
) {
  let stopped = true
  let asking = false
  let cancelTimer: () => void = () => {}
  const again = (delayMs = nextDelayMs()) => {
    cancelTimer()
    if (!stopped) cancelTimer = clock.after(delayMs, now)
  }
  const now = () => {
    cancelTimer()
    if (asking || stopped) return
    asking = true
    const hear = (outcome: HttpOutcome) => {
      if (!stopped) learn(outcome)
    }
    const goOn = () => {
      asking = false
      again()
    }
    // Whatever becomes of an answer, the next question is asked.
    unattended(clock, probe().then(hear).finally(goOn))
  }
  return {
    again,
    now,
    start() {
      stopped = false
      now()
    },
    stop() {
      stopped = true
      cancelTimer()
    },
  }
}

/** As much of an answer shows whether it is a web page. */
const PAGE_START_CHARS = 100

/** What one exchange says of the service. */
function connectionStateOf(outcome: HttpOutcome): {
  state: ServiceVerdict
  cause: RefusalCode | null
} {
  if (outcome.kind === 'unsent' && outcome.detail === 'API_KEY_MISSING')
    return { state: 'trouble', cause: 'API_KEY_MISSING' }
  if (outcome.kind !== 'answered') return { state: 'offline', cause: 'SERVICE_UNREACHABLE' }
  // A redirect or a web page is a gateway's or a hotel's, and not the service: receipts wait for it
  // behind them.
  const isPage =
    outcome.status < 300 && /^[\ufeff\s]*</.test(outcome.bodyText.slice(0, PAGE_START_CHARS))
  if ((outcome.status >= 300 && outcome.status < 400) || isPage)
    return { state: 'offline', cause: 'SERVICE_UNREACHABLE' }
  if (outcome.status === 401) return { state: 'trouble', cause: 'API_KEY_REFUSED' }
  if (outcome.status === 429 || outcome.status >= 500)
    return { state: 'trouble', cause: 'SERVICE_ERROR' }
  return { state: 'online', cause: null }
}
