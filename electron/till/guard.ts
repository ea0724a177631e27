/**
 * Who is answered, before anything is done: the column `who` of the contract, for every way to the
 * core alike. What a command asks for beyond it hangs on its content, and is judged where that is
 * known, in its own transaction.
 */
import { CONTRACT, type CommandName, type TillApi } from '#shared/bridge/contract.ts'
import { eventBehindLock } from '#shared/bridge/behind-the-lock.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { AnyRow, Who } from '#shared/staff/row.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { refuse } from '#shared/core/result.ts'
import type { PlainRight } from '#shared/staff/need.ts'
import type { Staff } from './staff/staff-ports.ts'

/** The same core behind the guard. What has no row is not in it. */
export function guarded(api: TillApi, staff: Pick<Staff, 'actor' | 'settingsRight'>): TillApi {
  const open: Record<string, unknown> = { feed: feedBehind(api.feed, staff) }
  for (const name of Object.keys(CONTRACT) as CommandName[]) {
    const row = CONTRACT[name] as AnyRow
    const method = api[name] as Method
    open[name] = row.who === 'anyone' ? method : behind(row, method, staff)
  }
  return open as unknown as TillApi
}

type Method = (...given: readonly unknown[]) => unknown

/**
 * The one thing that goes on by itself is judged event by event: a listener may have begun before
 * the counter was locked, and goes on when somebody signs in. Where the journal ends would tell how
 * much was sold, so behind the lock its numbers stay where the listener was.
 */
function feedBehind(feed: TillApi['feed'], staff: Pick<Staff, 'actor'>): TillApi['feed'] {
  return (afterSeq, signal, by) => {
    const isLocked = !staff.actor().ok
    const events = feed(isLocked ? null : afterSeq, signal, by)
    return toldOf(events, staff, isLocked && afterSeq !== null, afterSeq ?? 0)
  }
}

async function* toldOf(
  events: AsyncIterable<FeedEvent>,
  staff: Pick<Staff, 'actor'>,
  hasMissed: boolean,
  from: number,
): AsyncGenerator<FeedEvent, void, undefined> {
  let [seq, missed] = [from, hasMissed]
  for await (const event of events) {
    if (staff.actor().ok) {
      seq = event.seq
      yield event
    } else yield eventBehindLock(event, seq)
    if (missed) yield { seq, kind: 'reread', saleId: null }
    missed = false
  }
}

function behind(
  { who, behindLock, input, gives: { isLater } }: AnyRow,
  method: Method,
  staff: Pick<Staff, 'actor' | 'settingsRight'>,
): Method {
  const answer = (value: unknown) => (isLater ? Promise.resolve(value) : value)
  // Judged after the answer: `signOut` is asked by somebody and answered to nobody.
  if (behindLock !== null && 'lockedPart' in behindLock)
    return (...given) => {
      const whole = method(...given)
      return staff.actor().ok ? whole : behindLock.lockedPart(whole)
    }
  return (...given) => {
    const refused = refusedTo(who, staff, input === null ? null : given[0])
    if (refused === null) return method(...given)
    return answer(behindLock === null ? refuse(refused) : behindLock.locked)
  }
}

function refusedTo(
  who: Who,
  staff: Pick<Staff, 'actor' | 'settingsRight'>,
  input: unknown,
): Refusal | null {
  const actor = staff.actor()
  if (!actor.ok) return actor.refusal
  if (who === 'settings') {
    const manager = staff.settingsRight.manager()
    return manager.ok ? null : manager.refusal
  }
  const [kind, right] = who.split(':') as [string, PlainRight | undefined]
  if (right === undefined || actor.value.rights[right]) return null
  // Whether the approval is good for this, the command itself finds out, and uses it up.
  if (kind === 'lent' && approvalIn(input) !== null) return null
  return refusal(right === 'manageStaff' ? 'OWNER_REQUIRED' : 'RIGHT_REQUIRED')
}

function approvalIn(input: unknown): string | null {
  const { approvalId = null } = (input ?? {}) as { readonly approvalId?: string | null }
  return approvalId
}
