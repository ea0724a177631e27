import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTcpTransport } from '#printing/tcp/tcp-transport.ts'
import type { TcpTimes } from '#printing/tcp/tcp-transport.ts'
import type { SendOutcome, Transport } from '#printing/transport.ts'
import type { PrinterTrouble } from '#till/kernel/ports.ts'
import { encodeCommands } from '#shared/escpos/command.ts'
import type { EscposCommand } from '#shared/escpos/command.ts'
import { parseEscpos } from '#shared/escpos/parse.ts'
import { PLAIN_HANDLING, planPaper } from '#shared/escpos/plan.ts'
import { ATTACKS, FakePrinter, tcpPrinter } from './fake-printer.ts'
import type { FakeBehaviour } from './fake-printer.ts'

/** The same decisions as in the shop, only with less patience. */
const TIMES: TcpTimes = {
  connectMs: 2_000,
  answerMs: 60,
  lateAnswerMs: 150,
  stallMs: 40,
  halfSentWaitMsMax: 400,
  silentEndMs: 200,
  silentBytesPerMs: 1_000,
  confirmMs: 200,
}

let fake: FakePrinter
let transport: Transport

beforeEach(async () => {
  await plugIn()
})

afterEach(async () => {
  await fake.stop()
})

async function plugIn(behaviour: Partial<FakeBehaviour> = {}): Promise<void> {
  fake = await FakePrinter.start(behaviour)
  transport = createTcpTransport(TIMES)
}

function paper(rows: number, seed = 1): Uint8Array {
  const bits = new Uint8Array(72 * rows).map((_, index) => (index * 31 + seed * 17) & 0xff)
  return encodeCommands(
    planPaper({ widthDots: 576, heightDots: rows, bytesPerRow: 72, bits }, PLAIN_HANDLING, false),
  )
}

function send(
  bytes: Uint8Array,
  onTrouble: (trouble: PrinterTrouble | null) => void = () => undefined,
): Promise<SendOutcome> {
  return transport.send(tcpPrinter(fake.port), bytes, {
    signal: new AbortController().signal,
    onTrouble,
  })
}

function parsed(bytes: Uint8Array): readonly EscposCommand[] {
  const commands = parseEscpos(bytes)
  return commands.ok ? commands.value.map(({ command }) => command) : []
}

function rowsOf(commands: readonly EscposCommand[] = []): number {
  return commands.reduce(
    (sum, command) => sum + (command.kind === 'raster' ? command.page.heightDots : 0),
    0,
  )
}

