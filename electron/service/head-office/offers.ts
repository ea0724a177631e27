/** Promotions and price lists of the shop, as its tills have them, made and changed from here. */
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { folded, type SharedFields, type SharedValue } from '#shared/fleet/shared-records.ts'
import type {
  OfficePriceListChange,
  OfficePromotionChange,
  offersAnswer,
} from '#shared/head-office/contract.ts'
import { decidePromotion } from '#shared/promotions/decide-promotion.ts'
import {
  LIST_PERCENTS_MAX,
  LIST_PRICES_MAX,
  PRICE_LISTS_MAX,
  PROMOTION_NAME_CHARS_MAX,
  PROMOTIONS_MAX,
  type PromotionRule,
} from '#shared/promotions/promotion.ts'
import { readRule, ruleJson } from '#shared/promotions/stored-rule.ts'
import { checkName } from '#shared/text/check-name.ts'
import type { z } from 'zod'
import { apiError, type ApiError } from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import type { Tables } from '../storage/tables.ts'
import { changeRecords, recordIn, recordsIn, unseen, type OfficeEdit } from './change-record.ts'
import type { OfficePorts } from './people.ts'
import { productsByCode, productsNamed } from './planned-prices.ts'

type Offers = z.output<typeof offersAnswer>
interface Stored {
  readonly id: string
  readonly version: number
  readonly fields: SharedFields
}

export async function offersOf(db: Kysely<Tables>, companyId: CompanyId): Promise<Offers> {
  const kinds = ['promotion', 'price_list', 'list_price', 'list_percent', 'category'] as const
  const rows = await recordsIn(db, companyId, kinds)
  const of = (kind: (typeof kinds)[number]): Stored[] =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ id, version, fields }) => ({
        ...{ id, version, fields: JSON.parse(fields) as SharedFields },
      }))
  const rules = of('promotion').flatMap((row) => {
    const rule = readRule(String(row.fields['rule']))
    return rule === null ? [] : [{ ...row, rule }]
  })
  const ofProducts = rules.flatMap(({ rule: { goods } }) =>
    goods.kind === 'products' ? goods.ids : [],
  )
  const priced = of('list_price').map(({ id }) => partsOf(id).of)
  const products = await productsNamed(db, companyId, [...new Set([...ofProducts, ...priced])])
  const categories = new Map(of('category').map(({ id, fields }) => [id, textIn(fields, 'name')]))
  const goodsOf = (kind: string, id: string) =>
    kind === 'categories'
      ? { name: categories.get(id) ?? '', code: '' }
      : { name: products.get(id)?.name ?? '', code: products.get(id)?.code ?? '' }
  return {
    promotions: rules.map(({ id, version, fields, rule }) => ({
      ...{ promotion_id: id, version, name: textIn(fields, 'name'), rule },
      state: fields['state'] as Offers['promotions'][number]['state'],
      goods:
        rule.goods.kind === 'all'
          ? []
          : rule.goods.ids.map((goods) => goodsOf(rule.goods.kind, goods)),
    })),
    price_lists: of('price_list').map(({ id, version, fields }) => ({
      ...{ price_list_id: id, version, name: textIn(fields, 'name') },
      is_archived: fields['is_archived'] === true,
      prices: of('list_price')
        .filter((row) => partsOf(row.id).list === id)
        .map((row) => ({
          ...goodsOf('products', partsOf(row.id).of),
          unit_clp: Number(row.fields['unit_clp']),
        })),
      percents: of('list_percent')
        .filter((row) => partsOf(row.id).list === id)
        .map((row) => ({
          ...{ category: partsOf(row.id).of, name: categories.get(partsOf(row.id).of) ?? '' },
          percent: Number(row.fields['percent']),
        })),
    })),
    categories: [...categories].map(([category, name]) => ({ category, name })),
  }
}

const textIn = (fields: SharedFields, name: string) => String(fields[name] ?? '')

function partsOf(id: string): { readonly list: string; readonly of: string } {
  const [list = '', of = ''] = id.split('/')
  return { list, of }
}

interface Changed {
  readonly version: number
  readonly name: string
}
type Change = Promise<Result<Changed, ApiError>>

/** What stands of one that is changed; nothing of one that is made. */
async function standingOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  kind: 'promotion' | 'price_list',
  id: string | null,
) {
  const there = id === null ? undefined : await recordIn(db, companyId, kind, id)
  if (id !== null && there === undefined) return refuse(apiError('OFFER_NOT_FOUND'))
  return ok({ there, before: JSON.parse(there?.fields ?? '{}') as SharedFields })
}

