/** Who serves, what they may, and what the people of a till stand on. */
import type { Ids } from '#shared/text/ids.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { RoleRights, Role } from '#shared/staff/rights.ts'
import type { CommandName, Contract, TillApi } from '#shared/bridge/contract.ts'
import type { Handler } from '#shared/staff/row.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock, Randomness } from '../kernel/ports.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Audit } from '../audit/audit.ts'
import type { Peppers } from './pin-pepper.ts'
import type { StaffStore, StoredMember } from './staff-store.ts'
import type { StaffMember } from '#shared/staff/views.ts'

/**
 * Who serves: `undefined` since the start of the program, null while the counter is locked.
 * Outlives the database.
 */
export interface CounterSession {
  staffId: string | null | undefined
  settingsLoan?: SettingsLoan | null
}

export interface StaffPorts {
  /** What support types on this machine. */
  readonly supportProgram?: string | undefined
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  /** For the salt of a PIN. */
  readonly randomness: Randomness
  readonly ids: Ids
  readonly session: CounterSession
  readonly demoStaff: DemoStaff
  readonly pinCost?: number | undefined
  /** One goes into every hash; without them there is none to be had here. */
  readonly peppers?: Peppers | null
  /** Nothing real is issued: the demo's people count. */
  readonly isDemo: () => boolean
  /** The name of a till nobody is set up at. */
  readonly unnamed: () => string
}

/** What the shop this till is in says of its people and roles. */
export interface StaffShop {
  /** What the shop has is not heard now, so its people and roles are not changed. */
  isAway: () => boolean
  /** Null while this till is alone. */
  id: () => string | null
  /** Its people are those of the shop's other tills: the secret of their PINs is here. */
  sharesPeople: () => boolean
}

export interface Actor {
  readonly id: string | null
  readonly name: string
  readonly rights: RoleRights
  readonly isOwner: boolean
}

export interface Staff {
  /** The owner's settings, their own or lent. */
  readonly settingsRight: LentSettings
  readonly audit: Audit
  readonly store: StaffStore
  readonly shop: StaffShop
  /** Null where this machine keeps no secrets. */
  readonly peppers: Peppers | null
  /** Another till took their PIN or place away: what they opened here ends. In a transaction. */
  endServing(staffId: string): void
  view: TillApi['staff']
  /**
   * `handOver` may refuse whoever has typed their PIN; what it answers runs with the sign-in, in
   * its transaction.
   */
  signIn(
    input: Parameters<TillApi['signIn']>[0],
    handOver?: HandOver,
  ): ReturnType<TillApi['signIn']>
  signOut: TillApi['signOut']
  giveBackSettings: TillApi['giveBackSettings']
  save: TillApi['saveStaff']
  remove: Handlers['removeStaff']
  saveRights: Handlers['saveRights']
  saveRole: Handlers['saveRole']
  removeRole: Handlers['removeRole']
  ownerCode: TillApi['ownerCode']
  makeOwnerCode: TillApi['makeOwnerCode']
  useOwnerCode: TillApi['useOwnerCode']
  /** Whether this is the code that is good now, for the owner who stands there. */
  knowsOwnerCode(
    code: string,
  ): Promise<Result<{ readonly owner: Actor; readonly code: string }, Refusal>>
  isOn(): boolean
  /** Whoever acts now, or the refusal that asks for a PIN. */
  actor(): Result<Actor, Refusal>
  /** The same for as long as whoever serves does: another one after each sign-in. */
  turn(): object
  /** The name that stands on a sale. */
  cashierName(): string
  /**
   * Whose PIN this is. Wrong ones are counted and cost waits: of signing in (null), or of who asked
   * for a permission.
   */
  verify(
    staffId: string,
    pin: string,
    askedBy: string | null,
  ): Promise<Result<StoredMember, Refusal>>
  seedDemo(): Promise<void>
}

export interface SettingsLoan {
  readonly toStaffId: string | null
  readonly approver: Pick<StaffMember, 'id' | 'name'>
  readonly madeAt: EpochMs
  readonly untilMonotonicMs: number
}

/** Who changes the owner's settings, and whose PIN allowed it. */
export interface Manager {
  readonly actor: Actor
  readonly approverName: string | null
}

/** The same, with what they may give to others: no more than whoever answers for it has. */
export interface Giver extends Manager {
  readonly rights: RoleRights
  readonly isOwner: boolean
}

/** What features answer the rows of the contract with, told by the guard who asks. */
export type Handlers<Name extends CommandName = CommandName> = {
  [Each in Name]: Handler<Contract[Each], Giver>
}

export interface LentSettings {
  /** Who lends them now; null when nobody does. */
  lentBy(): string | null
  lend(approver: Pick<StaffMember, 'id' | 'name'>): void
  giveBack(): void
  /**
   * Whoever may change what is the owner's. Refused as `OWNER_REQUIRED`, or by the locked counter.
   */
  manager(field?: string): Result<Giver, Refusal>
}

export type DemoStaff = readonly {
  readonly name: string
  readonly role: Role
  readonly pin: string
}[]

type HandOver = (member: StaffMember) => Result<() => void, Refusal>
