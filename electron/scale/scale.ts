/**
 * The shop's scale: its port is opened and opened again by itself, and what it says is kept with
 * its age. Nobody waits for it, so it can never hold a sale.
 */
import type { ScaleConfig } from '#shared/devices/config.ts'
import { createScaleReader, type ScaleReader } from '#shared/devices/protocols.ts'
import {
  notHeard,
  settle,
  viewOf,
  type ScaleTrouble,
  type ScaleView,
  type Settling,
} from '#shared/devices/settling.ts'
import type { WireTrouble } from '#shared/devices/serial-port.ts'
import type { Clock, OpenWire, ScalePort, Wire } from '../till/kernel/ports.ts'
import { listSerialPorts, openSerialWire } from '#serial/serial-wire.ts'

interface ScaleOptions {
  /** Another wire, for tests. */
  readonly open?: OpenWire
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** Another pace, for tests. */
  readonly times?: Partial<ScaleTimes>
}

interface ScaleTimes {
  /** Between two questions. An answer at 1,200 bits a second takes 120. */
  readonly askMs: number
  /** Until a port that is away is tried again. */
  readonly againMs: number
  /** How long a trial listens. */
  readonly trialMs: number
  /**
   * How long a port may take to close. A driver that hangs holds up neither other settings nor the
   * closing of the till.
   */
  readonly closeMs: number
}

const TIMES: ScaleTimes = { askMs: 250, againMs: 2_000, trialMs: 3_000, closeMs: 2_000 }

export function createScale({
  open = openSerialWire,
  clock,
  times: other,
}: ScaleOptions): ScalePort {
  const times = { ...TIMES, ...other }
  const link = (config: ScaleConfig) => openLink(config, { open, clock, times })
  let wanted: ScaleConfig | null = null
  let current: Link | null = null
  let isOver = false
  /** One at a time: a port that is still closing cannot be opened. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const next = turn.then(work)
    turn = next.catch(() => undefined)
    return next
  }
  const follow = () =>
    inTurn(async () => {
      if (same(current?.config ?? null, wanted)) return
      await current?.close()
      current = wanted === null ? null : link(wanted)
    })

  return {
    use(config) {
      isOver = false
      if (same(wanted, config)) return
      wanted = config
      void follow()
    },
    now: () =>
      wanted === null
        ? NO_SCALE
        : same(current?.config ?? null, wanted)
          ? (current?.now() ?? NOT_YET)
          : NOT_YET,
    ports: listSerialPorts,
    tryOut: (config) =>
      inTurn(async () => {
        if (isOver) return NO_SCALE
        await current?.close()
        current = null
        const trial = link(config)
        const heard = await trial.firstWord(times.trialMs)
        await trial.close()
        if (wanted !== null) current = link(wanted)
        return heard
      }),
    async close() {
      isOver = true
      wanted = null
      await follow()
    },
  }
}

const NO_SCALE: ScaleView = { says: { kind: 'none' }, lastStable: null }
const NOT_YET: ScaleView = { says: { kind: 'silent' }, lastStable: null }

const same = (a: ScaleConfig | null, b: ScaleConfig | null) =>
  JSON.stringify(a) === JSON.stringify(b)

interface Link {
  readonly config: ScaleConfig
  now(): ScaleView
  /** The first thing it says that can be understood, or what there is when the time is over. */
  firstWord(withinMs: number): Promise<ScaleView>
  close(): Promise<void>
}

const TROUBLES: Readonly<Record<WireTrouble, ScaleTrouble>> = {
  absent: 'SCALE_NOT_FOUND',
  busy: 'SCALE_BUSY',
  'no-permission': 'SCALE_NO_PERMISSION',
}

type LinkParts = Required<Pick<ScaleOptions, 'open' | 'clock'>> & { readonly times: ScaleTimes }

function openLink(config: ScaleConfig, { open, clock, times }: LinkParts): Link {
  let isClosed = false
  let trouble: ScaleTrouble | null = null
  let heard: Settling = notHeard(clock.monotonicMs())
  let wire: Wire | null = null
  let forget = () => {}
  let onWord = () => {}

  const connect = () => {
    const reader = createScaleReader(config.protocol)
    trouble = null
    const mine = open(config, {
      onBytes(bytes) {
        const { readings, reply } = reader.hear(bytes)
        heard = settle(heard, readings, clock.monotonicMs())
        if (reply.length > 0) mine.send(reply)
        if (readings.length > 0) onWord()
      },
      onGone(why) {
        trouble = TROUBLES[why]
        forget()
        wire = null
        onWord()
        if (!isClosed) forget = clock.after(times.againMs, connect)
      },
    })
    wire = mine
    keepAsking(mine, reader)
  }
  const keepAsking = (mine: Wire, reader: ScaleReader) => {
    const question = reader.ask()
    if (question.length === 0) return
    mine.send(question)
    forget = clock.after(times.askMs, () => keepAsking(mine, reader))
  }
  const now = (): ScaleView => {
    const view = viewOf(heard, clock.monotonicMs())
    return trouble === null ? view : { ...view, says: { kind: 'away', trouble } }
  }
  connect()

  return {
    config,
    now,
    firstWord: (withinMs) =>
      new Promise((resolve) => {
        const stop = clock.after(withinMs, () => resolve(now()))
        onWord = () => {
          const view = now()
          // A weight counts once it is said twice.
          if (view.says.kind === 'moving' || view.says.kind === 'unclear') return
          stop()
          resolve(view)
        }
      }),
    async close() {
      isClosed = true
      forget()
      await new Promise<void>((resolve) => {
        const stop = clock.after(times.closeMs, resolve)
        void (wire?.close() ?? Promise.resolve()).finally(() => {
          stop()
          resolve()
        })
      })
    },
  }
}
