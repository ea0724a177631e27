/**
 * What the head office's pages ask of the service, under `/api/office`: an extension of ours. A
 * person enters with e-mail, passphrase and a code of their phone; who they are goes with each
 * request in a cookie that no script reads.
 */
import { z } from 'zod'
import type { IsoDate } from '../core/brand.ts'
import { BRANCH_MAX, TILL_NAME_MAX } from '../fleet/contract.ts'
import { PRICES_KEPT_DAYS } from '../fleet/day-limits.ts'
import { factDay } from '../fleet/facts-contract.ts'
import { BRANCH_OFFICE_MAX } from '../issuing/branch-office.ts'
import { PROMOTION_STATES, savePromotionInput } from '../promotions/inputs.ts'
import {
  LIST_PERCENTS_MAX,
  LIST_PRICES_MAX,
  PROMOTION_TARGETS_MAX,
  promotionRuleSchema,
} from '../promotions/promotion.ts'
import { ROLES } from '../staff/rights.ts'
import { checkName } from '../text/check-name.ts'

/** Each may what those before it may. */
export const OFFICE_ROLES = ['reader', 'manager', 'owner'] as const
export type OfficeRole = (typeof OFFICE_ROLES)[number]

/** Characters. NIST SP 800-63B: length, not rules, makes a passphrase. */
const PASSPHRASE_MIN = 12
const PASSPHRASE_MAX = 200
const NAME_MAX = 60
const EMAIL_MAX = 254
/** People of one shop, ended ones included. */
export const PEOPLE_MAX = 200
/** An invitation that nobody has taken up ends after it. */
export const INVITATION_MS = 24 * 3_600_000
/** Without a request; and whatever was asked meanwhile. */
export const SESSION_IDLE_MS = 30 * 60_000
export const SESSION_MS = 12 * 3_600_000
/** As whom a page shows what it shows: the session may be in another company by now. */
export const OFFICE_PERSON_HEADER = 'x-office-person'
/** The same of a file, which the browser asks for by its address alone. */
export const OFFICE_PERSON_QUERY = 'as'
/** Rows of one answer. */
export const ROWS_MAX = 200

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)
const name = z.string().trim().min(1).max(NAME_MAX)
const phoneCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/)
const invitation = z.string().trim().min(20).max(100)
const role = z.enum(OFFICE_ROLES)

/** `POST /api/office/session` */
export const entryBody = z.strictObject({
  email,
  passphrase: z.string().min(1).max(PASSPHRASE_MAX),
  phone_code: phoneCode,
})

/** `POST /api/office/invitation`: what it is for, before anything is decided. */
export const invitationBody = z.strictObject({ invitation })
export const invitationAnswer = z.object({
  name: z.string(),
  email: z.string(),
  shop: z.string(),
  /** For the phone, where its camera cannot be used. */
  secret: z.string(),
  /** The same as a QR code. */
  code: z.object({ columns: z.int(), cells: z.string() }),
})
/** `POST /api/office/account` */
export const accountBody = z.strictObject({
  invitation,
  passphrase: z.string().min(PASSPHRASE_MIN).max(PASSPHRASE_MAX),
  phone_code: phoneCode,
})

/** `GET /api/office/session` */
export const sessionAnswer = z.object({
  person_id: z.string(),
  name: z.string(),
  role,
  shop: z.object({ name: z.string(), rut: z.string() }),
  /** All they may go to without entering anew; this one among them. */
  shops: z.array(z.object({ person_id: z.string(), name: z.string(), rut: z.string() })),
})
/** `PUT /api/office/session`: on in another company of theirs. */
export const shopBody = z.strictObject({ person_id: z.string().max(40) })
export type OfficeSession = z.output<typeof sessionAnswer>

/** Whoever decides who may enter is asked for their phone again: a cookie can be stolen. */
const byPhone = { phone_code: phoneCode }
/** `POST /api/office/people` */
export const newPersonBody = z.strictObject({ ...byPhone, email, name, role })
/** `PUT /api/office/people/{id}` */
export const changePersonBody = z.strictObject({
  ...byPhone,
  role: role.optional(),
  is_ended: z.literal(true).optional(),
  /** The passphrase and the phone are chosen anew; sessions end. */
  is_invited_again: z.literal(true).optional(),
})
export const personView = z.object({
  person_id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  /** Null while the invitation waits. */
  entered_at_ms: z.int().nullable(),
  ended_at_ms: z.int().nullable(),
})
export type OfficePerson = z.output<typeof personView>
export const peopleAnswer = z.object({ data: z.array(personView) })
/** Shown this once. */
export const invitedAnswer = z.object({ person: personView, invitation: z.string() })

