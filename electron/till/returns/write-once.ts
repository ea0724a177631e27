/** How what was decided comes on disk and is answered, for a return as for a change of document. */
import type { RefusalCode, Refusal } from '#shared/languages/refusals.ts'
import { assert, ok, type Result } from '#shared/core/result.ts'
import { guardCommit } from '../selling/guard-commit.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock } from '../kernel/ports.ts'

interface OnceWritten {
  readonly journal: Journal
  readonly clock: Clock
  readonly onCommitted: () => void
}

/**
 * `write` is the transaction; `read` finds what it made. Whoever waits is woken after the answer.
 */
export function writeOnce<Made>(
  { journal, clock, onCommitted }: OnceWritten,
  write: () => void,
  read: () => Made | null,
  codes: { readonly full: RefusalCode; readonly unknown: RefusalCode },
): Result<Made, Refusal> {
  const written = guardCommit(write, codes)
  if (!written.ok) return written
  journal.publish()
  clock.after(0, onCommitted)
  const made = read()
  assert(made !== null, 'what was written can be read')
  return ok(made)
}