async function goodsOfCodes(
  db: Kysely<Tables>,
  companyId: CompanyId,
  codes: readonly string[],
): Promise<Result<PromotionRule['goods'], ApiError>> {
  const asked = codes.map((code) => ({ code }))
  const products = await productsByCode(db, companyId, asked)
  const unknown = codes.find((code) => !products.has(folded(code)))
  return unknown === undefined
    ? ok({ kind: 'products', ids: [...products.values()] })
    : refuse(apiError('PLAN_CODE_UNKNOWN', '', { code: unknown }))
}

/** What is said of it: all of one that is made, of another what was asked. */
const saidOf = (
  there: unknown,
  all: Readonly<Record<string, { readonly asked: unknown; readonly value: SharedValue }>>,
): SharedFields =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([, { asked }]) => there === undefined || asked !== undefined)
      .map(([name, { value }]) => [name, value]),
  )

const invalid = (detail: string) => apiError('OFFER_NOT_VALID', detail)
const full = (limit: number) => refuse(apiError('OFFERS_FULL', '', { limit: String(limit) }))

/** The promotion as it stands once what was asked of it is done. */
async function changedPromotion(
  db: Kysely<Tables>,
  companyId: CompanyId,
  before: SharedFields,
  { name = textIn(before, 'name'), rule, codes }: OfficePromotionChange,
): Promise<Result<{ readonly name: string; readonly rule: PromotionRule }, ApiError>> {
  const asked = rule ?? readRule(textIn(before, 'rule'))
  if (asked === null) return refuse(invalid('rule'))
  const goods = codes === undefined ? ok(asked.goods) : await goodsOfCodes(db, companyId, codes)
  if (!goods.ok) return goods
  const decided = decidePromotion({ name, rule: { ...asked, goods: goods.value } })
  return decided.ok ? decided : refuse(invalid(decided.refusal.field ?? decided.refusal.code))
}

/** `id` null makes one, whole. Inside a write job that has locked the shop. */
export async function putPromotion(
  ports: OfficePorts,
  companyId: CompanyId,
  id: string | null,
  change: OfficePromotionChange,
): Change {
  const { db } = ports
  const { version = 0, name, rule, codes, state } = change
  const standing = await standingOf(db, companyId, 'promotion', id)
  if (!standing.ok) return standing
  const { there, before } = standing.value
  const changed = await changedPromotion(db, companyId, before, change)
  if (!changed.ok) return changed
  const fields = saidOf(there, {
    name: { asked: name, value: changed.value.name },
    rule: { asked: rule ?? codes, value: ruleJson(changed.value.rule) },
    state: { asked: state, value: state ?? 'on' },
  })
  const stale = there && unseen(there, fields, version)
  if (stale !== undefined) return refuse(apiError('PRODUCT_NOT_CHANGED', stale))
  const isMore = isOver(before) && !isOver({ ...before, ...fields })
  if (isMore && (await promotionsIn(db, companyId)) >= PROMOTIONS_MAX) return full(PROMOTIONS_MAX)
  const edit = { kind: 'promotion' as const, id: id ?? ports.random.uuid(), fields }
  const taken = await changeRecords(ports, companyId, [edit], version)
  return taken.ok ? ok({ ...taken.value, name: changed.value.name }) : taken
}

/** One that is not there yet is as one that was put away. */
const isOver = ({ state = 'archived' }: SharedFields) => state === 'archived'

const promotionsIn = async (db: Kysely<Tables>, companyId: CompanyId) =>
  (await recordsIn(db, companyId, ['promotion'])).filter(
    ({ fields }) => (JSON.parse(fields) as SharedFields)['state'] !== 'archived',
  ).length

