import { describe, expect, it } from 'vitest'
import type { PrinterTrouble } from '../../till/ports.ts'
import { Answers } from './answers.ts'
import type { PrinterLink } from './printer-link.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import { Sending, type LinkTimes } from './sending.ts'

const TIMES: LinkTimes = {
  chunkBytes: 8,
  answerMs: 5,
  stallMs: 10,
  halfSentWaitMsMax: 40,
  silentEndMs: 20,
  silentBytesPerMs: 1_000,
  confirmMs: 10,
}
const RECOVERY = new Uint8Array(20)
const PAPER = Uint8Array.from({ length: 40 }, () => 0xaa)

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

function run(
  link: PrinterLink,
  recovery: Uint8Array | null,
  troubles: (PrinterTrouble | null)[] = [],
) {
  const onTrouble = (trouble: PrinterTrouble | null): void => void troubles.push(trouble)
  return new Sending(link, TIMES, {
    signal: new AbortController().signal,
    onTrouble,
    heard: null,
  }).run(recovery, PAPER)
}

describe('sending over a line', () => {
  it('holds the paper when not even what comes before it goes out', async () => {
    const { link, paperOut } = lineThatPasses(10)
    expect(await run(link, RECOVERY)).toMatchObject({
      kind: 'held',
      reason: 'PRINTER_NOT_TAKING_DATA',
    })
    expect(paperOut()).toBe(0)
  })

  it('tells the trouble and does not know, when the line stops inside the paper', async () => {
    const troubles: (PrinterTrouble | null)[] = []
    const { link, paperOut } = lineThatPasses(3 + RECOVERY.length + 10)
    expect(await run(link, RECOVERY, troubles)).toMatchObject({
      kind: 'unknown',
      reason: 'PRINTER_NOT_TAKING_DATA',
    })
    expect([paperOut(), troubles]).toEqual([10, ['PRINTER_NOT_TAKING_DATA']])
  })

  it('says when everything was taken and only the word is missing', async () => {
    const { link } = lineThatPasses(Infinity)
    expect(await run(link, RECOVERY)).toMatchObject({ kind: 'unknown', isAllTaken: true })
  })
})

const [REAL_TIME, FINE, PAPER_THERE] = [0x10, 0x12, 0x00]
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

function sendTo(link: PrinterLink, heard: HeardAnswers | null, times = TIMES) {
  const options = {
    signal: new AbortController().signal,
    onTrouble: () => undefined,
    heard,
    confirmation: { kind: 'status' } as const,
  }
  return new Sending(link, times, options).run(null, PAPER)
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
      bytes[0] === REAL_TIME ? [FINE] : bytes.at(-1) === 0x55 ? [PAPER_THERE] : [],
    )
    const options = {
      signal: new AbortController().signal,
      onTrouble: () => undefined,
      heard: null,
      confirmation: { kind: 'status' } as const,
    }
    expect(
      await new Sending(asked, TIMES, options).run(null, Uint8Array.of(...PAPER, 0x55)),
    ).toEqual({ kind: 'printed' })
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
