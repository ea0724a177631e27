/**
 * What the tills of one shop share, by kind and field: the one table both sides go by. A field that
 * stands here has its rule; one that does not stays in its till.
 */
import { z } from 'zod'
import { isPlanId } from '../catalogue/planned-price.ts'
import { PROMOTION_NAME_CHARS_MAX, PROMOTION_TARGETS_MAX } from '../promotions/promotion.ts'
import { PROMOTION_STATES } from '../promotions/inputs.ts'
import { ROLE_NAME_CHARS_MAX } from '../staff/roles.ts'
import { checkName } from '../text/check-name.ts'
import { isOfPerson, PERSON_CHARS_MAX } from './shared-person.ts'
import { mapRuleIds, readRule } from '../promotions/stored-rule.ts'

/** What a till or a service shares that does not say which kinds it knows. */
export const FIRST_KINDS = ['category', 'product', 'picture', 'customer'] as const
/**
 * Kinds in the order they are written in: what is named stands before what names it. A kind never
 * gets another field: whoever knows it as it was could neither take nor make one. What there is
 * more of it is a kind of its own, beside it.
 */
export const SHARED_KINDS = [
  'category',
  'product',
  'picture',
  'planned_price',
  'price_list',
  'list_price',
  'list_percent',
  'customer',
  'customer_list',
  'promotion',
  'setting',
  'role_rights',
  'role',
  'person',
  'person_bar',
] as const
export type SharedKind = (typeof SHARED_KINDS)[number]

/** A value of one field, as it goes over the wire. */
export type SharedValue = string | number | boolean | null | readonly string[]
export type SharedFields = Readonly<Record<string, SharedValue>>

interface SharedField {
  /** What it may be; both sides ask. */
  readonly value: z.ZodType<SharedValue>
  /** The same value with other ids of the records it names. */
  readonly named?: (value: SharedValue, idOf: IdOf) => SharedValue
  /** Says nothing: of what was there before the shop was joined, any other value comes before. */
  readonly blank?: SharedValue
}
export type IdOf = (kind: SharedKind, id: string) => string

interface SharedRecord {
  readonly fields: Readonly<Record<string, SharedField>>
  /**
   * Fields whose values no two records of the kind may have, each under the name of the space they
   * share. Null and the empty list take nothing.
   */
  readonly unique: Readonly<Record<string, string>>
  /** Of which records its id is made, with a slash between them and before what else is in it;
   * none: it is its own. */
  readonly idOf?: readonly SharedKind[]
  /** Where what else is in its id has a form. */
  readonly isId?: (id: string) => boolean
  /**
   * Whoever changes it has seen what the shop has of it, and speaks with the service: a change of
   * another till that was not heard yet stands, whichever was later.
   */
  readonly isAsked?: true
  /** Said by the head office alone: of a till it is refused. */
  readonly isOffices?: true
  /** An archived one takes nothing for itself. */
  readonly isFreeArchived?: true
}

const text = (most: number, least = 0) => z.string().min(least).max(most)
const whole = (least: number, most: number) => z.int().min(least).max(most)
const orNull = (value: z.ZodType<SharedValue>) => value.nullable() as z.ZodType<SharedValue>
const PESOS_MAX = 999_999_999
const id = text(40, 1)
const RIGHTS_CHARS_MAX = 5_000
const SETTING_CHARS_MAX = 30_000
const offerName = text(PROMOTION_NAME_CHARS_MAX).refine((name) => checkName(name).ok)
const names = (kind: SharedKind) => (value: SharedValue, idOf: IdOf) =>
  typeof value === 'string' ? idOf(kind, value) : value
/** What a rule of so many goods comes to. */
const RULE_CHARS_MAX = 1_000 + 50 * PROMOTION_TARGETS_MAX
/** Bytes of a tile's picture are at most 49,152 (`product_picture`); in base64 a third more. */
const PICTURE_CHARS_MAX = 65_536

