import { describe, expect, it } from 'vitest'
import type { PrinterTrouble } from '../../till/kernel/ports.ts'
import type { SendOptions } from '../transport.ts'
import type { CupsJob } from './cups.ts'
import { followJob } from './follow-job.ts'

type Look = CupsJob | 'gone' | null
const WAITS: CupsJob = { state: 'waiting', isTills: true, begunAt: null, reasons: [] }
const RUNS: CupsJob = { state: 'processing', isTills: true, begunAt: 100, reasons: [] }

/**
 * A queue that shows one look after the other, the last one for ever; `afterCancel` once somebody
 * has cancelled.
 */
function queue(looks: readonly Look[], afterCancel: Look = { ...RUNS, state: 'canceled' }) {
  const left = [...looks]
  const told = { cancels: 0 }
  return {
    told,
    look: () =>
      Promise.resolve(
        told.cancels > 0
          ? afterCancel
          : left.length > 1
            ? (left.shift() ?? null)
            : (left[0] ?? null),
      ),
    cancel: () => {
      told.cancels += 1
      return Promise.resolve()
    },
  }
}

type Tried = Partial<SendOptions> & {
  readonly giveUpMs?: number
  readonly afterCancel?: Look
  readonly forgetsPrinted?: boolean
}

async function follow(
  looks: readonly Look[],
  { giveUpMs = 60_000, afterCancel, forgetsPrinted = false, ...options }: Tried = {},
) {
  const job = { ...queue(looks, afterCancel), forgetsPrinted }
  const troubles: (PrinterTrouble | null)[] = []
  const onTrouble = (trouble: PrinterTrouble | null) => troubles.push(trouble)
  const send = { signal: new AbortController().signal, onTrouble, ...options }
  const outcome = await followJob(job, send, 9, { lookEveryMs: 0, quietMs: 0, giveUpMs })
  const kind = outcome.kind === 'held' ? outcome.reason : outcome.kind
  return { kind, cancels: job.told.cancels, troubles }
}

describe('a job in the queue of the system', () => {
  it.each([
    [
      'is accepted when the queue has finished it',
      [WAITS, RUNS, { ...RUNS, state: 'completed' }],
      'accepted',
      0,
    ],
    ['is unknown when somebody purged it while it was printed', [RUNS, 'gone'], 'unknown', 0],
    ['is unknown when somebody purged it before it was begun', [WAITS, 'gone'], 'unknown', 0],
    [
      'outlives a server that does not answer for a while',
      [RUNS, null, null, { ...RUNS, state: 'completed' }],
      'accepted',
      0,
    ],
    [
      'is taken out when it is held to be printed again',
      [RUNS, { ...RUNS, state: 'waiting' }],
      'unknown',
      1,
    ],
    [
      'is taken out when it broke off between two looks',
      [WAITS, { ...RUNS, state: 'waiting' }],
      'unknown',
      1,
    ],
    [
      'is taken out when it is printed again already',
      [RUNS, { ...RUNS, begunAt: 101 }],
      'unknown',
      1,
    ],
    [
      'is unknown when it was printed twice between two looks',
      [RUNS, { ...RUNS, state: 'completed', begunAt: 103 }],
      'unknown',
      0,
    ],
    ['is unknown when the queue gave it up', [RUNS, { ...RUNS, state: 'aborted' }], 'unknown', 0],
    [
      'is unknown when somebody cancelled it',
      [WAITS, { ...WAITS, state: 'canceled' }],
      'unknown',
      0,
    ],
  ] as const)('%s', async (_, looks, kind, cancels) => {
    expect(await follow(looks)).toMatchObject({ kind, cancels })
  })

  it('is accepted where the queue keeps nothing it has printed, and was seen to print it', async () => {
    expect(await follow([RUNS, 'gone'], { forgetsPrinted: true })).toMatchObject({
      kind: 'accepted',
    })
    expect(await follow([WAITS, 'gone'], { forgetsPrinted: true })).toMatchObject({
      kind: 'unknown',
    })
  })

  it('says what keeps it, and that it goes on', async () => {
    const because = (...reasons: string[]): CupsJob => ({ ...RUNS, reasons })
    const end = { ...RUNS, state: 'completed' } as const
    const looks = [
      WAITS,
      because('connecting-to-device'),
      because('media-empty-error'),
      because('media-empty-error'),
      RUNS,
      end,
    ]
    expect((await follow(looks)).troubles).toEqual([
      'PRINTER_BUSY',
      'PRINTER_NOT_FOUND',
      'PAPER_OUT',
      null,
    ])
  })

  it('may go elsewhere when the till withdraws it before it was begun, and only then', async () => {
    const signal = AbortSignal.abort()
    const free = await follow([WAITS], { signal, afterCancel: { ...WAITS, state: 'canceled' } })
    expect(free).toMatchObject({ kind: 'PRINTER_NOT_TAKING_DATA', cancels: 1 })
    expect(
      await follow([WAITS], { signal, afterCancel: { ...RUNS, state: 'canceled' } }),
    ).toMatchObject({ kind: 'unknown', cancels: 1 })
    expect(await follow([WAITS], { signal, afterCancel: null })).toMatchObject({
      kind: 'unknown',
      cancels: 1,
    })
  })

  it('is left to finish when the till closes in the middle, and taken out when nobody expects it any more', async () => {
    expect(await follow([RUNS], { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'unknown',
      cancels: 0,
    })
    expect(await follow([RUNS], { giveUpMs: 0 })).toMatchObject({ kind: 'unknown', cancels: 1 })
  })

  it('is never left behind when it would be worthless late', async () => {
    const late = { signal: AbortSignal.abort(), isWorthlessLate: true }
    expect(await follow([RUNS], late)).toMatchObject({ kind: 'accepted', cancels: 1 })
    expect(await follow([{ ...RUNS, reasons: ['connecting-to-device'] }], late)).toMatchObject({
      kind: 'unknown',
      cancels: 1,
    })
  })
})
