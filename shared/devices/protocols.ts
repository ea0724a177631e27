/**
 * What scales send, piece by piece as the wire hands it over: however the bytes are cut, the same
 * readings come out, and what is no whole message of the protocol gives none. Sources: CAS NT-200
 * and Caston-III manuals ("CAS protocol, 22 bytes":
 * `ST,GS,`, two bytes, `,` and the weight), Ohaus Aviator 7000 service manual 6.1.1 (ENQ, ACK, DC1,
 * check character), Transcell PC-150 manual B.1.4 (Toledo 8213: `W`, status byte). A&D's and
 * Ohaus's shorter lines are from memory.
 */
import type { ScaleProtocol } from './config.ts'
import { readWeight, type ScaleReading } from './reading.ts'

const [STX, ETX, ENQ, ACK, LF, CR, DC1, LETTER_W] = [0x02, 0x03, 0x05, 0x06, 0x0a, 0x0d, 0x11, 0x57]

/**
 * The longest message of any of them is 24 bytes; what grows beyond this without an end is noise.
 */
const MESSAGE_BYTES_MAX = 64

interface Heard {
  readonly readings: readonly ScaleReading[]
  /** What the scale waits for now; empty for nothing. */
  readonly reply: Uint8Array
}

export interface ScaleReader {
  /** Bytes as they come, in pieces of any size. */
  hear(bytes: Uint8Array): Heard
  /**
   * What asks for a weight now, empty where the scale speaks by itself. Half a message of before is
   * given up.
   */
  ask(): Uint8Array
}

export function createScaleReader(protocol: ScaleProtocol): ScaleReader {
  switch (protocol) {
    case 'lines':
      return { ask: () => NOTHING, hear: readerOf({ opens: [], ends: [LF, CR] }, readLine) }
    case 'cas-asked':
      return casReader()
    case 'toledo-asked':
      return {
        ask: () => Uint8Array.of(LETTER_W),
        hear: readerOf({ opens: [STX], ends: [CR] }, readToledo),
      }
  }
}

interface Frame {
  /** Bytes that begin a message anew; none = it begins where the last one ended. */
  readonly opens: readonly number[]
  readonly ends: readonly number[]
}

const NOTHING = new Uint8Array()

function readerOf(
  { opens, ends }: Frame,
  read: (message: readonly number[]) => ScaleReading | null,
): ScaleReader['hear'] {
  // Null: what comes belongs to no message until one begins. The first line may be the rest of one:
  // read strictly, it gives none.
  let message: number[] | null = opens.length === 0 ? [] : null
  return (bytes) => {
    const readings: ScaleReading[] = []
    for (const byte of bytes) {
      if (opens.includes(byte)) {
        message = []
      } else if (ends.includes(byte)) {
        const reading = message === null ? null : read(message)
        if (reading !== null) readings.push(reading)
        message = opens.length === 0 ? [] : null
      } else if (message !== null && message.length < MESSAGE_BYTES_MAX) {
        // One that is too long stays too long until its end: cut, the rest of it would pass for
        // another.
        message.push(byte)
      }
    }
    return { readings, reply: NOTHING }
  }
}

/**
 * Gross or net; `TR` is what the dish weighs, which is sold to nobody (A&D). Two bytes after the
 * second comma are the scale's number and its lamps, any values.
 */
const LINE = /^(ST|US),(?:GS|NT),(?:[\s\S]{2},)?([+-]?[ \d.]{4,9}[\d ])\s*(kg|g|lb|oz)\s*$/i

function readLine(message: readonly number[]): ScaleReading | null {
  if (message.length >= MESSAGE_BYTES_MAX) return null
  const text = textOf(message)
  if (/^OL,/.test(text)) return { kind: 'overload' }
  const [, state, number = '', unit = ''] = LINE.exec(text) ?? []
  if (state === 'US') return { kind: 'moving' }
  return state === 'ST' ? readWeight(number.trim(), unit) : null
}

/**
 * `SOH STX S|U sign ww.www kg BCC ETX EOT`, asked for by ENQ and, once it has answered ACK, by DC1.
 */
function casReader(): ScaleReader {
  let message: number[] | null = null
  return {
    ask() {
      message = null
      return Uint8Array.of(ENQ)
    },
    hear(bytes) {
      const readings: ScaleReading[] = []
      let isReady = false
      for (const byte of bytes) {
        // The check character may be any byte, so the place in the message tells it from what it
        // looks like.
        if (message !== null && message.length < CAS_BYTES) {
          message.push(byte)
        } else if (byte === ETX && message !== null) {
          const reading = readCas(message)
          if (reading !== null) readings.push(reading)
          message = null
        } else {
          message = byte === STX ? [] : null
          if (byte === ACK) isReady = true
        }
      }
      return { readings, reply: isReady ? Uint8Array.of(DC1) : NOTHING }
    },
  }
}

/** State, sign, six of weight, two of unit, check character. */
const CAS_BYTES = 11

function readCas(message: readonly number[]): ScaleReading | null {
  const said = message.slice(0, CAS_BYTES - 1)
  if (said.reduce((check, byte) => check ^ byte, 0) !== message.at(-1)) return null
  const text = textOf(said)
  const [state, sign] = [text[0], text[1]]
  if (sign === 'F') return { kind: 'overload' }
  if (sign !== ' ' && sign !== '-') return null
  if (state === 'U') return { kind: 'moving' }
  return state === 'S'
    ? readWeight(`${sign.trim()}${text.slice(2, 8).trim()}`, text.slice(8))
    : null
}

const TOLEDO = { moving: 0b1, outOfRange: 0b10, belowZero: 0b100 } as const

/**
 * Digits with their point, in kilos: this one names no unit. Or `?` and a byte that says why there
 * is no weight.
 */
function readToledo(message: readonly number[]): ScaleReading | null {
  if (message.length === 2 && message[0] === 0x3f) return readToledoState(message[1] ?? 0)
  const text = textOf(message)
  return /^[ \d]{1,4}\.\d{2,4}$/.test(text) ? readWeight(text.trim(), 'kg') : null
}

function readToledoState(state: number): ScaleReading | null {
  // Bits 5 and 6 are always set: it is how a state is told from noise.
  if ((state & 0b0110_0000) !== 0b0110_0000) return null
  if ((state & TOLEDO.outOfRange) !== 0) return { kind: 'overload' }
  if ((state & TOLEDO.belowZero) !== 0) return { kind: 'below-zero' }
  return (state & TOLEDO.moving) !== 0 ? { kind: 'moving' } : null
}

function textOf(bytes: readonly number[]): string {
  return String.fromCharCode(...bytes)
}