const SHARED_RECORDS = {
  category: {
    fields: {
      name: { value: text(120, 1) },
      hue: { value: whole(0, 359) },
      position: { value: whole(-1_000_000, 1_000_000) },
    },
    unique: { name: 'name' },
  },
  product: {
    fields: {
      code: { value: text(64, 1) },
      more_codes: { value: z.array(text(64, 1)).max(50) },
      name: { value: text(200, 1) },
      /** Pesos with IVA of one unit; 0: it is asked for when it is sold. */
      price_clp: { value: whole(0, PESOS_MAX) },
      is_exempt: { value: z.boolean() },
      unit: { value: orNull(text(4)) },
      category: { value: id, named: names('category') },
      is_favourite: { value: z.boolean() },
      fixed_place: { value: orNull(whole(1, 120)) },
      /** Pesos without IVA. */
      cost_net_clp: { value: orNull(whole(0, PESOS_MAX)) },
      /** One till that counts it is enough. */
      has_stock: { value: z.boolean(), blank: false },
      stock_low_milli: { value: orNull(whole(0, 1_000_000_000_000)), blank: null },
      is_archived: { value: z.boolean() },
    },
    unique: { code: 'code', more_codes: 'code', fixed_place: 'place' },
  },
  /** On the tile of the product whose id it has. */
  picture: {
    fields: {
      type: { value: z.enum(['image/webp', 'image/png']) },
      base64: { value: text(PICTURE_CHARS_MAX, 1) },
    },
    unique: {},
    idOf: ['product'],
  },
  /** What a product costs from a day on, everywhere or at one place: its id has all three. */
  planned_price: {
    fields: { price_clp: { value: orNull(whole(0, PESOS_MAX)) } },
    unique: {},
    idOf: ['product'],
    isId: isPlanId,
  },
  /** Two of one name are one: of who joins second its prices fill what the shop's has not. */
  price_list: {
    fields: { name: { value: offerName }, is_archived: { value: z.boolean() } },
    unique: { name: 'name' },
    isFreeArchived: true,
  },
  list_price: {
    fields: { unit_clp: { value: whole(1, PESOS_MAX) } },
    unique: {},
    idOf: ['price_list', 'product'],
  },
  /** Of all that no other one names where its category is empty. */
  list_percent: {
    fields: { percent: { value: whole(1, 99) } },
    unique: {},
    idOf: ['price_list', 'category'],
  },
  /** Its id is the RUT. */
  customer: {
    fields: {
      legal_name: { value: text(100) },
      phone: { value: text(100) },
      email: { value: text(254) },
      activity: { value: text(100) },
      address: { value: text(200) },
      commune: { value: text(100) },
      notes: { value: text(500) },
      is_archived: { value: z.boolean() },
      mails_receipts: { value: z.boolean() },
    },
    unique: {},
  },
  /** The list a customer buys by; there is none of who pays the shelf's prices. */
  customer_list: {
    fields: { price_list: { value: id, named: names('price_list') } },
    unique: {},
    idOf: ['customer'],
  },
  /** Its rule is one value: half of one and half of another would be nobody's. */
  promotion: {
    fields: {
      name: { value: offerName },
      rule: {
        value: text(RULE_CHARS_MAX, 1).refine((json) => readRule(json) !== null),
        named: (json, idOf) => mapRuleIds(String(json), idOf),
      },
      state: { value: z.enum(PROMOTION_STATES) },
    },
    unique: {},
  },
  /**
   * Its id is its name; what it says is JSON, and judged by each till, as it is typed there: this
   * table need not know which ones there are.
   */
  setting: { fields: { value: { value: text(SETTING_CHARS_MAX, 1) } }, unique: {} },
  /**
   * What the shop allows cashiers and supervisors, and its own roles. Of a till that joins, the
   * shop's stand: one of the same name is the shop's, one the shop has not is new to it.
   */
  role_rights: {
    fields: { rights: { value: text(RIGHTS_CHARS_MAX, 2) } },
    unique: {},
    isAsked: true,
  },
  role: {
    fields: {
      name: { value: text(ROLE_NAME_CHARS_MAX, 1) },
      rights: { value: text(RIGHTS_CHARS_MAX, 2) },
      is_archived: { value: z.boolean() },
    },
    unique: { name: 'name' },
    isAsked: true,
  },
  /** Two of one name are two: nobody becomes somebody else's by a name. */
  person: {
    fields: { person: { value: text(PERSON_CHARS_MAX, 1).refine(isOfPerson) } },
    unique: {},
    isAsked: true,
  },
  /** Who comes in nowhere any more, by whose word at the head office; its id is the person's. */
  person_bar: {
    fields: { is_barred: { value: z.boolean() }, by: { value: text(80, 1) } },
    unique: {},
    idOf: ['person'],
    isOffices: true,
  },
} as const satisfies Record<SharedKind, SharedRecord>

