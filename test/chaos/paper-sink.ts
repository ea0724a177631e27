/**
 * A network printer that prints nothing and remembers everything: the hash of each whole paper, and
 * how many were cut off.
 */
import { createHash } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { parseEscpos } from '#shared/escpos/parse.ts'
import { recoveryBytes } from '../../electron/printing/recovery.ts'

/**
 * What stands before and after a paper on the wire: the real-time question, and the question in
 * line.
 */
const ASKED_BEFORE = Buffer.from([0x10, 0x04, 0x02])
const ASKED_AFTER = Buffer.from([0x1d, 0x72, 0x01])
const FINE = Uint8Array.of(0x12)
const SENSOR_FINE = Uint8Array.of(0x00)

export interface PaperSink {
  readonly port: number
  /** Papers received whole, by SHA-256 of their bytes: how often each came. */
  readonly papers: ReadonlyMap<string, number>
  /** Orders that broke off after some of their bytes. */
  brokenOff(): number
  /** Bytes no printer would understand. */
  readonly strange: readonly string[]
  close(): Promise<void>
}

/**
 * Real-time questions are no part of a paper. While this process is busy they come together with
 * it, before and after.
 */
function withoutQuestions(bytes: Buffer): Buffer {
  let rest = bytes
  while (rest.subarray(0, ASKED_BEFORE.length).equals(ASKED_BEFORE))
    rest = rest.subarray(ASKED_BEFORE.length)
  while (rest.length > 0 && rest.subarray(-ASKED_BEFORE.length).equals(ASKED_BEFORE))
    rest = rest.subarray(0, -ASKED_BEFORE.length)
  return rest
}

/** Its last command is the cut, so all of it is here. */
function isCutOff(paper: Buffer): boolean {
  const parsed = parseEscpos(paper)
  return parsed.ok && parsed.value.at(-1)?.command.kind === 'cut'
}

/** `onPaper` hears of the n-th paper when its first bytes have come. */
export async function startPaperSink(onPaper: (count: number) => void): Promise<PaperSink> {
  const papers = new Map<string, number>()
  const strange: string[] = []
  const recovery = Buffer.from(recoveryBytes())
  let started = 0
  let broken = 0
  const finish = (received: Buffer) => {
    const paper = received.subarray(
      received.subarray(0, recovery.length).equals(recovery) ? recovery.length : 0,
    )
    const parsed = parseEscpos(paper)
    if (!parsed.ok) strange.push(`at ${parsed.refusal.offset} of ${paper.length}`)
    const sha256 = createHash('sha256').update(paper).digest('hex')
    papers.set(sha256, (papers.get(sha256) ?? 0) + 1)
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let received = Buffer.alloc(0)
    socket
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(socket)
        const rest = withoutQuestions(received)
        // A till that got no answer in time takes this for a printer that gives none: it asks
        // nothing at the end either.
        if (isCutOff(rest)) finish(rest)
        else if (rest.length > 0) broken += 1
      })
    socket.on('data', (bytes: Buffer) => {
      if (received.length === 0 && bytes.equals(ASKED_BEFORE)) return void socket.write(FINE)
      if (received.length === 0) onPaper((started += 1))
      received = Buffer.concat([received, bytes])
      const asked = withoutQuestions(received)
      // The same three bytes may end a piece of an image: then the paper does not parse whole, and
      // more is to come.
      if (!asked.subarray(-ASKED_AFTER.length).equals(ASKED_AFTER)) return
      const paper = asked.subarray(0, -ASKED_AFTER.length)
      if (!parseEscpos(paper).ok) return
      finish(paper)
      received = Buffer.alloc(0)
      socket.write(SENSOR_FINE)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    papers,
    strange,
    brokenOff: () => broken,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