describe('a network printer', () => {
  it('prints a paper whole and says so', async () => {
    expect(await send(paper(700))).toEqual({ kind: 'accepted' })
    expect([fake.papers.length, rowsOf(fake.papers[0]), fake.garbage]).toEqual([1, 700, []])
  })

  it('prints papers one after the other without anything between them', async () => {
    for (let seed = 0; seed < 5; seed += 1)
      expect((await send(paper(100, seed))).kind).toBe('accepted')
    expect(fake.papers.map((commands) => rowsOf(commands))).toEqual([100, 100, 100, 100, 100])
    expect(fake.garbage).toEqual([])
  })

  it.each([
    ['out of paper', 'PAPER_OUT'],
    ['with its cover open', 'COVER_OPEN'],
  ] as const)('%s before the start holds the paper back', async (_, reason) => {
    if (reason === 'PAPER_OUT') fake.rowsLeft = 0
    else fake.isCoverOpen = true
    const outcome = await send(paper(50))
    expect(outcome.kind === 'held' && outcome.reason).toBe(reason)
    expect(await transport.troubleOf(tcpPrinter(fake.port))).toBe(reason)
    fake.attend()
    expect([fake.papers.length, fake.unfinished.length]).toEqual([0, 0])
    expect(await transport.troubleOf(tcpPrinter(fake.port))).toBeNull()
  })

  it('out of paper in the middle: said, waited for, printed once and whole', async () => {
    fake.rowsLeft = 300
    const troubles: (PrinterTrouble | null)[] = []
    const outcome = await send(paper(700), (trouble) => {
      troubles.push(trouble)
      if (trouble === 'PAPER_OUT') fake.attend()
    })
    expect(outcome).toEqual({ kind: 'accepted' })
    expect(fake.papers.map((commands) => rowsOf(commands))).toEqual([700])
    expect(troubles).toContain('PAPER_OUT')
    expect(troubles.at(-1)).toBeNull()
  })

  it('left alone in the middle it is unknown, and the next paper is not swallowed by the rest', async () => {
    fake.rowsLeft = 300
    const outcome = await send(paper(700))
    expect(outcome.kind).toBe('unknown')
    fake.attend()
    expect((await send(paper(90))).kind).toBe('accepted')
    expect(fake.garbage).toEqual([])
    expect(rowsOf(fake.papers.at(-1))).toBe(90)
  })

  it('a printer that is off is missing', async () => {
    const { port } = fake
    await fake.stop()
    const outcome = await transport.send(tcpPrinter(port), paper(10), {
      signal: new AbortController().signal,
      onTrouble: () => undefined,
    })
    expect(outcome.kind === 'held' && outcome.reason).toBe('PRINTER_NOT_FOUND')
    await plugIn()
  })

  it('a power cut at every 16th byte never passes for a print, and nothing is on paper that is sent again', async () => {
    const bytes = paper(9)
    expect((await send(paper(3))).kind).toBe('accepted')
    const kinds = new Set<string>()
    for (let after = 0; after < bytes.length; after += 16) {
      const before = fake.papers.length
      const questionBytes = 3
      fake.dieAfterBytes = questionBytes + after
      const outcome = await send(bytes)
      kinds.add(outcome.kind)
      expect({ after, kind: outcome.kind }).not.toEqual({ after, kind: 'accepted' })
      expect(fake.papers.length).toBe(before)
      if (outcome.kind === 'held') expect(rowsOf(fake.unfinished)).toBe(0)
      expect((await send(paper(2))).kind).toBe('accepted')
      expect(rowsOf(fake.papers.at(-1))).toBeGreaterThanOrEqual(2)
    }
    expect(kinds).toContain('unknown')
    expect(fake.garbage).toEqual([])
  })
})

describe('a network printer that says when it has printed', () => {
  const confirmed = { kind: 'process-id', token: 'A1B2' } as const
  const asking = encodeCommands(
    planPaper(
      { widthDots: 576, heightDots: 60, bytesPerRow: 72, bits: new Uint8Array(72 * 60).fill(0x3c) },
      PLAIN_HANDLING,
      false,
      { confirmation: confirmed },
    ),
  )
  const sendAsking = (
    onTrouble: (trouble: PrinterTrouble | null) => void = () => undefined,
  ): Promise<SendOutcome> =>
    transport.send(tcpPrinter(fake.port), asking, {
      signal: new AbortController().signal,
      onTrouble,
      confirmation: confirmed,
    })

  it('is believed', async () => {
    await fake.stop()
    await plugIn({ saysPrinted: true })
    expect(await sendAsking()).toEqual({ kind: 'printed' })
    expect(fake.garbage).toEqual([])
  })

  it('says so after a new roll, not before', async () => {
    await fake.stop()
    await plugIn({ saysPrinted: true })
    fake.rowsLeft = 20
    const troubles: (PrinterTrouble | null)[] = []
    const outcome = await sendAsking((trouble) => {
      troubles.push(trouble)
      if (trouble === 'PAPER_OUT') fake.attend()
    })
    expect([
      outcome.kind,
      troubles.includes('PAPER_OUT'),
      troubles.at(-1),
      fake.papers.length,
    ]).toEqual(['printed', true, null, 1])
  })

  it('by its name only, is taken for one that does not: sent, never printed', async () => {
    expect(await sendAsking()).toEqual({ kind: 'accepted' })
  })

  it('with GS r is believed as well', async () => {
    const bytes = encodeCommands([...parsed(paper(20)), { kind: 'ask-status', what: 1 }])
    const outcome = await transport.send(tcpPrinter(fake.port), bytes, {
      signal: new AbortController().signal,
      onTrouble: () => undefined,
      confirmation: { kind: 'status' },
    })
    expect(outcome).toEqual({ kind: 'printed' })
  })
})

