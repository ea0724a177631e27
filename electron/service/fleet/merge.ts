/**
 * What becomes of a record when a till changes it: the one rule by which edits of several tills
 * come together. A field goes to whoever changed it last, by the service's clock, and of the same
 * moment to the till with the higher number: in whichever order edits arrive, the same stands.
 */
import type { Edit, EditResult, Overruled } from '#shared/fleet/contract.ts'
import {
  isSameValue,
  lackedField,
  standInCode,
  tidied,
  recordOf,
  takenWords,
  wrongField,
  type SharedFields,
  type SharedKind,
  type SharedValue,
  type TakenWord,
} from '#shared/fleet/shared-records.ts'

/** When a value was made, by the service's clock, and by which till. */
export interface Made {
  /** Milliseconds; `BEFORE_ALL` for what was there before the shop was joined. */
  readonly at: number
  readonly till: number
}

/** Of a value, with the version of the record that first had it. */
export interface Stamp extends Made {
  readonly version: number
}

/** Earlier than whatever was made, itself included: it only fills what nobody has. */
export const BEFORE_ALL = -1

export interface FleetRecord {
  readonly version: number
  /** Empty once it is deleted, and so are their stamps: nothing of it stays. */
  readonly fields: SharedFields
  readonly stamps: Readonly<Record<string, Stamp>>
  /** The last time somebody said all of it; null for one that is deleted. */
  readonly whole: Made | null
  /** Null for one that is there. */
  readonly gone: Made | null
}

/** What is known of a shop, as far as an edit asks. */
export interface ShopView {
  readonly recordOf: (kind: SharedKind, id: string) => FleetRecord | undefined
  /** The id that an id stands for: itself unless the shop has its record under another one. */
  readonly standsFor: (kind: SharedKind, id: string) => string
  /** Of the record that has a word to itself. */
  readonly holderOf: (kind: SharedKind, word: TakenWord) => string | undefined
  /** Whoever has it gives it up in the same request. */
  readonly isLeaving: (kind: SharedKind, word: TakenWord) => boolean
}

export interface ChangedTo {
  readonly id: string
  readonly record: FleetRecord
}

/** Told to the till of that number: its value gave way unheard. */
export type Told = Overruled & { readonly till: number }

export interface Merged {
  readonly result: EditResult
  /** Of the edit's kind, in the order of their versions. */
  readonly changed: readonly ChangedTo[]
  /** The record the edit's id stands for from now on. */
  readonly alias: string | null
  readonly told: readonly Told[]
  /** The record of which nothing may stay. */
  readonly erased: string | null
}

/** Spaces whose words go to the later; in the others they stay with whoever had them. */
const GIVES_WAY = 'place'

/** `nextVersion`: of the first record that changes; each one more has the one after. */
export function mergeEdit(shop: ShopView, edit: Edit, made: Made, nextVersion: number): Merged {
  const { kind } = edit
  const wrong = edit.is_deleted
    ? (Object.keys(edit.fields)[0] ?? null)
    : wrongField(kind, edit.fields)
  if (wrong !== null) return refused(edit, 'FIELD_WRONG', wrong)
  const id = shop.standsFor(kind, edit.id)
  const held = shop.recordOf(kind, id)
  if (edit.is_deleted) return erase(edit, { id, held }, made, nextVersion)
  const fields = withNames(shop, kind, edit.fields)
  const into = { shop, edit, fields, made, nextVersion }
  if (held !== undefined && held.gone === null) return fillIn(into, { id, held })
  const lacked = lackedField(kind, fields)
  if (held === undefined && lacked !== null) return refused(edit, 'RECORD_UNKNOWN', lacked)
  if (held?.gone && (lacked !== null || !isLater(made, held.gone)))
    return refused(edit, 'RECORD_DELETED')
  const same = sameRecord(into)
  if (same === null) return fillIn(into, { id, held: { ...NOTHING, version: held?.version ?? 0 } })
  return { ...fillIn(into, same), alias: same.id }
}

const NOTHING: FleetRecord = { version: 0, fields: {}, stamps: {}, whole: null, gone: null }

export const isLater = (one: Made, other: Made): boolean =>
  one.at !== BEFORE_ALL && (one.at > other.at || (one.at === other.at && one.till >= other.till))

