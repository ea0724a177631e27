/** Threads that say something after their list was over: nobody hears it any more. */
import { expect, it, vi } from 'vitest'
import { refusal } from '#shared/languages/refusals.ts'
import type { ImportView } from '#shared/importing/importing.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createImportDesk } from './import-desk.ts'
import type { ImportTold } from './import-session.ts'

const PLAN = { problem: null } as unknown as NonNullable<ImportView['plan']>
const BYTE = { name: 'lista.csv', offset: 0, totalBytes: 1, base64: 'YQ==' }

function desk() {
  const threads: ((told: ImportTold) => void)[] = []
  const pragma = vi.fn()
  const importing = createImportDesk({
    port: (_, onTold) => {
      threads.push(onTold)
      return { ask() {}, end: () => Promise.resolve() }
    },
    db: { pragma } as unknown as TillDatabase,
    database: 'till.db',
    sealKey: null,
    clock: { now: () => 0 } as never,
    log: () => {},
  })
  const receive = (importId: string) => importing.receive({ importId, list: 'goods', ...BYTE })
  return { importing, threads, pragma, receive }
}
const LATE: readonly ImportTold[] = [
  { kind: 'failed', refusal: refusal('IMPORT_FAILED'), detail: 'exit 1' },
  { kind: 'done', done: { created: 1, changed: 0, left: 0, wasStopped: false } },
]

it.each(LATE)('$kind of a list that ended does not touch how the next one waits', (late) => {
  const { importing, threads, pragma, receive } = desk()
  receive('one')
  receive('two')
  threads[1]?.({ kind: 'plan', plan: PLAN })
  expect(importing.accept('two', 'Paula', () => {}).ok).toBe(true)
  const waits = pragma.mock.calls.length
  threads[0]?.(late)
  expect(pragma.mock.calls).toHaveLength(waits)
  expect(importing.view()).toMatchObject({ importId: 'two', phase: 'writing' })
  threads[1]?.(LATE[1] as ImportTold)
  expect(pragma.mock.calls).toHaveLength(waits + 1)
})

it('what it says once more after its end is done is not told twice', () => {
  const { importing, threads, receive } = desk()
  receive('one')
  threads[0]?.({ kind: 'plan', plan: PLAN })
  const onDone = vi.fn()
  importing.accept('one', 'Paula', onDone)
  for (const told of LATE.toReversed()) threads[0]?.(told)
  expect(onDone).toHaveBeenCalledTimes(1)
  expect(importing.view()).toMatchObject({ phase: 'done' })
})
