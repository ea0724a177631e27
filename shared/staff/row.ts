/** What a row of the contract is made of, and the types of core and client that follow from it. */
import type { z } from 'zod'
import type { SaleId, ScreenId } from '../core/brand.ts'
import type { Refusal } from '../languages/refusals.ts'
import type { Result } from '../core/result.ts'
import type { LentRight } from './need.ts'
import type { PlainRight } from './need.ts'
import type { AuditAction } from './views.ts'

/**
 * Who is answered.
 * - `anyone`: also behind a locked counter, with nobody signed in.
 * - `served`: whoever has typed a PIN; anyone while the till has no people. A row that cannot
 *   refuse says beside it what a locked screen gets (`BehindLock`).
 * - `settings`: whoever may change the owner's settings, by own right or lent by a PIN for this
 *   visit.
 * - `own:X`: whoever has right X; `own:manageStaff` is for what lasts beyond a visit, in which the
 *   settings are lent.
 * - `owner`: an owner alone, by own right: for what brings other people along or carries the till
 *   away, key and all. A right to the settings alone would be a way to be the owner.
 * - `lent:X`: the same as `own:X`, or a PIN over the shoulder, whose `approvalId` comes with the
 *   command.
 * - `content`: whoever serves; what the command asks for beyond that hangs on what is in it.
 */
export type Who =
  | 'anyone'
  | 'served'
  | 'settings'
  | 'owner'
  | 'content'
  | `own:${PlainRight}`
  | `lent:${LentRight}`

/** Carries a type from the row to those who read it. */
interface Gives<Output> {
  readonly output?: Output
  /** The core answers later: it asks a device, the service or a thread first. */
  readonly isLater: boolean
}
export const gives = <Output>(): [Output] extends [Promise<unknown>] ? never : Gives<Output> =>
  ({ isLater: false }) as never
export const later = <Output>(): Gives<Promise<Output>> => ({ isLater: true })
/** What was asked for, or why not. */
export const result = <Value>(): Gives<Result<Value, Refusal>> => ({ isLater: false })
export const laterResult = <Value>(): Gives<Promise<Result<Value, Refusal>>> => later()

/**
 * `query` changes nothing, `command` may; only a query is answered to a request that comes as a
 * question (GET).
 */
interface Row<
  Kind extends 'query' | 'command',
  Input extends z.ZodType | null,
  Output,
  Person extends boolean = boolean,
> {
  readonly kind: Kind
  /** Null where there is nothing to say. Checked where it arrives. */
  readonly input: Input
  readonly gives: Gives<Output>
  readonly who: Who
  /** Of a row that cannot refuse: what a locked screen gets instead. Null where it is refused. */
  readonly behindLock: BehindLock<unknown> | null
  /** Whoever is answered has typed a PIN, and the core is told who it is. */
  readonly hasPerson: Person
  /** A till at rest answers every query, and of the commands those that say so. */
  readonly isDoneAtRest: boolean
  /** The receipt it shows or does something to; null where it names none. */
  readonly receipt: NamedReceipt | null
  /** The rows it may leave in the log of the shop. */
  readonly logs: readonly AuditAction[]
}
export type AnyRow = Row<'query' | 'command', z.ZodType | null, unknown>

/** Refused to whoever may not see that receipt. */
interface NamedReceipt {
  of(input: never): SaleId
  /** Its paper in hand is enough: it takes back what was sold. */
  readonly isHeldEnough: boolean
  /** The row in the log when the paper was enough, or null. */
  readonly logsHeld: AuditAction | null
}

/**
 * A row whose answer is no Result tells nobody of a refusal, so it says what a locked screen gets:
 * always the same (`locked`, and the core is not asked), or a part of the answer (`lockedPart`).
 * Whoever serves gets all of it.
 */
type BehindLock<Answer> = { readonly locked: Answer } | { lockedPart(whole: Answer): Answer }

/** Only who can be told of a refusal may be refused. */
type Refusable = Result<unknown, Refusal> | Promise<Result<unknown, Refusal>>
type WhoFor<Output> = [Output] extends [Refusable] ? Who : 'anyone' | BehindLock<Awaited<Output>>

