import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encodeCommands } from '#shared/escpos/command.ts'
import { parseEscpos } from '#shared/escpos/parse.ts'
import type { PrinterTrouble } from '../../till/kernel/ports.ts'
import { Answers } from './answers.ts'
import type { PrinterLink } from './printer-link.ts'
import { nobodyKnows } from './known-printers.ts'
import { recoveryBytes } from '../recovery.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import { Sending, type LinkTimes } from './sending.ts'

const TIMES: LinkTimes = {
  chunkBytes: 8,
  answerMs: 5,
  lateAnswerMs: 5,
  stallMs: 10,
  halfSentWaitMsMax: 40,
  silentEndMs: 20,
  silentBytesPerMs: 1_000,
  confirmMs: 10,
}
const RECOVERY = recoveryBytes()
/** Three pictures of dots that are in nothing else that goes over the line. */
const PAPER = pictures([12, 12, 16])

function pictures(rowsOfBytes: readonly number[]): Uint8Array {
  return encodeCommands(
    rowsOfBytes.map((bytes) => ({
      kind: 'raster',
      page: {
        widthDots: 8,
        bytesPerRow: 1,
        heightDots: bytes,
        bits: new Uint8Array(bytes).fill(0xaa),
      },
    })),
  )
}

const asking = (paper: Uint8Array): Uint8Array =>
  Uint8Array.of(...paper, ...encodeCommands([{ kind: 'ask-status', what: 1 }]))

/** A line that passes `passes` bytes on and then no more, until it is let go. */
function lineThatPasses(passes: number) {
  const out: number[] = []
  const kept: number[] = []
  const answers = new Answers()
  const work = (): void => {
    while (out.length < passes && kept.length > 0) out.push(kept.shift() ?? 0)
    answers.notify()
  }
  const link: PrinterLink = {
    answers,
    error: null,
    isClosed: false,
    get waitingBytes() {
      return kept.length
    },
    write(bytes) {
      kept.push(...bytes)
      work()
    },
    finish: () => Promise.resolve(kept.length > 0 ? 'over' : 'unsaid'),
    destroy: () => undefined,
  }
  return { link, paperOut: () => out.filter((byte) => byte === 0xaa).length }
}

function run(link: PrinterLink, troubles: (PrinterTrouble | null)[] = []) {
  const onTrouble = (trouble: PrinterTrouble | null): void => void troubles.push(trouble)
  return new Sending(link, TIMES, {
    signal: new AbortController().signal,
    onTrouble,
    heard: null,
    known: nobodyKnows(),
  }).run(PAPER)
}