export const recordOf = (kind: SharedKind): SharedRecord => SHARED_RECORDS[kind]
/** Whether a record of the kind may be called so. */
export const isIdOf = (kind: SharedKind, id: string) => recordOf(kind).isId?.(id) ?? true
const fieldsOf = (kind: SharedKind): readonly string[] => Object.keys(recordOf(kind).fields)

/** Whether a value from before the shop was joined gives way to another one from before. */
export const isBlank = (kind: SharedKind, field: string, value: SharedValue | undefined) => {
  const blank = recordOf(kind).fields[field]?.blank
  return blank !== undefined && value === blank
}

/** The fields with other ids of the records they name. */
export function withIds(kind: SharedKind, fields: SharedFields, idOf: IdOf): SharedFields {
  const known = recordOf(kind).fields
  const mapped = Object.entries(fields).map(([name, value]) => {
    const named = Object.hasOwn(known, name) ? known[name]?.named : undefined
    return [name, named === undefined ? value : named(value, idOf)] as const
  })
  return Object.fromEntries(mapped)
}

/** The name of the first field that does not stand in the table, or holds what it may not. */
export function wrongField(kind: SharedKind, fields: SharedFields): string | null {
  const known = recordOf(kind).fields
  const wrong = Object.entries(fields).find(
    ([name, value]) => !(Object.hasOwn(known, name) && known[name]?.value.safeParse(value).success),
  )
  return wrong?.[0] ?? null
}

/** The first field a new record lacks. */
export const lackedField = (kind: SharedKind, fields: SharedFields): string | null =>
  fieldsOf(kind).find((name) => !Object.hasOwn(fields, name)) ?? null

/** A value no two records may have: in which space, and how it is compared. */
export interface TakenWord {
  readonly space: string
  /** Folded: case makes no difference. */
  readonly word: string
  readonly field: string
}

/** As words are compared. */
export const folded = (value: SharedValue) => String(value).trim().toLowerCase()

/** What a record takes for itself alone. */
export function takenWords(kind: SharedKind, fields: SharedFields): readonly TakenWord[] {
  const { unique, isFreeArchived } = recordOf(kind)
  if (isFreeArchived && fields['is_archived'] === true) return []
  return Object.entries(unique).flatMap(([field, space]) => {
    const value = fields[field]
    if (value === undefined || value === null) return []
    const words: readonly SharedValue[] = Array.isArray(value) ? value : [value]
    return words.map((word) => ({ space, word: folded(word), field }))
  })
}

/** What stands for a code that is another product's, until somebody gives it one. */
export const standInCode = (id: string) => `sin-codigo-${id}`
export const isStandIn = (value: SharedValue | undefined) =>
  typeof value === 'string' && value.startsWith('sin-codigo-')

/** No word of a record stands in it twice: lists give way to single fields, and keep one each. */
export function tidied(kind: SharedKind, fields: SharedFields): SharedFields {
  const { unique } = recordOf(kind)
  const seen = new Set<string>()
  const single = Object.keys(unique).filter((name) => !Array.isArray(fields[name]))
  const lists = Object.keys(unique).filter((name) => Array.isArray(fields[name]))
  const isNew = (name: string, value: SharedValue) => {
    const word = `${unique[name]} ${folded(value)}`
    if (seen.has(word)) return false
    seen.add(word)
    return true
  }
  for (const name of single) isNew(name, fields[name] ?? null)
  const shorter = lists.map((name) => {
    const words = fields[name] as readonly string[]
    return [name, words.filter((word) => isNew(name, word))] as const
  })
  return { ...fields, ...Object.fromEntries(shorter) }
}

/** Values are the same where their JSON is: lists keep their order. */
export const isSameValue = (one: SharedValue | undefined, other: SharedValue | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)