/** `id` null makes one. Inside a write job that has locked the shop. */
export async function putPriceList(
  ports: OfficePorts,
  companyId: CompanyId,
  id: string | null,
  { version = 0, prices = [], percents = [], ...asked }: OfficePriceListChange,
): Change {
  const { db } = ports
  const standing = await standingOf(db, companyId, 'price_list', id)
  if (!standing.ok) return standing
  const { there, before } = standing.value
  const decided = decideList({ there, before }, asked, await otherListsInUse(db, companyId, id))
  if (!decided.ok) return decided
  const { name, fields } = decided.value
  const stale = there && unseen(there, fields, version)
  if (stale !== undefined) return refuse(apiError('PRODUCT_NOT_CHANGED', stale))
  const listId = id ?? ports.random.uuid()
  const parts = await partEdits(ports, companyId, listId, { prices, percents })
  if (!parts.ok) return parts
  const list: OfficeEdit[] =
    Object.keys(fields).length === 0 ? [] : [{ kind: 'price_list', id: listId, fields }]
  const taken = await changeRecords(ports, companyId, [...list, ...parts.value])
  return taken.ok ? ok({ ...taken.value, name }) : taken
}

const otherListsInUse = async (db: Kysely<Tables>, companyId: CompanyId, id: string | null) =>
  (await recordsIn(db, companyId, ['price_list']))
    .filter((row) => row.id !== id)
    .map(({ fields }) => JSON.parse(fields) as SharedFields)
    .filter((fields) => fields['is_archived'] !== true)

/** A list in use has a name to itself, and counts. */
function decideList(
  { there, before }: { readonly there: unknown; readonly before: SharedFields },
  { name, is_archived: isArchived }: Pick<OfficePriceListChange, 'name' | 'is_archived'>,
  others: readonly SharedFields[],
): Result<{ readonly name: string; readonly fields: SharedFields }, ApiError> {
  const checked = checkName(name ?? textIn(before, 'name'))
  if (!checked.ok || checked.value.length > PROMOTION_NAME_CHARS_MAX) return refuse(invalid('name'))
  const wasArchived = before['is_archived'] === true
  if (!(isArchived ?? wasArchived)) {
    const isTaken = (fields: SharedFields) =>
      folded(textIn(fields, 'name')) === folded(checked.value)
    if (others.some(isTaken)) return refuse(invalid('name'))
    const isMore = there === undefined || wasArchived
    if (isMore && others.length >= PRICE_LISTS_MAX) return full(PRICE_LISTS_MAX)
  }
  const fields = saidOf(there, {
    name: { asked: name, value: checked.value },
    is_archived: { asked: isArchived, value: isArchived ?? false },
  })
  return ok({ name: checked.value, fields })
}

interface PriceListParts {
  readonly prices: NonNullable<OfficePriceListChange['prices']>
  readonly percents: NonNullable<OfficePriceListChange['percents']>
}

async function partEdits(
  { db }: OfficePorts,
  companyId: CompanyId,
  list: string,
  { prices, percents }: PriceListParts,
): Promise<Result<OfficeEdit[], ApiError>> {
  const products = await productsByCode(db, companyId, prices)
  const unknown = prices.find(({ code }) => !products.has(folded(code)))
  if (unknown !== undefined)
    return refuse(apiError('PLAN_CODE_UNKNOWN', 'prices', { code: unknown.code }))
  const rows = await recordsIn(db, companyId, ['list_price', 'list_percent', 'category'])
  const known = new Set(rows.map(({ kind, id }) => `${kind} ${id}`))
  const stranger = percents.find(
    ({ category }) => category !== '' && !known.has(`category ${category}`),
  )
  if (stranger !== undefined) return refuse(invalid('category'))
  const edit = (kind: 'list_price' | 'list_percent', of: string, fields: SharedFields | null) => {
    const id = `${list}/${of}`
    const gone = known.has(`${kind} ${id}`)
      ? [{ kind, id, fields: {}, is_deleted: true as const }]
      : []
    return fields === null ? gone : [{ kind, id, fields }]
  }
  const edits = [
    ...prices.flatMap(({ code, unit_clp: clp }) =>
      edit('list_price', products.get(folded(code)) ?? '', clp === null ? null : { unit_clp: clp }),
    ),
    ...percents.flatMap(({ category, percent }) =>
      edit('list_percent', category, percent === null ? null : { percent }),
    ),
  ]
  const most = { list_price: LIST_PRICES_MAX, list_percent: LIST_PERCENTS_MAX }
  for (const [kind, limit] of Object.entries(most)) {
    const ids = new Set(
      rows.filter((row) => row.kind === kind && partsOf(row.id).list === list).map(({ id }) => id),
    )
    for (const one of edits) if (one.kind === kind && !('is_deleted' in one)) ids.add(one.id)
    if (ids.size > limit) return full(limit)
  }
  return ok(edits)
}
