/** Promotions on disk: kept by their owner, read for every sale. */
import type { PromotionView, SavePromotionInput } from '#shared/promotions/inputs.ts'
import type { NoteChange } from '../catalogue/goods-ports.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { decidePromotion, ruleText } from '#shared/promotions/decide-promotion.ts'
import {
  promotionRuleSchema,
  PROMOTIONS_MAX,
  type Promotion,
  type PromotionRule,
} from '#shared/promotions/promotion.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { changedMeanwhile, changeTime } from './changed-meanwhile.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock } from '../kernel/ports.ts'

export interface PromotionPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly newId: () => string
}

type State = PromotionView['state']

export interface Promotions {
  /** Those that are on, whatever their days: the counter judges by the moment of each sale. */
  inForce(): readonly Promotion[]
  list(): readonly PromotionView[]
  save(input: SavePromotionInput, note: NoteChange): Result<null, Refusal>
  switchTo(promotionId: string, to: State, note: NoteChange): Result<null, Refusal>
  /** The rows were changed by another hand: another till's. */
  forget(): void
}

interface Row {
  readonly id: string
  readonly name: string
  readonly ruleJson: string
  readonly isOn: number
  readonly isArchived: number
  readonly changedAt: EpochMs
}

const SAID = { on: 'activa', off: 'pausada', archived: 'archivada' } as const

export function createPromotions(ports: PromotionPorts): Promotions {
  const { db, journal } = ports
  const rows = createRows(db)
  const goods = createGoodsNames(db)
  /** Read at every sale. */
  let known: readonly Promotion[] | null = null
  const changed = <Value>(work: () => Result<Value, Refusal>): Result<Value, Refusal> => {
    const done = db.transaction(work).immediate()
    known = null
    journal.publish()
    return done
  }
  return {
    inForce: () => (known ??= rows.inForce()),
    forget: () => void (known = null),
    list: () =>
      rows.all().map((row) => {
        const promotion = toPromotion(row)
        const { goods: of } = promotion.rule
        const goodsNames = of.kind === 'all' ? [] : goods(of)
        return { ...promotion, state: stateOf(row), changedAt: row.changedAt, goodsNames }
      }),
    save: (input, note) => changed(() => save(ports, rows, goods, input, note)),
    switchTo: (promotionId, to, note) =>
      changed(() => {
        const row = rows.byId(promotionId)
        if (row === undefined) return refuse(refusal('PROMOTION_GONE'))
        const from = stateOf(row)
        if (from === to) return ok(null)
        if (from === 'archived' && rows.count() >= PROMOTIONS_MAX) return refuse(full())
        rows.put({ ...toPromotion(row), state: to, at: changeTime(ports.clock.now(), row) })
        note('promotion-switched', { what: row.name, from: SAID[from], to: SAID[to] })
        journal.append('catalogue', null, { promotion: promotionId })
        return ok(null)
      }),
  }
}

function save(
  { journal, clock, newId }: PromotionPorts,
  rows: ReturnType<typeof createRows>,
  goodsNames: (goods: Targets) => readonly string[],
  input: SavePromotionInput,
  note: NoteChange,
): Result<null, Refusal> {
  const decided = decidePromotion(input)
  if (!decided.ok) return decided
  const { name, rule } = decided.value
  if (rule.goods.kind !== 'all' && goodsNames(rule.goods).length < rule.goods.ids.length)
    return refuse(refusal('PROMOTION_GOODS', 'goods', { most: String(rule.goods.ids.length) }))
  const before = input.promotionId === null ? undefined : rows.byId(input.promotionId)
  if (before === undefined && input.promotionId !== null) return refuse(refusal('PROMOTION_GONE'))
  if (before === undefined && rows.count() >= PROMOTIONS_MAX) return refuse(full())
  const changed = before === undefined ? null : rows.changed(before, input.readAt)
  if (changed !== null) return refuse(changed)
  const id = before?.id ?? newId()
  const state = before === undefined ? 'on' : stateOf(before)
  rows.put({ id, name, rule, state, at: changeTime(clock.now(), before) })
  note('promotion-saved', {
    what: name,
    from: before === undefined ? null : ruleText(toPromotion(before).rule),
    to: ruleText(rule),
  })
  journal.append('catalogue', null, { promotion: id })
  return ok(null)
}

const full = () => refusal('PROMOTIONS_FULL', null, { most: String(PROMOTIONS_MAX) })

function createRows(db: TillDatabase) {
  const columns = `id, name, rule_json AS ruleJson, is_on AS isOn, is_archived AS isArchived,
    changed_at_ms AS changedAt FROM promotion`
  const all = db.prepare<[], Row>(`SELECT ${columns} ORDER BY is_archived, name, id`)
  const byId = db.prepare<[string], Row>(`SELECT ${columns} WHERE id = ?`)
  const on = db.prepare<[], Row>(
    `SELECT ${columns} WHERE is_on = 1 AND is_archived = 0 ORDER BY id`,
  )
  const count = db
    .prepare<[], number>('SELECT count(*) FROM promotion WHERE is_archived = 0')
    .pluck()
  const put = db.prepare<
    [string, string, string, number, number, number]
  >(`INSERT INTO promotion (id, name, rule_json, is_on, is_archived, changed_at_ms) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, rule_json = excluded.rule_json, is_on = excluded.is_on,
      is_archived = excluded.is_archived, changed_at_ms = excluded.changed_at_ms`)
  return {
    all: () => all.all(),
    byId: (id: string) => byId.get(id),
    inForce: () => on.all().map(toPromotion),
    count: () => count.get() ?? 0,
    changed: changedMeanwhile(db, 'promotion'),
    put({ id, name, rule, state, at }: Promotion & { readonly state: State; readonly at: number }) {
      const json = JSON.stringify(rule)
      put.run(id, name, json, Number(state === 'on'), Number(state === 'archived'), at)
    },
  }
}

type Targets = Exclude<PromotionRule['goods'], { kind: 'all' }>

/** Those that are there. */
function createGoodsNames(db: TillDatabase): (goods: Targets) => readonly string[] {
  const nameIn = (table: string) =>
    db.prepare<[string], string>(`SELECT name FROM ${table} WHERE id = ?`).pluck()
  const names = { products: nameIn('product'), categories: nameIn('category') }
  return ({ kind, ids }) => ids.flatMap((id) => names[kind].get(id) ?? [])
}

function toPromotion({ id, name, ruleJson }: Row): Promotion {
  return { id, name, rule: promotionRuleSchema.parse(JSON.parse(ruleJson)) }
}

function stateOf({ isOn, isArchived }: Row): State {
  if (isArchived === 1) return 'archived'
  return isOn === 1 ? 'on' : 'off'
}