describe('a network printer asked for its paper (GS r)', () => {
  const bytes = () => encodeCommands([...parsed(paper(20)), { kind: 'ask-status', what: 1 }])
  const ask = () =>
    transport.send(tcpPrinter(fake.port), bytes(), {
      signal: new AbortController().signal,
      onTrouble: () => undefined,
      confirmation: { kind: 'status' },
    })

  it('that answers "no paper" has printed nothing that counts: a person looks', async () => {
    fake.sensorByte = 0x0c
    expect(await ask()).toMatchObject({ kind: 'unknown', reason: 'PAPER_OUT' })
    expect(await send(paper(20))).toMatchObject({ kind: 'unknown', reason: 'PAPER_OUT' })
  })

  it('that answers "near end" has printed, and says that the roll is low', async () => {
    fake.sensorByte = 0x03
    expect(await ask()).toEqual({ kind: 'printed', isPaperLow: true })
    expect(await send(paper(20))).toEqual({ kind: 'accepted', isPaperLow: true })
    fake.sensorByte = 0x00
    expect(await ask()).toEqual({ kind: 'printed' })
  })
})

describe.each(ATTACKS)('%s at every 16th byte of a paper', (kind) => {
  it('loses nothing in silence and prints no second paper by itself', async () => {
    const bytes = paper(6)
    transport = createTcpTransport({
      connectMs: 5_000,
      answerMs: 1_000,
      lateAnswerMs: 1_000,
      stallMs: 4,
      halfSentWaitMsMax: 12,
      silentEndMs: 40,
      silentBytesPerMs: 10_000,
      confirmMs: 40,
    })
    const told = new Set<string>()
    for (let atByte = 0; atByte < bytes.length; atByte += 16) {
      const before = fake.papers.length
      const questionBytes = 3
      fake.attack = { kind, atByte: questionBytes + atByte }
      const outcome = await send(bytes)
      told.add(outcome.kind)
      fake.attack = null
      fake.attend()
      const whole = fake.papers.slice(before).filter((commands) => rowsOf(commands) === 6)
      // Said to be with the printer: it comes out. Held: not a row of it may be there, because it
      // is sent again.
      if (outcome.kind === 'accepted')
        await expect.poll(() => fake.papers.length, { timeout: 20_000 }).toBe(before + 1)
      if (outcome.kind === 'held')
        expect({ atByte, rows: rowsOf(fake.unfinished), whole: whole.length }).toEqual({
          atByte,
          rows: 0,
          whole: 0,
        })
      expect(whole.length).toBeLessThanOrEqual(1)
      // A person looked: what follows is whole, and no rest of the paper before swallows it.
      const next = await send(paper(2))
      expect(next.kind).toBe('accepted')
      expect(rowsOf(fake.papers.at(-1))).toBeGreaterThanOrEqual(2)
    }
    expect(fake.garbage).toEqual([])
    expect(told.size).toBeGreaterThan(0)
  })
})

