/**
 * The printer that the chaos counts at: its own slowness must not look like a broken promise of the
 * till.
 */
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { encodeCommand } from '#shared/escpos/command.ts'
import { startPaperSink } from './paper-sink.ts'

const ASK = Buffer.from(encodeCommand({ kind: 'ask-real-time', what: 2 }))
const CLOSING_ASK = Buffer.from(encodeCommand({ kind: 'ask-status', what: 1 }))
const PAPER = Buffer.concat([
  Buffer.from(encodeCommand({ kind: 'initialize' })),
  Buffer.from(encodeCommand({ kind: 'cut', mode: 'partial', feedUnits: 0 })),
])
const SHA256 = createHash('sha256').update(PAPER).digest('hex')

/** What the sink has counted after a till has written all this and gone. */
async function countedAfter(bytes: Buffer): Promise<unknown> {
  const sink = await startPaperSink(() => {})
  await new Promise((resolve, reject) => {
    connect(sink.port, '127.0.0.1').on('error', reject).on('close', resolve).resume().end(bytes)
  })
  const counted = { papers: [...sink.papers], strange: sink.strange, brokenOff: sink.brokenOff() }
  await sink.close()
  return counted
}

it.each([
  ['answered in time', Buffer.concat([PAPER, CLOSING_ASK])],
  ['asked while it was busy, and taken for one that answers nothing', Buffer.concat([ASK, PAPER])],
  ['asked in between why it is slow', Buffer.concat([ASK, PAPER, CLOSING_ASK, ASK])],
])('counts a whole paper once: %s', async (_, bytes) => {
  expect(await countedAfter(bytes)).toEqual({ papers: [[SHA256, 1]], strange: [], brokenOff: 0 })
})

it('does not count a paper that ended with the till', async () => {
  expect(await countedAfter(PAPER.subarray(0, 3))).toEqual({
    papers: [],
    strange: [],
    brokenOff: 1,
  })
})