type PersonOf<W> = W extends 'anyone' | object ? false : true

function row<Kind extends 'query' | 'command', Input extends z.ZodType | null, Output, W>(
  kind: Kind,
  input: Input,
  output: Gives<Output>,
  who: Who | BehindLock<unknown>,
  logs: readonly AuditAction[],
): Row<Kind, Input, Output, PersonOf<W>> {
  const isWho = typeof who === 'string'
  return {
    kind,
    input,
    gives: output,
    who: isWho ? who : 'served',
    behindLock: isWho ? null : who,
    hasPerson: (isWho && who !== 'anyone') as PersonOf<W>,
    isDoneAtRest: kind === 'query',
    receipt: null,
    logs,
  }
}

export function query<Input extends z.ZodType | null, Output, const W extends WhoFor<Output>>(
  input: Input,
  output: Gives<Output>,
  who: W,
  ...logs: readonly AuditAction[]
): Row<'query', Input, Output, PersonOf<W>> {
  return row<'query', Input, Output, W>('query', input, output, who, logs)
}

export function command<Input extends z.ZodType | null, Output, const W extends WhoFor<Output>>(
  input: Input,
  output: Gives<Output>,
  who: W,
  ...logs: readonly AuditAction[]
): Row<'command', Input, Output, PersonOf<W>> {
  return row<'command', Input, Output, W>('command', input, output, who, logs)
}

/** The same command, obeyed at rest too: it sells, prints, sends and changes nothing. */
export const atRest = <R extends AnyRow>(obeyed: R): R => ({ ...obeyed, isDoneAtRest: true })

/** The same row, refused to whoever may not see the receipt it names. */
export const ofReceipt = <R extends AnyRow>(of: (input: InputOf<R>) => SaleId, seen: R): R => ({
  ...seen,
  receipt: { of, isHeldEnough: false, logsHeld: null },
})

/** The same; the paper in hand is enough. */
export const ofPaperInHand = <R extends AnyRow>(
  of: (input: InputOf<R>) => SaleId,
  held: R,
  logsHeld: AuditAction | null = null,
): R => ({ ...held, receipt: { of, isHeldEnough: true, logsHeld } })

type OutputOf<R> = R extends { readonly gives: Gives<infer Output> } ? Output : never
type InputOf<R> = R extends { readonly input: infer Input extends z.ZodType }
  ? z.output<Input>
  : null

/** The core's side of a row. `by` is the screen that asks. */
export type CoreMethod<R> =
  InputOf<R> extends null
    ? (by?: ScreenId) => OutputOf<R>
    : undefined extends InputOf<R>
      ? (input?: InputOf<R>, by?: ScreenId) => OutputOf<R>
      : null extends InputOf<R>
        ? (input?: InputOf<R>, by?: ScreenId) => OutputOf<R>
        : (input: InputOf<R>, by?: ScreenId) => OutputOf<R>

/**
 * What a feature answers a row with. Where the row says that a person asks, it is told who
 * (`Person`): the guard has looked, and nobody looks again.
 */
export type Handler<R, Person> = R extends { readonly hasPerson: true }
  ? InputOf<R> extends null
    ? (by: ScreenId | undefined, who: Person) => OutputOf<R>
    : (input: InputOf<R>, by: ScreenId | undefined, who: Person) => OutputOf<R>
  : CoreMethod<R>

type Sent<R> = R extends { readonly input: infer Input extends z.ZodType } ? z.input<Input> : null

/**
 * The screen's side: it says who it is by itself, may leave out what has a default, and every
 * answer comes over a wire.
 */
export type ClientMethod<R> =
  Sent<R> extends null
    ? () => Promise<Awaited<OutputOf<R>>>
    : undefined extends Sent<R>
      ? (input?: Sent<R>) => Promise<Awaited<OutputOf<R>>>
      : (input: Sent<R>) => Promise<Awaited<OutputOf<R>>>

/** A command that only does. */
export const done = gives<Result<null, Refusal>>()
