/**
 * The wire to a card terminal: opened again by itself, and nothing received is acknowledged before
 * whoever hears it has done with it.
 */
import type { Log } from '#shared/core/ports.ts'
import { ACK, createFrameReader, NAK, type Heard } from '#shared/card/frame.ts'
import { readAnswer, type CardAnswer } from '#shared/card/messages.ts'
import type { Result } from '#shared/core/result.ts'
import type { Clock, Wire, WirePort } from '../kernel/ports.ts'
import { createAsking, type Asked, type Question } from './asking.ts'
import type { CardHealth } from './card-terminal.ts'

/** As the makers' own libraries set the line. */
const LINE = { speed: 115_200, framing: '8N1' } as const
const AGAIN_MS = 2_000
/** A driver that hangs holds up neither other settings nor the closing of the till. */
const CLOSE_MS = 2_000

export interface LineParts {
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>
  readonly wires: WirePort
  /** The port's name at this moment; asked before each opening. */
  readonly find: () => Promise<Result<string, CardHealth>>
  readonly onOpen: () => void
  /** Hears every whole answer first. What it throws was not received: it is said again. */
  readonly hear: (answer: CardAnswer) => void
  readonly log: Log
}

export interface CardLine {
  isOpen(): boolean
  isAsking(): boolean
  /** Why it is not open. */
  trouble(): CardHealth
  /** How long nothing was said or heard, since it was opened at most. */
  quietMs(): number
  ask(question: Question): Promise<Asked>
  close(): Promise<void>
}

export function openLine(parts: LineParts): CardLine {
  const { clock } = parts
  let isOver = false
  let state: { readonly wire: Wire | null; readonly isOpen: boolean } = {
    wire: null,
    isOpen: false,
  }
  let trouble: CardHealth = 'absent'
  let lastAtMs = clock.monotonicMs()
  let forget = () => {}
  const touch = () => void (lastAtMs = clock.monotonicMs())
  const send = (bytes: Uint8Array) => {
    touch()
    state.wire?.send(bytes)
  }
  const asking = createAsking(clock, send)
  const take = takeHeard(parts, asking, send)
  const gone = (why: CardHealth) => {
    state = { wire: null, isOpen: false }
    trouble = why
    asking.cutOff()
    forget()
    if (!isOver) forget = clock.after(AGAIN_MS, connect)
  }
  const openAt = (found: Result<string, CardHealth>) => {
    if (isOver) return
    if (!found.ok) return gone(found.refusal)
    const read = createFrameReader()
    const onBytes = (bytes: Uint8Array) => {
      touch()
      for (const heard of read(bytes)) take(heard)
    }
    const onOpen = () => {
      touch()
      state = { ...state, isOpen: true }
      parts.onOpen()
    }
    const line = { path: found.value, ...LINE }
    state = { wire: parts.wires.open(line, { onOpen, onBytes, onGone: gone }), isOpen: false }
  }
  const connect = () => void parts.find().then(openAt, () => gone('absent'))
  connect()

  return {
    isOpen: () => state.isOpen,
    isAsking: asking.isAsking,
    trouble: () => trouble,
    quietMs: () => clock.monotonicMs() - lastAtMs,
    ask: (question) => (state.isOpen ? asking.ask(question) : Promise.resolve('silent')),
    async close() {
      const { wire } = state
      isOver = true
      state = { wire: null, isOpen: false }
      forget()
      asking.cutOff()
      await within(clock, CLOSE_MS, wire?.close())
    },
  }
}

function takeHeard(
  { hear, log }: LineParts,
  asking: ReturnType<typeof createAsking>,
  send: (bytes: Uint8Array) => void,
): (heard: Heard) => void {
  const frame = (text: string) => {
    try {
      const answer = readAnswer(text)
      hear(answer)
      const then = asking.heard(answer)
      send(Uint8Array.of(ACK))
      then()
    } catch (error) {
      log('a card terminal was not answered', { error: String(error) })
    }
  }
  return (heard) => {
    if (heard.kind === 'ack') asking.acked()
    else if (heard.kind === 'nak') asking.refused()
    else if (heard.isWhole) frame(heard.text)
    else send(Uint8Array.of(NAK))
  }
}

/** Waits for it, and no longer. */
function within(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: Promise<void> = Promise.resolve(),
): Promise<void> {
  return new Promise((resolve) => {
    const stop = clock.after(ms, resolve)
    const done = () => {
      stop()
      resolve()
    }
    void work.then(done, done)
  })
}
