/**
 * Prices, goods and stock among the tills of a place while the service is away
 * (shared/fleet/hub-news-contract.ts). A record goes in as one that was heard, and back to what the
 * service had before its next word; moves of others stand beside the shop's sum, never in it.
 */
import { STOCK_MILLI_MAX } from '#shared/catalogue/decide-stock.ts'
import {
  HUB_KINDS,
  HUB_WORD_CHARS_MAX,
  HUB_WORDS_SEEN_MAX,
  HUB_WORDS_MAX,
  HUB_WORDS_OF_ONE_MAX,
  type HubWord,
  wordsThatFit,
} from '#shared/fleet/hub-news-contract.ts'
import { wrongField, type SharedFields, type SharedKind } from '#shared/fleet/shared-records.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { ShopRecords } from '../shop-records.ts'

export interface HubWords {
  /** Of this till, that the service has not heard and this hub was not told. */
  toSay(term: number): readonly HubWord[]
  said(term: number, words: readonly HubWord[]): void
  /** In the caller's transaction. */
  hear(words: readonly HubWord[], upTo: number): void
  heardUpTo(): number
  /** The service is heard: from here on its word alone counts. In the caller's transaction. */
  end(): void
}

interface EditRow {
  readonly id: string
  readonly kind: (typeof HUB_KINDS)[number]
  readonly recordId: string
  readonly fieldsJson: string
  readonly heardVersion: number
  readonly seq: number
}
interface MoveRow {
  readonly id: string
  readonly seq: number
  readonly installation: string
  readonly productId: string
  readonly milli: number
}

const KINDS = HUB_KINDS.map((kind) => `'${kind}'`).join(', ')

export function createHubWords(db: TillDatabase, shop: ShopRecords): HubWords {
  const edits = db.prepare<[], EditRow>(`SELECT edit_id AS id, kind, record_id AS recordId,
      fields_json AS fieldsJson, heard_version AS heardVersion, seq FROM fleet_edit
    WHERE answered_version IS NULL AND is_deleted = 0 AND made_steady_ms IS NOT NULL
      AND kind IN (${KINDS}) AND length(fields_json) < ${HUB_WORD_CHARS_MAX}
    ORDER BY seq LIMIT ${HUB_WORDS_OF_ONE_MAX}`)
  const moves = db.prepare<[], MoveRow>(`SELECT m.id, m.product_id AS productId,
      m.quantity_milli AS milli, f.seq, s.installation FROM fleet_move f
      JOIN stock_move m ON m.seq = f.seq JOIN fleet_membership s
    WHERE f.is_said = 0 AND f.version IS NULL AND abs(m.quantity_milli) <= ${STOCK_MILLI_MAX}
    ORDER BY f.seq LIMIT ${HUB_WORDS_OF_ONE_MAX}`)
  const seen = db
    .prepare<[string, string, number], string>(
      `SELECT word_id FROM fleet_hub_seen WHERE kind = ? AND shop_id = ? AND edit_seq < ?
        LIMIT ${HUB_WORDS_SEEN_MAX}`,
    )
    .pluck()
  const seq = db.prepare<[], number>('SELECT words_seq FROM fleet_hub').pluck()
  const putSeq = db.prepare('UPDATE fleet_hub SET words_seq = @upTo WHERE words_seq <> @upTo')
  // What it was told it knows by its id; asked again after a start it says so again.
  let told = { term: 0, ids: new Set<string>() }
  const toldTo = (term: number) => {
    if (told.term !== term) told = { term, ids: new Set() }
    return told.ids
  }
  const ends = createEnding(db)
  const hear = createHearing(db, shop)
  return {
    toSay(term) {
      const before = toldTo(term)
      const isNew = ({ id }: { readonly id: string }) => !before.has(id)
      const changed = edits.all().filter(isNew).slice(0, HUB_WORDS_MAX)
      const moved = moves
        .all()
        .filter(isNew)
        .slice(0, HUB_WORDS_MAX - changed.length)
      const words: HubWord[] = [
        ...changed.map(({ id, kind, recordId, fieldsJson, heardVersion, seq: ownSeq }) => ({
          ...{ about: 'edit' as const, word_id: id, kind, id: shop.shopId(kind, recordId) },
          fields: shop.toShop(kind, JSON.parse(fieldsJson) as SharedFields),
          heard_version: heardVersion,
          after: seen.all(kind, shop.shopId(kind, recordId), ownSeq),
        })),
        ...moved.map(({ id, productId, milli, installation, seq: moveSeq }) => ({
          ...{ about: 'move' as const, word_id: id, milli },
          ...{ product: shop.shopId('product', productId), installation, seq: moveSeq },
        })),
      ]
      return wordsThatFit(words, (word) => JSON.stringify(word))
    },
    said(term, words) {
      const ids = toldTo(term)
      for (const { word_id: id } of words) ids.add(id)
    },
    hear(words, upTo) {
      words.forEach(hear)
      putSeq.run({ upTo })
    },
    heardUpTo: () => seq.get() ?? 0,
    end() {
      ends()
      told = { term: 0, ids: new Set() }
    },
  }
}

