/**
 * What becomes of a record when a till changes it: the one rule by which edits of several tills
 * come together. A field goes to whoever changed it last, by the service's clock, and of the same
 * moment to the till with the higher number: in whichever order edits arrive, the same stands.
 */
import type { Edit, EditResult, Overruled } from '#shared/fleet/contract.ts'
import {
  folded,
  isBlank,
  isIdOf,
  isSameValue,
  lackedField,
  tidied,
  recordOf,
  takenWords,
  withIds,
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
interface Stamp extends Made {
  readonly version: number
}

/** Its edits come from no till, and give way to one of the same moment. */
export const HEAD_OFFICE = 0

/** As an answer names whose value stands. */
const byOf = (till: number) => (till === HEAD_OFFICE ? null : till)

/**
 * Earlier than whatever was made, itself included: it only fills what nobody has, or has blank from
 * before.
 */
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

interface ChangedTo {
  readonly id: string
  readonly record: FleetRecord
}

/** Told to the till of that number: its value gave way unheard. */
export type Told = Overruled & { readonly till: number }

interface Merged {
  readonly result: EditResult
  /** Of the edit's kind, in the order of their versions. */
  readonly changed: readonly ChangedTo[]
  /** The record the edit's id stands for from now on. */
  readonly alias: string | null
  readonly told: readonly Told[]
  /** The record of which nothing may stay. */
  readonly erased: string | null
}

/**
 * Spaces whose words go to the later. In the others they stay with whoever had them, but for one
 * rule: a code is of the product whose first one it is, and no further one of another, whichever
 * was said first.
 */
const GIVES_WAY = 'place'

/** `nextVersion`: of the first record that changes; each one more has the one after. */
export function mergeEdit(shop: ShopView, edit: Edit, made: Made, nextVersion: number): Merged {
  const { kind } = edit
  const wrong = wrongIn(edit, made)
  if (wrong !== null) return refused(edit, 'FIELD_WRONG', wrong)
  const id = shop.standsFor(kind, edit.id)
  const held = shop.recordOf(kind, id)
  if (edit.is_deleted) return erase(edit, { id, held }, made, nextVersion)
  // What names a record that stands for another names that one.
  const fields = withIds(kind, edit.fields, shop.standsFor.bind(shop))
  const into = { shop, edit, fields, made, nextVersion }
  if (held?.gone === null) {
    if (recordOf(kind).isAsked && isStale(edit, held, made)) return standing(into, { id, held })
    return fillIn({ ...into, made: afterSeen(edit, held, made) }, { id, held })
  }
  const lacked = lackedField(kind, fields)
  if (held === undefined && lacked !== null) return refused(edit, 'RECORD_UNKNOWN', lacked)
  if (held?.gone && (lacked !== null || !isLater(made, held.gone)))
    return refused(edit, 'RECORD_DELETED')
  const same = sameRecord(into)
  const { version } = held ?? NOTHING
  if (same === null) return fillIn(into, { id, held: { ...NOTHING, version } })
  return { ...fillIn(into, same), alias: same.id }
}

function wrongIn({ kind, id, fields, is_deleted: isDeleted }: Edit, made: Made): string | null {
  const wrong = isDeleted ? (Object.keys(fields)[0] ?? null) : wrongField(kind, fields)
  if (wrong !== null) return wrong
  // What is called so already may still be taken away.
  if (!isDeleted && !isIdOf(kind, id)) return 'id'
  return recordOf(kind).isOffices && made.till !== HEAD_OFFICE ? 'kind' : null
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

/**
 * Who has seen what stands speaks after it, whenever that was said: a till that says again what
 * there is keeps nobody from changing it.
 */
function afterSeen({ kind }: Edit, { stamps }: FleetRecord, made: Made): Made {
  if (recordOf(kind).isAsked !== true || made.at === BEFORE_ALL) return made
  const others = Object.values(stamps).filter(({ till }) => till !== made.till)
  return { ...made, at: Math.max(made.at, ...others.map(({ at }) => at + 1)) }
}

const isItsName = (value: SharedValue | undefined, { word }: TakenWord) =>
  typeof value === 'string' && folded(value) === word

/** Another till changed it, and who says this had not heard of it. */
const isStale = ({ heard_version: heard }: Edit, { stamps }: FleetRecord, { till }: Made) =>
  Object.values(stamps).some((stamp) => stamp.version > heard && stamp.till !== till)

/** Nothing of it is taken: what the shop has stands, and is said. */
function standing({ edit, fields }: Coming, { id, held }: Target): Merged {
  const lost = Object.entries(fields).flatMap(([field, said]) => {
    const [value, stamp] = [held.fields[field], held.stamps[field]]
    if (value === undefined || stamp === undefined || isSameValue(value, said)) return []
    return [{ field, value, reason: 'LATER' as const, by: byOf(stamp.till) }]
  })
  const result = answered(edit, id, lost)
  return { result, changed: [], alias: null, told: [], erased: null }
}

/** What an edit has done so far, field by field. */
interface Draft {
  readonly fields: Record<string, SharedValue>
  readonly stamps: Record<string, Stamp>
  readonly lost: EditResult['lost']
  readonly told: Omit<Told, 'version' | 'kind' | 'by' | 'at_ms'>[]
  /** Records of which a word goes to this one, without it; their versions are given at the end. */
  readonly givenUp: Map<string, FleetRecord>
}

function fillIn(coming: Coming, target: Target): Merged {
  const { edit, fields, made, nextVersion } = coming
  const { id, held } = target
  const draft: Draft = {
    ...{ fields: { ...held.fields }, stamps: { ...held.stamps } },
    ...{ lost: [], told: [], givenUp: new Map() },
  }
  for (const [field, value] of Object.entries(fields)) setField(coming, target, draft, field, value)
  Object.assign(draft.fields, tidied(edit.kind, draft.fields))
  const isWhole = lackedField(edit.kind, fields) === null
  const isNewer = isWhole && (held.whole === null || isLater(made, held.whole))
  const isChanged =
    held.whole === null ||
    Object.entries(draft.fields).some(([name, value]) => !isSameValue(value, held.fields[name]))
  // What gives a word up comes first: whoever reads in order never has two with one.
  const givenUp = [...draft.givenUp].map(([other, record], at) => {
    const version = nextVersion + at
    return { id: other, record: { ...record, version, stamps: stamped(record.stamps, version) } }
  })
  const own = nextVersion + givenUp.length
  const version = isChanged ? own : held.version
  const stamps = stamped(draft.stamps, version)
  const whole = isNewer ? made : held.whole
  const record: FleetRecord = { version, fields: draft.fields, stamps, whole, gone: null }
  const said = { version: own, kind: edit.kind, by: byOf(made.till), at_ms: Math.max(0, made.at) }
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

const stamped = (stamps: FleetRecord['stamps'], version: number): FleetRecord['stamps'] =>
  Object.fromEntries(
    Object.entries(stamps).map(([name, stamp]) => [
      name,
      stamp.version === UNKNOWN_YET ? { ...stamp, version } : stamp,
    ]),
  )

function setField(
  coming: Coming,
  { id, held }: Target,
  draft: Draft,
  field: string,
  value: SharedValue,
): void {
  const { edit, made } = coming
  const [stamp, stands] = [held.stamps[field], held.fields[field]]
  const isFilled = stamp?.at === BEFORE_ALL && isBlank(edit.kind, field, stands)
  if (stamp !== undefined && !isFilled && !isLater(made, stamp)) {
    const isSame = isSameValue(value, stands)
    if (!isSame)
      draft.lost.push({ field, value: stands ?? null, reason: 'LATER', by: byOf(stamp.till) })
    return
  }
  const elsewhere = wordsElsewhere(coming, id, { [field]: value })
  const staying = elsewhere.filter((each) => !goesTo(value, made, each))
  const put = (next: SharedValue, from: Made) => {
    const isSame = stamp !== undefined && isSameValue(next, stands)
    draft.fields[field] = next
    draft.stamps[field] = { ...from, version: isSame ? stamp.version : UNKNOWN_YET }
    const isTold = stamp !== undefined && stamp.till !== HEAD_OFFICE
    if (isTold && !isSame && isUnheard(edit, stamp, made))
      draft.told.push({ id, field, lost: stands ?? null, won: next, till: stamp.till })
  }
  const [taken] = staying
  if (taken === undefined) {
    for (const each of elsewhere) giveUp(coming, draft, each)
    return put(value, made)
  }
  const lose = (left: SharedValue) =>
    draft.lost.push({ field, value: left, reason: 'TAKEN', by: byOf(taken.theirs.till) })
  if (taken.space === GIVES_WAY) {
    lose(null)
    // As if it had come first, and the other one after it.
    draft.fields[field] = null
    draft.stamps[field] = { ...taken.theirs, version: UNKNOWN_YET }
  } else if (Array.isArray(value)) {
    const others = new Set(staying.map(({ word }) => word))
    const own = (value as readonly string[]).filter((each) => !others.has(folded(each)))
    lose(own)
    put(own, made)
  } else lose(stands ?? null)
}

/** A word that an edit asks for, and another record has. */
interface Elsewhere extends Pick<TakenWord, 'space' | 'word'> {
  readonly other: Target
  /** Where it stands there, and since when. */
  readonly at: string
  readonly theirs: Stamp
}

function wordsElsewhere(
  { shop, edit: { kind } }: Coming,
  id: string,
  fields: SharedFields,
): readonly Elsewhere[] {
  return takenWords(kind, fields).flatMap(({ field, ...word }) => {
    const other = holderOf(shop, kind, { ...word, field })
    if (other === null || other.id === id || shop.isLeaving(kind, { ...word, field })) return []
    const at = fieldWith(kind, other.held.fields, word) ?? field
    const theirs = other.held.stamps[at] ?? { at: BEFORE_ALL, till: 0, version: 0 }
    return [{ ...word, other, at, theirs }]
  })
}

/** In which field of a record a word stands. */
const fieldWith = (
  kind: SharedKind,
  fields: SharedFields,
  { space, word }: Pick<TakenWord, 'space' | 'word'>,
) => takenWords(kind, fields).find((own) => own.space === space && own.word === word)?.field

/** One of several of a record, which gives way to the one another record goes by. */
export function isFurther(
  kind: SharedKind,
  fields: SharedFields,
  word: Pick<TakenWord, 'space' | 'word'>,
): boolean {
  return Array.isArray(fields[fieldWith(kind, fields, word) ?? ''])
}

const goesTo = (value: SharedValue, made: Made, { space, theirs, other, at }: Elsewhere) =>
  space === GIVES_WAY
    ? isLater(made, theirs)
    : !Array.isArray(value) && Array.isArray(other.held.fields[at])

/**
 * A list without one of its words is still as old as it was: what was said of it between is not
 * older than this.
 */
function giveUp(
  { edit, made }: Coming,
  draft: Draft,
  { other, at, word, theirs }: Elsewhere,
): void {
  const record = draft.givenUp.get(other.id) ?? other.held
  const lost = record.fields[at] ?? null
  const left = Array.isArray(lost)
    ? (lost as readonly string[]).filter((each) => folded(each) !== word)
    : null
  const from = left === null ? made : theirs
  draft.givenUp.set(other.id, {
    ...record,
    fields: { ...record.fields, [at]: left },
    stamps: { ...record.stamps, [at]: { at: from.at, till: from.till, version: UNKNOWN_YET } },
  })
  if (isUnheard(edit, theirs, made))
    draft.told.push({ id: other.id, field: at, lost, won: left, till: theirs.till })
}

const isUnheard = (edit: Edit, stamp: Stamp, made: Made) =>
  stamp.till !== made.till && edit.heard_version < stamp.version

function holderOf(shop: ShopView, kind: SharedKind, word: TakenWord): Target | null {
  const id = shop.holderOf(kind, word)
  const held = id === undefined ? undefined : shop.recordOf(kind, id)
  return id === undefined || held === undefined ? null : { id, held }
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