/** `GET /api/office/staff`: who serves at the tills. */
export const staffAnswer = z.object({
  data: z.array(
    z.object({
      ...{ staff_id: z.string(), name: z.string(), own_roles: z.array(z.string()) },
      /** Null: their own roles alone. */
      role: z.enum(ROLES).nullable(),
      /** One that is good at every till. */
      has_pin: z.boolean(),
      /** Who barred them at all tills; null for whoever comes in. */
      barred_by: z.string().nullable(),
    }),
  ),
})
export type OfficeStaff = z.output<typeof staffAnswer>['data'][number]
/** `PUT /api/office/staff/{staff_id}` */
export const staffBody = z.strictObject({ is_barred: z.boolean() })

/** `PUT /api/office/tills/{till_id}` */
export const officeTillBody = z.strictObject({
  name: z.string().trim().min(1).max(TILL_NAME_MAX).optional(),
  is_retired: z.literal(true).optional(),
})
/** `POST /api/office/tills/{till_id}/undo`: of the last hours of one that is retired, or of
 * the computer that was it before. */
export const undoBody = z.strictObject({
  hours: z
    .int()
    .min(1)
    .max(24 * PRICES_KEPT_DAYS),
})
export const undoneAnswer = z.object({ prices: z.int(), worths: z.int() })
export type OfficeUndone = z.output<typeof undoneAnswer>
/** `POST /api/office/codes` */
export const officeCodeBody = z.strictObject({ till_id: z.string().max(40).optional() })

export const OFFICE_ACTIONS = [
  ...['entered', 'refused', 'left', 'invited', 'joined', 'role-changed', 'ended'],
  ...['till-code', 'till-renamed', 'till-retired', 'till-undone', 'product-changed'],
  ...['prices-planned', 'promotion-saved', 'price-list-saved'],
  ...['alarms-chosen', 'alarm-limits', 'staff-barred', 'staff-let-in', 'range-kept'],
] as const
const logRow = z.object({
  at_ms: z.int(),
  who: z.string(),
  action: z.enum(OFFICE_ACTIONS),
  what: z.string(),
})
export type OfficeLogRow = z.output<typeof logRow>
/** `GET /api/office/log?before=`; `before`: the cursor of the page before. */
export const logAnswer = z.object({ data: z.array(logRow), next: z.string().nullable() })

/** A range of folios in use, of which one branch has all that is left, or every one some. */
const officeRange = z.object({
  ...{ range_id: z.string(), document_type: z.string(), first: z.int(), last: z.int() },
  left: z.int(),
  ends_on: z.string().nullable(),
  /** It waits for who runs the service to say where it goes on. */
  is_held: z.boolean(),
  branch_office: z.int().nullable(),
})
export type OfficeRange = z.output<typeof officeRange>
/** `GET /api/office/ranges` */
export const rangesAnswer = z.object({ data: z.array(officeRange), is_more: z.boolean() })
/** `PUT /api/office/ranges/{id}`; null: everybody's. 0 is the head office itself. */
export const rangeBody = z.strictObject({
  branch_office: z.int().min(0).max(BRANCH_OFFICE_MAX).nullable(),
})

/** Products of one answer. */
export const PRODUCTS_SHOWN = 50
export const productsQuery = z.strictObject({ text: z.string().max(100).default('') })
export const officeProduct = z.object({
  product_id: z.string(),
  /** Of the record, as it was read. */
  version: z.int(),
  name: z.string(),
  code: z.string(),
  /** Pesos with IVA of one unit, as it holds everywhere. */
  price_clp: z.int(),
  /** The day that price began on; null: it is the product's own. */
  planned_from: z.string().nullable(),
  /** Pesos without IVA; null where nobody said. */
  cost_net_clp: z.int().nullable(),
  is_exempt: z.boolean(),
  is_archived: z.boolean(),
})
export type OfficeProduct = z.output<typeof officeProduct>
/** As it may stand on a document: a till sells nothing that is called otherwise. */
const productName = z.string().transform((text, asked) => {
  const checked = checkName(text)
  if (checked.ok) return checked.value
  asked.addIssue(checked.refusal.code)
  return z.NEVER
})
/** `PUT /api/office/products/{id}` */
export const productBody = z.strictObject({
  version: z.int().min(0),
  name: productName.optional(),
  price_clp: z.int().min(0).max(999_999_999).optional(),
  is_archived: z.boolean().optional(),
})
export type OfficeProductChange = z.output<typeof productBody>