describe('a network printer that answers late', () => {
  it('is waited for: what it says then is what counts', async () => {
    fake.answersAfterMs = 100
    fake.rowsLeft = 0
    for (let tries = 0; tries < 3; tries += 1)
      expect(await send(paper(50))).toMatchObject({ kind: 'held', reason: 'PAPER_OUT' })
    expect(fake.unfinished).toEqual([])
    fake.attend()
    expect((await send(paper(50))).kind).toBe('accepted')
    expect(fake.papers.length).toBe(1)
  })

  it('too late to be waited for, once it has answered, gets nothing: no paper and no pulse', async () => {
    fake.rowsLeft = 0
    expect(await send(paper(50))).toMatchObject({ kind: 'held', reason: 'PAPER_OUT' })
    fake.answersAfterMs = 14_000
    const printed: string[] = []
    fake.onPrint = ({ kind }) => printed.push(kind)
    const pulse = encodeCommands([{ kind: 'drawer', pin: 2, onMs: 50, offMs: 500 }])
    for (const bytes of [paper(50), pulse, paper(50)])
      expect(await send(bytes)).toMatchObject({ kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA' })
    expect(await transport.troubleOf(tcpPrinter(fake.port))).toBe('PRINTER_NOT_TAKING_DATA')
    fake.attend()
    expect(printed).toEqual([])
    fake.answersAfterMs = 0
    expect((await send(paper(50))).kind).toBe('accepted')
    expect(fake.papers.length).toBe(1)
  })
})

describe('a network printer that answers no questions', () => {
  it('and hangs up in the middle of a paper has not taken it', async () => {
    await fake.stop()
    await plugIn({ isTalkative: false })
    const bytes = paper(400)
    for (let after = 14_000; after < bytes.length; after += 1_300) {
      fake.hangUpAfterBytes = after
      expect({ after, kind: (await send(bytes)).kind }).toEqual({ after, kind: 'unknown' })
    }
  })

  it('counts as printed when it takes everything and closes', async () => {
    await fake.stop()
    await plugIn({ isTalkative: false })
    expect(await send(paper(400))).toEqual({ kind: 'accepted' })
    expect(fake.papers.map((commands) => rowsOf(commands))).toEqual([400])
  })

  it('is unknown when it never closes', async () => {
    await fake.stop()
    await plugIn({ isTalkative: false, closesAfterEnd: false })
    expect((await send(paper(400))).kind).toBe('unknown')
  })

  it('after its first silence is in trouble: not a byte of the next paper is sent, and it comes out once there is life', async () => {
    await fake.stop()
    await plugIn({ isTalkative: false })
    fake.isCoverOpen = true
    const troubles: (PrinterTrouble | null)[] = []
    const first = await send(paper(40), (trouble) => troubles.push(trouble))
    expect(first).toMatchObject({ kind: 'unknown', reason: 'PRINTER_NOT_TAKING_DATA' })
    // Said while it is waited for, not when all is over.
    expect(troubles).toEqual(['PRINTER_NOT_TAKING_DATA'])
    for (let paperNumber = 0; paperNumber < 3; paperNumber += 1) {
      expect(await send(paper(50))).toMatchObject({
        kind: 'held',
        reason: 'PRINTER_NOT_TAKING_DATA',
      })
    }
    expect(await transport.troubleOf(tcpPrinter(fake.port))).toBe('PRINTER_NOT_TAKING_DATA')
    fake.attend()
    expect((await send(paper(60))).kind).toBe('accepted')
    expect(fake.papers.map((commands) => rowsOf(commands)).filter((rows) => rows === 50)).toEqual(
      [],
    )
    expect(await transport.troubleOf(tcpPrinter(fake.port))).toBeNull()
  })

  it('that never says a word is believed when a person has seen its paper', async () => {
    await fake.stop()
    await plugIn({ isTalkative: false, closesAfterEnd: false })
    expect((await send(paper(40))).kind).toBe('unknown')
    expect((await send(paper(40))).kind).toBe('held')
    transport.believe?.(tcpPrinter(fake.port))
    expect((await send(paper(40))).kind).toBe('unknown')
    expect(fake.papers.length).toBe(2)
  })

  it('is unknown when it stops taking data', async () => {
    await fake.stop()
    await plugIn({ isTalkative: false, listensWhenStuck: false })
    fake.rowsLeft = 100
    expect((await send(paper(2_000))).kind).toBe('unknown')
  })
})
