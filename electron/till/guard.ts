/**
 * Who is answered, before anything is done: what the row of the contract says of the person, of a
 * till at rest and of the receipt it names, for every way to the core alike. What a command asks
 * for beyond it hangs on its content, and is judged where that is known, in its own transaction.
 */
import { CONTRACT, type CommandName, type TillApi } from '#shared/bridge/contract.ts'
import { eventBehindLock } from '#shared/bridge/behind-the-lock.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { AnyRow } from '#shared/staff/row.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { PlainRight } from '#shared/staff/need.ts'
import type { RestStore } from './backup/moving/rest.ts'
import type { ReceiptVisibility } from './sold/receipt-visibility.ts'
import type { Giver, Handlers, Staff } from './staff/staff-ports.ts'

export interface GuardPorts {
  readonly staff: Pick<Staff, 'actor' | 'settingsRight' | 'audit'>
  readonly rest: Pick<RestStore, 'now'>
  readonly sight: Pick<ReceiptVisibility, 'sees' | 'holds'>
}

/** The core behind the guard. What has no row is not in it. */
export function guarded(handlers: Handlers, feed: TillApi['feed'], ports: GuardPorts): TillApi {
  const open: Record<string, unknown> = { feed: feedBehind(feed, ports.staff) }
  for (const name of Object.keys(CONTRACT) as CommandName[])
    open[name] = behind(CONTRACT[name], handlers[name] as Method, ports)
  return open as unknown as TillApi
}

type Method = (...given: readonly unknown[]) => unknown

function behind(row: AnyRow, method: Method, ports: GuardPorts): Method {
  const refused = refusing(row)
  return (...given) => {
    const input = row.input === null ? null : given[0]
    const who = whoAsks(row, ports.staff, input)
    const why = whyNot(row, ports, input, who)
    if (why !== null) return refused(why)
    if (hasLockedPart(row)) {
      const whole = method(...given)
      return ports.staff.actor().ok ? whole : row.behindLock.lockedPart(whole)
    }
    const screen = given[row.input === null ? 0 : 1]
    const told = row.hasPerson && who?.ok === true ? [screen, who.value] : [screen]
    return row.input === null ? method(...told) : method(input, ...told)
  }
}

/**
 * A row that shows a part behind the lock is judged after its answer: `signOut` is asked by
 * somebody and answered to nobody.
 */
function whyNot(
  row: AnyRow,
  ports: GuardPorts,
  input: unknown,
  who: ReturnType<typeof whoAsks>,
): Refusal | null {
  if (who !== null && !who.ok && !hasLockedPart(row)) return who.refusal
  if (!row.isDoneAtRest && ports.rest.now() !== null) return refusal('TILL_AT_REST')
  return row.receipt === null ? null : beyondSight(row.receipt, ports, input, who)
}

type Locked = { lockedPart(whole: unknown): unknown }
const hasLockedPart = (row: AnyRow): row is AnyRow & { readonly behindLock: Locked } =>
  row.behindLock !== null && 'lockedPart' in row.behindLock

/** As the row refuses; one that cannot says what it answers where nobody is served. */
function refusing({ behindLock, gives: { isLater } }: AnyRow): (why: Refusal) => unknown {
  const locked = behindLock !== null && 'locked' in behindLock ? behindLock : null
  return (why) => {
    const answer = locked === null ? refuse(why) : locked.locked
    return isLater ? Promise.resolve(answer) : answer
  }
}

/** Null where the row answers anyone. */
function whoAsks(
  { who }: AnyRow,
  staff: GuardPorts['staff'],
  input: unknown,
): Result<Giver, Refusal> | null {
  if (who === 'anyone') return null
  const actor = staff.actor()
  if (!actor.ok) return actor
  if (who === 'settings') return staff.settingsRight.manager()
  const { rights, isOwner } = actor.value
  const itself = ok({ actor: actor.value, approverName: null, rights, isOwner })
  if (who === 'owner')
    return rights.manageStaff && isOwner ? itself : refuse(refusal('OWNER_REQUIRED'))
  const [kind, right] = who.split(':') as [string, PlainRight | undefined]
  if (right === undefined || rights[right]) return itself
  // Whether the approval is good for this, the command itself finds out, and uses it up.
  if (kind === 'lent' && approvalIn(input) !== null) return itself
  return refuse(refusal(right === 'manageStaff' ? 'OWNER_REQUIRED' : 'RIGHT_REQUIRED'))
}

function approvalIn(input: unknown): string | null {
  const { approvalId = null } = (input ?? {}) as { readonly approvalId?: string | null }
  return approvalId
}

/** A receipt whoever asks may not see; one they hold the paper of may still come back. */
function beyondSight(
  { of, isHeldEnough, logsHeld }: NonNullable<AnyRow['receipt']>,
  { sight, staff }: GuardPorts,
  input: unknown,
  who: Result<Giver, Refusal> | null,
): Refusal | null {
  const saleId: SaleId = of(input as never)
  if (sight.sees(saleId)) return null
  if (!isHeldEnough || !sight.holds(saleId)) return refusal('RECEIPT_NOT_SEEN')
  if (logsHeld !== null && who?.ok === true)
    staff.audit.write({ action: logsHeld, staff: who.value.actor, saleId })
  return null
}

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