interface WaitingRow {
  readonly fieldsJson: string
  readonly version: number
  readonly isDeleted: 0 | 1
  readonly overJson: string
}

/** Fields of a word that stand over all that was changed here: whoever said it had heard of it. */
function createGivingWay(db: TillDatabase) {
  const own = db.prepare<[SharedKind, string], { id: string; fieldsJson: string }>(
    `SELECT edit_id AS id, fields_json AS fieldsJson FROM fleet_edit
      WHERE kind = ? AND record_id = ? AND answered_version IS NULL`,
  )
  return (kind: SharedKind, ownId: string, fields: SharedFields, after: readonly string[]) => {
    const open = own.all(kind, ownId).filter(({ id }) => !after.includes(id))
    const kept = open.flatMap(({ fieldsJson }) => Object.keys(JSON.parse(fieldsJson) as object))
    return after.length === 0 ? [] : Object.keys(fields).filter((name) => !kept.includes(name))
  }
}

function createHearing(db: TillDatabase, shop: ShopRecords): (word: HubWord) => void {
  const move = db.prepare(`INSERT OR IGNORE INTO fleet_hub_move
    (word_id, product_id, milli, installation, seq) VALUES (?, ?, ?, ?, ?)`)
  const unsettle = db.prepare('UPDATE fleet_stock SET is_settled = 0 WHERE product_id = ?')
  const base = db.prepare(
    'INSERT OR IGNORE INTO fleet_hub_base (kind, shop_id, fields_json) VALUES (?, ?, ?)',
  )
  const waiting = db.prepare<[SharedKind, string], WaitingRow>(
    `SELECT fields_json AS fieldsJson, version, is_deleted AS isDeleted, over_json AS overJson
      FROM fleet_heard WHERE kind = ? AND shop_id = ?`,
  )
  const put = db.prepare(`INSERT INTO fleet_heard
      (kind, shop_id, version, fields_json, is_deleted, over_json) VALUES (?, ?, 0, ?, 0, ?)
    ON CONFLICT (kind, shop_id) DO UPDATE SET fields_json = excluded.fields_json,
      over_json = excluded.over_json`)
  const see = db.prepare(`INSERT OR IGNORE INTO fleet_hub_seen (word_id, kind, shop_id, edit_seq)
    SELECT ?, ?, ?, coalesce(max(seq), 0) FROM fleet_edit`)
  const givesWay = createGivingWay(db)
  return (word) => {
    if (word.about === 'move') {
      const product = shop.ownId('product', word.product)
      move.run(word.word_id, product, word.milli, word.installation, word.seq)
      unsettle.run(product)
      return
    }
    const { kind, id, fields, heard_version: heardVersion, after } = word
    // As the service judges it: what no till of this program would say is nobody's change.
    if (wrongField(kind, fields) !== null) return
    const own = shop.ownId(kind, id)
    const known = shop.known(kind, own)
    // What is new waits for the service: nobody knows yet which of two it is.
    if (known === null) return
    const there = waiting.get(kind, id)
    const upTo = Math.max(shop.knownUpTo(kind, own), there?.version ?? 0)
    if (upTo > heardVersion || there?.isDeleted === 1) return
    const before = JSON.stringify(shop.toShop(kind, known))
    base.run(kind, id, before)
    const now = JSON.parse(there?.fieldsJson ?? before) as SharedFields
    const overBefore = JSON.parse(there?.overJson ?? '[]') as string[]
    const over = [...new Set([...overBefore, ...givesWay(kind, own, fields, after)])]
    put.run(kind, id, JSON.stringify({ ...now, ...fields }), JSON.stringify(over))
    see.run(word.word_id, kind, id)
  }
}

/** A record that the service's answer brings is in the way of none: its version is higher. */
function createEnding(db: TillDatabase): () => void {
  const ends = [
    `INSERT OR IGNORE INTO fleet_heard (kind, shop_id, version, fields_json, is_deleted)
      SELECT kind, shop_id, 0, fields_json, 0 FROM fleet_hub_base WHERE true
      ON CONFLICT (kind, shop_id) DO UPDATE SET fields_json = excluded.fields_json,
        over_json = '[]' WHERE version = 0`,
    'DELETE FROM fleet_hub_base',
    'DELETE FROM fleet_hub_seen',
    `UPDATE fleet_stock SET is_settled = 0
      WHERE product_id IN (SELECT product_id FROM fleet_hub_move)`,
    'DELETE FROM fleet_hub_move',
    'UPDATE fleet_hub SET words_seq = 0 WHERE words_seq <> 0',
  ].map((statement) => db.prepare(statement))
  return () => ends.forEach((statement) => statement.run())
}