interface Coming {
  readonly shop: ShopView
  readonly edit: Edit
  readonly fields: SharedFields
  readonly made: Made
  readonly nextVersion: number
}

interface Target {
  readonly id: string
  readonly held: FleetRecord
}

/** What names a record that stands for another names that one. */
function withNames(shop: ShopView, kind: SharedKind, fields: SharedFields): SharedFields {
  const known = recordOf(kind).fields
  const mapped = Object.entries(fields).map(([name, value]) => {
    const named = known[name]?.names
    const isNamed = named !== undefined && typeof value === 'string'
    return [name, isNamed ? shop.standsFor(named, value) : value] as const
  })
  return Object.fromEntries(mapped)
}

/** The record that has a code or name of a new one. */
function sameRecord({ shop, edit: { kind }, fields }: Coming): Target | null {
  for (const word of takenWords(kind, fields)) {
    const other = word.space === GIVES_WAY ? null : holderOf(shop, kind, word)
    // By the word each goes by, not by one more of them.
    const isSame = [fields, other?.held.fields].every((own) => isItsName(own?.[word.field], word))
    if (other !== null && isSame) return other
  }
  return null
}

const isItsName = (value: SharedValue | undefined, { word }: TakenWord) =>
  typeof value === 'string' && value.trim().toLowerCase() === word

/** What an edit has done so far, field by field. */
interface Draft {
  readonly fields: Record<string, SharedValue>
  readonly stamps: Record<string, Stamp>
  readonly lost: EditResult['lost']
  readonly told: Omit<Told, 'version' | 'kind' | 'by' | 'at_ms'>[]
  /** Records whose place goes to this one. */
  readonly givenUp: Target[]
}

function fillIn(coming: Coming, target: Target): Merged {
  const { edit, fields, made, nextVersion } = coming
  const { id, held } = target
  const draft: Draft = {
    ...{ fields: { ...held.fields }, stamps: { ...held.stamps } },
    ...{ lost: [], told: [], givenUp: [] },
  }
  for (const [field, value] of Object.entries(fields)) setField(coming, target, draft, field, value)
  Object.assign(draft.fields, tidied(edit.kind, draft.fields))
  const isWhole = lackedField(edit.kind, fields) === null
  const isNewer = isWhole && (held.whole === null || isLater(made, held.whole))
  const isChanged =
    held.whole === null ||
    Object.entries(draft.fields).some(([name, value]) => !isSameValue(value, held.fields[name]))
  // What gives a place up comes first: whoever reads in order never has two at one.
  const givenUp = draft.givenUp.map((other, at) => ({
    id: other.id,
    record: withoutPlace(other.held, { ...made, version: nextVersion + at }),
  }))
  const own = nextVersion + givenUp.length
  const version = isChanged ? own : held.version
  const stamps = Object.fromEntries(
    Object.entries(draft.stamps).map(([name, stamp]) => [
      name,
      stamp.version === UNKNOWN_YET ? { ...stamp, version } : stamp,
    ]),
  )
  const whole = isNewer ? made : held.whole
  const record: FleetRecord = { version, fields: draft.fields, stamps, whole, gone: null }
  const said = { version: own, kind: edit.kind, by: made.till, at_ms: Math.max(0, made.at) }
  return {
    result: answered(edit, id, draft.lost),
    changed: [...givenUp, { id, record }],
    alias: null,
    told: draft.told.map((told) => ({ ...told, ...said })),
    erased: null,
  }
}

/** The version of a record is known once it is known what changes before it. */
const UNKNOWN_YET = 0

