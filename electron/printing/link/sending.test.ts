import { describe, expect, it } from 'vitest'
import type { PrinterTrouble } from '../../till/ports.ts'
import { Answers } from './answers.ts'
import type { PrinterLink } from './printer-link.ts'
import { Sending, type LinkTimes } from './sending.ts'

const TIMES: LinkTimes = {
  chunkBytes: 8, answerMs: 5, stallMs: 10, halfSentWaitMsMax: 40, silentEndMs: 20, silentBytesPerMs: 1_000, confirmMs: 10,
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
    answers, error: null, isClosed: false,
    get waitingBytes() { return kept.length },
    write(bytes) {
      kept.push(...bytes)
      work()
    },
    finish: () => Promise.resolve(kept.length > 0 ? 'over' : 'unsaid'),
    destroy: () => undefined,
  }
  return { link, paperOut: () => out.filter((byte) => byte === 0xaa).length }
}

function run(link: PrinterLink, recovery: Uint8Array | null, troubles: (PrinterTrouble | null)[] = []) {
  const onTrouble = (trouble: PrinterTrouble | null): void => void troubles.push(trouble)
  return new Sending(link, TIMES, { signal: new AbortController().signal, onTrouble, heard: null }).run(recovery, PAPER)
}

describe('sending over a line', () => {
  it('holds the paper when not even what comes before it goes out', async () => {
    const { link, paperOut } = lineThatPasses(10)
    expect(await run(link, RECOVERY)).toMatchObject({ kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA' })
    expect(paperOut()).toBe(0)
  })

  it('tells the trouble and does not know, when the line stops inside the paper', async () => {
    const troubles: (PrinterTrouble | null)[] = []
    const { link, paperOut } = lineThatPasses(3 + RECOVERY.length + 10)
    expect(await run(link, RECOVERY, troubles)).toMatchObject({ kind: 'unknown', reason: 'PRINTER_NOT_TAKING_DATA' })
    expect([paperOut(), troubles]).toEqual([10, ['PRINTER_NOT_TAKING_DATA']])
  })

  it('says when everything was taken and only the word is missing', async () => {
    const { link } = lineThatPasses(Infinity)
    expect(await run(link, RECOVERY)).toMatchObject({ kind: 'unknown', isAllTaken: true })
  })
})
