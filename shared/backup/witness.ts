/**
 * A till's witness: what the machine keeps of a till outside its folder. At each opening the folder
 * is held against it, and a folder that is a copy, older, or short of sales opens in doubt.
 */
import type { EpochMs } from '../core/brand.ts'

/** Prints of a machine, of which nothing can be read back. */
export interface MachinePrint {
  /** Of the installed system; null where it has none. A cloned disk brings it along. */
  readonly system: string | null
  /** Of the hardware: a cloned disk meets others. */
  readonly parts: readonly string[]
}

/** How far the books had come: never written before the commit it tells of. */
export interface HighWaterMark {
  /** Number of the last sale or return. */
  readonly lastSale: number
  readonly lastSaleAt: EpochMs | null
  /** Highest folio known, by service and document type. */
  readonly folios: Readonly<Record<string, number>>
}

export interface Witness {
  readonly tillId: string
  /** Where that till lies. */
  readonly folder: string
  readonly machine: MachinePrint
  /** Grows with every opening. */
  readonly starts: number
  readonly mark: HighWaterMark
  /** Another one of its data was said to be the till now, or is on its way to be. */
  readonly isRetired?: boolean
  /** It was in doubt whether another one of its data sells. */
  readonly isShared?: boolean
}

/** Who this folder's data say they are. */
export interface Identity {
  readonly tillId: string
  readonly starts: number
  /** Null before any machine has opened it. */
  readonly machine: MachinePrint | null
  /** That machine could keep no witness, so none is missed there. */
  readonly isUnkept?: boolean
  /** A backup was put in its place, and nobody has opened it since. */
  readonly isRestored: boolean
  /** It left another computer, and nobody has opened it since: as its first, or once more. */
  readonly moved: 'arrived' | 'moved' | null
}

/**
 * `other-machine`: it was last open on another one. `unwitnessed`: on this one, by another user or
 * before this user's files went. `copied`: the folder it was copied from is there. `fewer-sales`:
 * this machine saw more. `older`: it was opened since. `restored`: from a backup, by a person.
 * `arrived`: it left its computer, and is opened out of its copy for the first time, by all that
 * copy tells. `moved`: it left, and another one opened it first. `taken-back`: it left, and woke
 * where it had rested. `retired`: another one of the same data was said to be the only one.
 */
export type DoubtReason =
  | 'other-machine'
  | 'unwitnessed'
  | 'copied'
  | 'fewer-sales'
  | 'older'
  | 'restored'
  | 'arrived'
  | 'moved'
  | 'taken-back'
  | 'retired'

/** `new` begins an identity of its own, `same` goes on. */
export type Meeting =
  | { readonly kind: 'same' }
  | { readonly kind: 'new' }
  | {
      readonly kind: 'doubt'
      readonly reason: DoubtReason
      /** Whose counter goes on: this folder's own till, or somebody else's who may still sell. */
      readonly isOwn: boolean
    }

export interface Met {
  /** Null for data without one. */
  readonly identity: Identity | null
  readonly witness: Witness | null
  readonly machine: MachinePrint
  readonly folder: string
  readonly mark: HighWaterMark
  /** The folder its witness names is another, and that till still lies there. */
  readonly livesElsewhere: boolean
  /** These data say themselves that they left, or were woken after it. */
  readonly hasLeft?: boolean
}

/** What a folder is to the machine that opens it. */
export function meet(met: Met): Meeting {
  const { identity, mark } = met
  const isEmpty = mark.lastSale === 0
  const moved = identity?.moved ?? null
  if (moved !== null)
    return isEmpty ? { kind: 'new' } : { kind: 'doubt', reason: moved, isOwn: false }
  // A till has told who it is before it sells.
  if (identity === null) return isEmpty ? SAME : { kind: 'doubt', ...UNWITNESSED }
  const stranger = strangerOf(met, identity)
  // A copy of a till that has sold nothing takes nothing from the one it is of.
  if (isEmpty && stranger !== null) return { kind: 'new' }
  return meetNamed(met, identity, stranger)
}

/** A till that has told who it is. */
function meetNamed(met: Met, identity: Identity, stranger: ReturnType<typeof strangerOf>): Meeting {
  const { witness, mark } = met
  // What was known of another one is forgotten by nothing that is put in the till's place.
  const isAlone = witness?.isRetired !== true && witness?.isShared !== true
  if (identity.isRestored)
    return { kind: 'doubt', reason: 'restored', isOwn: stranger === null && isAlone }
  if (stranger !== null) return { kind: 'doubt', reason: stranger, isOwn: false }
  if (witness === null || (mark.lastSale === 0 && witness.mark.lastSale === 0)) return SAME
  const reason = whyShort(met, witness, identity)
  return reason === null ? SAME : { kind: 'doubt', reason, isOwn: reason !== 'retired' && isAlone }
}

/** What its own witness knows better. */
function whyShort({ mark, hasLeft }: Met, witness: Witness, { starts }: Identity) {
  if (witness.isRetired === true && hasLeft !== true) return 'retired'
  if (isBehind(mark, witness.mark)) return 'fewer-sales'
  return starts < witness.starts ? 'older' : null
}

const SAME: Meeting = { kind: 'same' }
const UNWITNESSED = { reason: 'unwitnessed', isOwn: false } as const

/** Why its witness is not the one of this folder on this machine; null when it is. */
function strangerOf(
  { witness, machine, folder, livesElsewhere }: Met,
  identity: Identity,
): 'other-machine' | 'unwitnessed' | 'copied' | null {
  const known = witness?.machine ?? identity.machine
  if (known !== null && !isSameMachine(known, machine)) return 'other-machine'
  if (witness === null) return identity.isUnkept === true ? null : 'unwitnessed'
  return witness.folder !== folder && livesElsewhere ? 'copied' : null
}

/** One that lost a part and kept another is the same; a part that was not read proves nothing. */
export function isSameMachine(before: MachinePrint, now: MachinePrint): boolean {
  if (before.system !== null && now.system !== null && before.system !== now.system) return false
  if (before.parts.length === 0 || now.parts.length === 0) return true
  return before.parts.some((part) => now.parts.includes(part))
}

/** Short of a sale, or of a folio it knew. */
export function isBehind(here: HighWaterMark, seen: HighWaterMark): boolean {
  if (here.lastSale < seen.lastSale) return true
  return Object.entries(seen.folios).some(([series, folio]) => (here.folios[series] ?? 0) < folio)
}