/** Dated prices of one request; a longer file goes in several. */
export const PLANS_AT_ONCE = 1_000
/** Dated prices of one answer. */
export const PLANS_SHOWN = 200
const planDay = z.iso.date() as unknown as z.ZodType<IsoDate, string>
/** What one line of a file says. Null ends what was planned before. */
const plannedRow = z.strictObject({
  code: z.string().trim().min(1).max(64),
  /** Empty: everywhere. */
  place: z.string().trim().max(BRANCH_MAX).default(''),
  from: planDay,
  price_clp: z.int().min(0).max(999_999_999).nullable(),
  /** Taken back: what was before it holds. */
  is_removed: z.literal(true).optional(),
})
export type OfficePlanRow = z.output<typeof plannedRow>
/** `PUT /api/office/prices`: all of them or none. */
export const plansBody = z.strictObject({ rows: z.array(plannedRow).min(1).max(PLANS_AT_ONCE) })
const officePlan = z.object({
  ...{ product_id: z.string(), code: z.string(), name: z.string(), place: z.string() },
  ...{ from: planDay, price_clp: z.int().nullable(), is_in_force: z.boolean() },
})
export type OfficePlan = z.output<typeof officePlan>
/** `GET /api/office/prices?text=` */
export const plansAnswer = z.object({
  data: z.array(officePlan),
  is_more: z.boolean(),
  places: z.array(z.string()),
  today: planDay,
})

const officePromotion = z.object({
  ...{ promotion_id: z.string(), version: z.int(), name: z.string() },
  state: z.enum(PROMOTION_STATES),
  rule: promotionRuleSchema,
  /** Of the products or categories it is for; codes of products. */
  goods: z.array(z.object({ name: z.string(), code: z.string() })),
})
export type OfficePromotion = z.output<typeof officePromotion>
const officePriceList = z.object({
  ...{ price_list_id: z.string(), version: z.int(), name: z.string(), is_archived: z.boolean() },
  prices: z.array(z.object({ code: z.string(), name: z.string(), unit_clp: z.int() })),
  /** An empty category is all that no other one names. */
  percents: z.array(z.object({ category: z.string(), name: z.string(), percent: z.int() })),
})
export type OfficePriceList = z.output<typeof officePriceList>
/** `GET /api/office/offers` */
export const offersAnswer = z.object({
  promotions: z.array(officePromotion),
  price_lists: z.array(officePriceList),
  categories: z.array(z.object({ category: z.string(), name: z.string() })),
})
const offerFields = { version: z.int().min(0).optional(), name: z.string().max(200).optional() }
/** `POST /api/office/promotions`, `PUT .../{id}`: what is left out stays. */
export const promotionBody = z.strictObject({
  ...offerFields,
  rule: savePromotionInput.shape.rule.optional(),
  /** Of the products the rule is for, in place of their ids. */
  codes: z.array(z.string().max(64)).max(PROMOTION_TARGETS_MAX).optional(),
  state: z.enum(PROMOTION_STATES).optional(),
})
export type OfficePromotionChange = z.output<typeof promotionBody>
/** `POST /api/office/price-lists`, `PUT .../{id}`; null takes a price or a percent out of it. */
export const priceListBody = z.strictObject({
  ...offerFields,
  is_archived: z.boolean().optional(),
  prices: z
    .array(
      z.strictObject({
        code: z.string().trim().min(1).max(64),
        unit_clp: z.int().min(1).max(999_999_999).nullable(),
      }),
    )
    .max(LIST_PRICES_MAX)
    .optional(),
  percents: z
    .array(
      z.strictObject({ category: z.string().max(40), percent: z.int().min(1).max(99).nullable() }),
    )
    .max(LIST_PERCENTS_MAX)
    .optional(),
})
export type OfficePriceListChange = z.output<typeof priceListBody>

export const SOLD_BY = ['day', 'hour', 'till', 'place', 'cashier', 'product', 'tender'] as const
export type SoldByWhat = (typeof SOLD_BY)[number]
/** Days of one question: a year and a day, to be held against the year before. */
export const SOLD_DAYS_MAX = 366
/** `GET /api/office/sold`; both days with what was sold on them. */
export const soldQuery = z.strictObject({ from: factDay, to: factDay, by: z.enum(SOLD_BY) })
const pesos = z.int()
/** Of a product there are pieces and no documents; of a way to pay there is no margin. */
const soldRow = z.object({
  key: z.string(),
  name: z.string(),
  /** Documents, or payments. */
  count: z.int().nullable(),
  /** After what came back. */
  sold_clp: pesos,
  returned_clp: pesos.nullable(),
  milli: z.int().nullable(),
  /** Pesos without IVA, of what has a known cost. */
  margin_clp: pesos.nullable(),
  /** Sold without IVA of which no cost is known. */
  cost_unknown_clp: pesos.nullable(),
})
export type OfficeSoldRow = z.output<typeof soldRow>
/** `is_more`: the largest alone are told. */
export const soldAnswer = z.object({ data: z.array(soldRow), is_more: z.boolean() })