describe('sending over a line', () => {
  it('holds the paper when not even what comes before it goes out', async () => {
    const { link, paperOut } = lineThatPasses(10)
    expect(await run(link)).toMatchObject({ kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA' })
    expect(paperOut()).toBe(0)
  })

  it('tells the trouble and does not know, when the line stops inside the paper', async () => {
    const troubles: (PrinterTrouble | null)[] = []
    const { link, paperOut } = lineThatPasses(3 + RECOVERY.length + 8 + 10)
    expect(await run(link, troubles)).toMatchObject({
      kind: 'unknown',
      reason: 'PRINTER_NOT_TAKING_DATA',
    })
    expect([paperOut(), troubles]).toEqual([10, ['PRINTER_NOT_TAKING_DATA']])
  })

  it('says when everything was taken and only the word is missing', async () => {
    const { link } = lineThatPasses(Infinity)
    expect(await run(link)).toMatchObject({ kind: 'unknown', isAllTaken: true })
  })
})

const [REAL_TIME, SENSOR, FINE, PAPER_THERE] = [0x10, 0x72, 0x12, 0x00]
const ONLY_REAL_TIME: HeardAnswers = {
  realTime: true,
  sensor: false,
  automatic: false,
  printed: false,
}

/**
 * A printer that answers whatever it is sent with these bytes; from `stopsAt` bytes on it takes no
 * more of them.
 */
function chatterbox(says: (bytes: Uint8Array) => readonly number[], stopsAt = Infinity) {
  const answers = new Answers()
  let given = 0
  const link: PrinterLink = {
    answers,
    error: null,
    isClosed: false,
    get waitingBytes() {
      return Math.max(0, given - stopsAt)
    },
    write(bytes) {
      given += bytes.length
      answers.push(Uint8Array.from(says(bytes)))
    },
    finish: () => Promise.resolve(given > stopsAt ? 'over' : 'unsaid'),
    destroy: () => undefined,
  }
  return link
}

function sendTo(link: PrinterLink, heard: HeardAnswers | null, times = TIMES, paper = PAPER) {
  const options = {
    signal: new AbortController().signal,
    onTrouble: () => undefined,
    heard,
    known: { ...nobodyKnows(), isClean: true },
    confirmation: { kind: 'status' } as const,
  }
  return new Sending(link, times, options).run(paper)
}

describe('a printer that talks without being asked', () => {
  it('has taken nothing by that of what still waits here', async () => {
    const link = chatterbox(() => [FINE, PAPER_THERE], 30)
    expect(await sendTo(link, null)).toMatchObject({
      kind: 'unknown',
      reason: 'PRINTER_NOT_TAKING_DATA',
    })
  })

  it('is not believed when it calls a paper printed', async () => {
    expect(
      await sendTo(
        chatterbox(() => [FINE, PAPER_THERE]),
        null,
      ),
    ).toEqual({ kind: 'accepted' })
  })

  it('and one that answers when it is asked is', async () => {
    const asked = chatterbox((bytes) =>
      bytes[0] === REAL_TIME ? [FINE] : bytes.at(-2) === SENSOR ? [PAPER_THERE] : [],
    )
    expect(await sendTo(asked, null, TIMES, asking(PAPER))).toEqual({ kind: 'printed' })
  })
})

describe('a printer that answers at once and knows no question behind a paper', () => {
  const says = (bytes: Uint8Array) => (bytes[0] === REAL_TIME ? [FINE] : [])

  it('gets its papers like one that answers nothing, once that is known of it', async () => {
    expect(await sendTo(chatterbox(says), ONLY_REAL_TIME)).toEqual({ kind: 'accepted' })
  })

  it('before that is not waited for until a forgotten roll would be changed', async () => {
    const patient = { ...TIMES, halfSentWaitMsMax: 3_600_000 }
    expect(await sendTo(chatterbox(says), null, patient)).toMatchObject({
      kind: 'unknown',
      isAllTaken: true,
    })
  })
})

/** A line that stops at these bytes, and each time goes on long after the printer is asked why. */
function lineThatStopsAt(stops: readonly number[]) {
  const out: number[] = []
  const kept: number[] = []
  const left = [...new Set(stops)].sort((a, b) => a - b)
  const answers = new Answers()
  let isResting = false
  const goOn = (): void => {
    isResting = false
    left.shift()
    work()
  }
  const work = (): void => {
    while (kept.length > 0 && out.length !== left[0]) {
      out.push(kept.shift() ?? 0)
      const end = out.slice(-3).join(' ')
      if (end === '16 4 2') answers.push(Uint8Array.of(FINE))
      if (end === '29 114 1') answers.push(Uint8Array.of(PAPER_THERE))
    }
    if (out.length === left[0] && !isResting) {
      isResting = true
      setTimeout(goOn, 3 * TIMES.stallMs)
    }
    answers.notify()
  }
  const link: PrinterLink = {
    answers,
    error: null,
    isClosed: false,
    get waitingBytes() {
      return kept.length
    },
    write(bytes) {
      kept.push(...bytes)
      work()
    },
    finish: () => Promise.resolve('over'),
    destroy: () => undefined,
  }
  return { link, out }
}

describe('a question about the printer', () => {
  afterEach(() => vi.useRealTimers())

  it('stands between two commands, wherever the line stops and however it is cut', async () => {
    vi.useFakeTimers()
    let questions = 0
    const someRows = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 })
    const someStops = fc.array(fc.integer({ min: 4, max: 400 }), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(someRows, someStops, fc.integer({ min: 1, max: 64 }), async (...way) => {
        const [rows, stops, chunkBytes] = way
        const { link, out } = lineThatStopsAt(stops)
        const times = { ...TIMES, chunkBytes, halfSentWaitMsMax: 60_000 }
        const sent = sendTo(link, null, times, asking(pictures(rows)))
        await vi.runAllTimersAsync()
        expect((await sent).kind).toBe('printed')
        const read = parseEscpos(Uint8Array.from(out))
        expect(read.ok).toBe(true)
        const commands = read.ok ? read.value.map(({ command }) => command) : []
        const dots = commands.filter(({ kind }) => kind === 'raster')
        expect(Buffer.from(encodeCommands(dots)).equals(Buffer.from(pictures(rows)))).toBe(true)
        questions += commands.filter(({ kind }) => kind === 'ask-real-time').length - 1
      }),
      { numRuns: 200 },
    )
    expect(questions).toBeGreaterThan(100)
  })
})

describe('a printer that has ever answered', () => {
  const sendBy = (
    link: PrinterLink,
    known = nobodyKnows(),
    signal = new AbortController().signal,
  ) =>
    new Sending(link, TIMES, { signal, onTrouble: () => undefined, heard: null, known }).run(PAPER)

  it('and is silent gets not a byte of a paper', async () => {
    const known = nobodyKnows()
    const says = (bytes: Uint8Array) => (bytes[0] === REAL_TIME ? [0x32] : [])
    expect(await sendBy(chatterbox(says), known)).toMatchObject({ reason: 'PAPER_OUT' })
    const { link, paperOut } = lineThatPasses(Infinity)
    expect(await sendBy(link, known)).toMatchObject({ kind: 'held' })
    expect(paperOut()).toBe(0)
  })

  it('is asked once more after what ends an open picture, which took the question for dots', async () => {
    let given = 0
    const says = (bytes: Uint8Array) => {
      given += bytes.length
      const isBetween = given > RECOVERY.length
      if (bytes[0] === REAL_TIME && isBetween) return [FINE]
      return bytes.at(-2) === SENSOR && isBetween ? [PAPER_THERE] : []
    }
    const known = { ...nobodyKnows(), hasAnswered: true }
    expect((await sendBy(chatterbox(says), known)).kind).toBe('accepted')
  })

  it('answers late, when all of the paper is gone: what it says then still counts', async () => {
    const answers = new Answers()
    const { link } = lineThatPasses(Infinity)
    const late: PrinterLink = {
      ...link,
      answers,
      waitingBytes: 0,
      write(bytes) {
        if (bytes.at(-1) === 0xaa) setImmediate(() => answers.push(Uint8Array.of(0x32)))
      },
    }
    const silent = { ...ONLY_REAL_TIME, realTime: false }
    const options = { signal: new AbortController().signal, onTrouble: () => undefined }
    const sending = new Sending({ ...late, finish: () => Promise.resolve('taken') }, TIMES, {
      ...options,
      heard: silent,
      known: { ...nobodyKnows(), isClean: true },
    })
    expect(await sending.run(PAPER)).toMatchObject({ kind: 'unknown', reason: 'PAPER_OUT' })
  })
})
