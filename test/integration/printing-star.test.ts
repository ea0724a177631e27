/** A Star printer on the network: asked in its own language, and given no byte of another's. */
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTcpTransport } from '#printing/tcp/tcp-transport.ts'
import { traitsOf } from '#printing/profiles.ts'
import { planPaper } from '#shared/escpos/plan.ts'
import { encodeStar } from '#shared/star/star.ts'
import { printOnStar } from '../paper-reader/star.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

const TIMES = {
  connectMs: 2_000,
  answerMs: 100,
  lateAnswerMs: 100,
  stallMs: 60,
  halfSentWaitMsMax: 600,
  silentEndMs: 500,
  silentBytesPerMs: 1_000,
  confirmMs: 100,
}
const QUESTION = Buffer.from([0x1b, 0x06, 0x01])
const READY = [0x23, 0x86, 0, 0, 0, 0, 0, 0, 0]

let server: Server
let status: readonly number[] = READY
let taken: Buffer[] = []
beforeEach(async () => {
  status = READY
  taken = []
  server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      // Real-time: answered at once and no part of the paper.
      const at = bytes.indexOf(QUESTION)
      if (at >= 0) socket.write(Uint8Array.from(status))
      taken.push(
        at < 0
          ? bytes
          : Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + QUESTION.length)]),
      )
    })
    socket.on('end', () => socket.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

function star(): PrinterConfig {
  return {
    id: 'star',
    name: 'star',
    widthMm: 80,
    dots: 576,
    hasCutter: true,
    hasDrawer: true,
    profileId: 'star-tsp100',
    transport: { kind: 'tcp', host: '127.0.0.1', port: (server.address() as AddressInfo).port },
  }
}

function paper(rows: number): Uint8Array {
  const bits = new Uint8Array(72 * rows).map((_, index) => (index * 31) & 0xff)
  const { handling } = traitsOf(star())
  return encodeStar(
    planPaper({ widthDots: 576, heightDots: rows, bytesPerRow: 72, bits }, handling, true),
    'star-raster',
  )
}

const send = (bytes: Uint8Array) =>
  createTcpTransport(TIMES).send(star(), bytes, {
    signal: new AbortController().signal,
    onTrouble: () => undefined,
  })

describe('a Star printer on the network', () => {
  it('prints a paper whole, cut, with its drawer, and is sent nothing it does not know', async () => {
    expect(await send(paper(300))).toEqual({ kind: 'accepted' })
    const { papers, pulses } = printOnStar(576, Buffer.concat(taken))
    expect(papers.map(({ heightDots, cut }) => [heightDots, cut])).toEqual([[300, 'partial']])
    expect(pulses).toEqual([{ drawer: 1, onMs: 50 }])
  })

  it.each([
    ['without paper', [0x23, 0x86, 0x08, 0, 0, 0x08, 0, 0, 0], 'PAPER_OUT'],
    ['with its cover open', [0x23, 0x86, 0x28, 0, 0, 0, 0, 0, 0], 'COVER_OPEN'],
  ])('%s holds the paper and says why', async (_, said, reason) => {
    status = said
    expect(await send(paper(50))).toMatchObject({ kind: 'held', reason })
    expect(await createTcpTransport(TIMES).troubleOf(star())).toBe(reason)
    expect(Buffer.concat(taken)).toHaveLength(0)
  })

  it('that is ready is in no trouble', async () => {
    expect(await createTcpTransport(TIMES).troubleOf(star())).toBeNull()
  })
})