function setField(
  { shop, edit, made }: Coming,
  { id, held }: Target,
  draft: Draft,
  field: string,
  value: SharedValue,
): void {
  const [stamp, stands] = [held.stamps[field], held.fields[field]]
  const isSame = stamp !== undefined && isSameValue(value, stands)
  if (stamp !== undefined && !isLater(made, stamp)) {
    if (!isSame) draft.lost.push({ field, value: stands ?? null, reason: 'LATER', by: stamp.till })
    return
  }
  const word = takenWords(edit.kind, { [field]: value }).find((taken) => {
    const holder = shop.holderOf(edit.kind, taken)
    return holder !== undefined && holder !== id && !shop.isLeaving(edit.kind, taken)
  })
  const other = word === undefined ? null : holderOf(shop, edit.kind, word)
  if (word !== undefined && other !== null) {
    const theirs = other.held.stamps[word.field] ?? { at: BEFORE_ALL, till: 0, version: 0 }
    const goesToThis = word.space === GIVES_WAY && isLater(made, theirs)
    if (!goesToThis) {
      const left = word.space === GIVES_WAY ? null : (stands ?? without(shop, edit, id, value))
      draft.lost.push({ field, value: left, reason: 'TAKEN', by: theirs.till })
      if (word.space !== GIVES_WAY) {
        // A new record is made all the same, without what is another one's.
        if (stands === undefined) draft.fields[field] = left
        if (stands === undefined) draft.stamps[field] = { ...made, version: UNKNOWN_YET }
        return
      }
      // As if it had come first, and the other one after it.
      draft.fields[field] = null
      draft.stamps[field] = { at: theirs.at, till: theirs.till, version: UNKNOWN_YET }
      return
    }
    draft.givenUp.push(other)
    if (isUnheard(edit, theirs, made)) {
      const lost = other.held.fields[word.field] ?? null
      draft.told.push({ id: other.id, field, lost, won: null, till: theirs.till })
    }
  }
  draft.fields[field] = value
  draft.stamps[field] = { ...made, version: isSame ? stamp.version : UNKNOWN_YET }
  if (stamp !== undefined && !isSame && isUnheard(edit, stamp, made))
    draft.told.push({ id, field, lost: stands ?? null, won: value, till: stamp.till })
}

/** Of a list what nobody else has; for a single code one that stands in for it. */
function without(shop: ShopView, { kind }: Edit, id: string, value: SharedValue): SharedValue {
  if (!Array.isArray(value)) return standInCode(id)
  const isFree = (word: string) =>
    takenWords(kind, { more_codes: [word] }).every((taken) => {
      const holder = shop.holderOf(kind, taken)
      return holder === undefined || holder === id
    })
  return (value as readonly string[]).filter(isFree)
}

const isUnheard = (edit: Edit, stamp: Stamp, made: Made) =>
  stamp.till !== made.till && edit.heard_version < stamp.version

function holderOf(shop: ShopView, kind: SharedKind, word: TakenWord): Target | null {
  const id = shop.holderOf(kind, word)
  const held = id === undefined ? undefined : shop.recordOf(kind, id)
  return id === undefined || held === undefined ? null : { id, held }
}

function withoutPlace(held: FleetRecord, stamp: Stamp): FleetRecord {
  return {
    ...held,
    version: stamp.version,
    fields: { ...held.fields, fixed_place: null },
    stamps: { ...held.stamps, fixed_place: stamp },
  }
}

/**
 * A deletion beats whatever was said of the record before it. One that comes late, after somebody
 * said all of the record anew, does nothing; the record is told once more, to who deleted it.
 */
function erase(
  edit: Edit,
  { id, held }: { readonly id: string; readonly held: FleetRecord | undefined },
  made: Made,
  version: number,
): Merged {
  const result = answered(edit, id, [])
  const done = { result, alias: null, told: [], erased: null }
  if (held?.gone) {
    const gone = isLater(made, held.gone) ? made : held.gone
    return { ...done, changed: [{ id, record: { ...held, gone } }] }
  }
  if (held === undefined && made.at === BEFORE_ALL) return { ...done, changed: [] }
  if (held?.whole && !isLater(made, held.whole))
    return { ...done, changed: [{ id, record: { ...held, version } }] }
  return { ...done, erased: id, changed: [{ id, record: { ...NOTHING, version, gone: made } }] }
}

function answered(edit: Edit, id: string, lost: EditResult['lost']): EditResult {
  const { edit_id } = edit
  return id === edit.id
    ? { edit_id, outcome: 'taken', lost }
    : { edit_id, outcome: 'same_as', same_as: id, lost }
}

function refused(edit: Edit, refusal: NonNullable<EditResult['refusal']>, field?: string): Merged {
  const { edit_id } = edit
  const said = field === undefined ? {} : { field }
  return {
    result: { edit_id, outcome: 'refused', refusal, ...said, lost: [] },
    ...{ changed: [], alias: null, told: [], erased: null },
  }
}
