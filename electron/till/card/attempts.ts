/** The attempts on disk: one writer, and the moves of `shared/card/attempt.ts` alone. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import {
  canMove,
  isPaid,
  voucherText,
  type CardState,
  type CardView,
} from '#shared/card/attempt.ts'
import { APPROVED_CODE, type CardFacts } from '#shared/card/messages.ts'
import type { Clp } from '#shared/money/clp.ts'
import type { PaymentMethodId } from '#shared/selling/payment/payment-method.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock, Randomness } from '../kernel/ports.ts'
import { prepareSumOf } from './refund-rows.ts'

export interface Attempt {
  readonly seq: number
  readonly attemptId: string
  readonly saleId: SaleId
  readonly terminal: string
  readonly ticket: string
  readonly amountClp: Clp
  readonly method: PaymentMethodId
  readonly state: CardState
  readonly askedAt: EpochMs
  readonly unknownSince: EpochMs | null
  readonly code: string | null
  readonly factsJson: string | null
  readonly saidBy: string | null
  /** Who has seen to it that the other side says otherwise. */
  readonly checkedBy: string | null
}

export interface NewAttempt
  extends Pick<Attempt, 'attemptId' | 'saleId' | 'terminal' | 'amountClp' | 'method'> {
  /** Of one that a person vouches for from the beginning. */
  readonly said?: { readonly facts: Partial<CardFacts>; readonly by: string }
}

/** What is known with a move. */
export interface Ending {
  readonly code?: string
  readonly facts?: Partial<CardFacts>
  readonly saidBy?: string
}

export type Attempts = ReturnType<typeof createAttempts>

/** A ticket is told from those the terminal may still remember. */
const TICKETS_APART = 100_000
/** Attempts among which such are looked for whose end was never said. */
const LATELY = 2_000
/** Six digits, none of which is lost by whoever reads them as a number. */
const [TICKET_FIRST, TICKETS] = [100_000, 900_000]

const COLUMNS = `rowid AS seq, id AS attemptId, sale_id AS saleId, terminal, ticket, amount_clp AS amountClp,
  method, state, asked_at_ms AS askedAt, unknown_since_ms AS unknownSince, code, facts_json AS factsJson,
  said_by AS saidBy, checked_by AS checkedBy`
/** What was known before stays, as the number a charge is asked for by. */
const MERGED =
  "iif(@factsJson IS NULL, facts_json, json_patch(coalesce(facts_json, '{}'), @factsJson))"
const OPEN = "('asked', 'unknown', 'person')"
const PAID = "('approved', 'approved-by-hand')"
/** Asked at each sale, and so never planned by its value: SQLite would compile it anew. */
const OF_SALE = '+?'
/** Sold by a person's Yes, and the other side says that it was not charged. */
const CONTRADICTED = `said_by IS NOT NULL AND checked_by IS NULL AND state = 'settled'
  AND code <> '${APPROVED_CODE}'`

export function createAttempts({
  db,
  clock,
  randomness,
}: {
  readonly db: TillDatabase
  readonly clock: Pick<Clock, 'now'>
  readonly randomness: Randomness
}) {
  const { insert, update, place, hear, check } = prepareWrites(db)
  const reads = prepareReads(db)
  const newTicket = createTickets(db, randomness)
  return {
    ...reads,
    /** What went back of a charge, and what is left. */
    sumOf: prepareSumOf(db),

    /** On disk when it returns, with what is written beside it. */
    create: db.transaction(({ said, ...attempt }: NewAttempt, beside?: () => void): Attempt => {
      insert.run({
        ...attempt,
        ticket: newTicket(),
        state: said === undefined ? 'asked' : 'approved-by-hand',
        at: clock.now(),
        factsJson: said === undefined ? null : JSON.stringify(said.facts),
        by: said?.by ?? null,
      })
      beside?.()
      const made = reads.byId(attempt.attemptId)
      assert(made !== undefined, 'an attempt that was written is there')
      return made
    }).immediate,

    /** What the other side knows it by, and in whose account, while nobody knows how it ended. */
    place: db.transaction((attemptId: string, orderId: string, account: string | null) => {
      place.run({ attemptId, orderId, account, at: clock.now() })
    }).immediate,

    /** What the other side says of one that a person has ended already: kept beside it. */
    hear: db.transaction((attemptId: string, { code, facts }: Required<Omit<Ending, 'saidBy'>>) => {
      hear.run({ attemptId, code, factsJson: JSON.stringify(facts), at: clock.now() })
    }).immediate,

    /** In the caller's transaction. Somebody has seen to it that the other side says otherwise. */
    check(attemptId: string, by: string) {
      check.run({ attemptId, by, at: clock.now() })
    },

    /** False where it is not, or no more, where that leads from. */
    move({ attemptId }: Pick<Attempt, 'attemptId'>, to: CardState, ending: Ending = {}): boolean {
      const from = reads.byId(attemptId)?.state
      if (from === undefined || !canMove(from, to)) return false
      const { changes } = update.run({
        attemptId,
        from,
        to,
        at: clock.now(),
        code: ending.code ?? null,
        factsJson: ending.facts === undefined ? null : JSON.stringify(ending.facts),
        saidBy: ending.saidBy ?? null,
      })
      return changes === 1
    },
  }
}

function prepareWrites(db: TillDatabase) {
  const insert = db.prepare(`INSERT INTO card_attempt (id, sale_id, terminal, ticket, amount_clp,
    method, state, asked_at_ms, changed_at_ms, facts_json, said_by)
    VALUES (@attemptId, @saleId, @terminal, @ticket, @amountClp, @method, @state, @at, @at,
      @factsJson, @by)`)
  const update = db.prepare(`UPDATE card_attempt SET state = @to, changed_at_ms = @at,
    unknown_since_ms = iif(@to = 'unknown', @at, unknown_since_ms), code = coalesce(@code, code),
    facts_json = ${MERGED}, said_by = coalesce(@saidBy, said_by)
    WHERE id = @attemptId AND state = @from`)
  const place = db.prepare(`UPDATE card_attempt SET changed_at_ms = @at,
    facts_json = json_object('orderId', @orderId, 'account', @account) WHERE id = @attemptId AND state IN ${OPEN}`)
  const hear = db.prepare(`UPDATE card_attempt SET changed_at_ms = @at, code = @code,
    facts_json = ${MERGED} WHERE id = @attemptId AND code IS NULL`)
  const check = db.prepare(`UPDATE card_attempt SET changed_at_ms = @at, checked_by = @by
    WHERE id = @attemptId AND ${CONTRADICTED}`)
  return { insert, update, place, hear, check }
}

function prepareReads(db: TillDatabase) {
  const one = (where: string) =>
    db.prepare<[string], Attempt>(
      `SELECT ${COLUMNS} FROM card_attempt WHERE ${where} ORDER BY rowid DESC LIMIT 1`,
    )
  const byId = one('id = ?')
  const byTicket = one('ticket = ?')
  const openAt = one(`terminal = ? AND state IN ${OPEN}`)
  const openOf = one(`sale_id = ${OF_SALE} AND state IN ${OPEN}`)
  const newestOf = one('sale_id = ?')
  const paidOf = db.prepare<[string], Attempt>(
    `SELECT ${COLUMNS} FROM card_attempt WHERE sale_id = ${OF_SALE} AND state IN ${PAID} ORDER BY rowid`,
  )
  const open = db.prepare<[], Attempt>(
    `SELECT ${COLUMNS} FROM card_attempt INDEXED BY card_one_open_at
      WHERE state IN ${OPEN} ORDER BY rowid`,
  )
  const paidWhere = (also: string) =>
    db.prepare<[], Attempt>(
      `SELECT ${COLUMNS} FROM card_attempt WHERE state IN ${PAID} ${also} ORDER BY rowid`,
    )
  const paid = paidWhere('')
  const paidHere = paidWhere(
    'AND NOT EXISTS (SELECT 1 FROM parked_sale WHERE open_sale_id = sale_id)',
  )
  const unsaid = db.prepare<[string, number], Attempt>(
    `SELECT ${COLUMNS} FROM card_attempt
      WHERE rowid > (SELECT coalesce(max(rowid), 0) FROM card_attempt) - ${LATELY}
        AND terminal = ? AND asked_at_ms > ? AND code IS NULL AND state NOT IN ${OPEN}
        AND facts_json ->> '$.orderId' IS NOT NULL ORDER BY rowid`,
  )
  const contradicted = db.prepare<[], Attempt>(
    `SELECT ${COLUMNS} FROM card_attempt INDEXED BY card_said WHERE ${CONTRADICTED} ORDER BY rowid`,
  )
  const known = db
    .prepare<[string, number], string>(
      `SELECT ticket FROM card_attempt WHERE terminal = ? AND rowid < ? AND code = '${APPROVED_CODE}'
        ORDER BY rowid DESC LIMIT 1`,
    )
    .pluck()
  return {
    byId: (attemptId: string) => byId.get(attemptId),
    byTicket: (ticket: string) => byTicket.get(ticket),
    openAt: (terminal: string) => openAt.get(terminal),
    openOf: (saleId: SaleId) => openOf.get(saleId),
    newestOf: (saleId: SaleId) => newestOf.get(saleId),
    paidOf: (saleId: SaleId) => paidOf.all(saleId),
    open: () => open.all(),
    paid: () => paid.all(),
    /** Ended by a person, while the other side has its number and never said how it went. */
    unsaid: (terminal: string, since: number) => unsaid.all(terminal, since),
    /** The other side says otherwise than a person did, and nobody has seen to it. */
    contradicted: () => contradicted.all(),
    /** A sale that is put aside has its cards with it. */
    paidHere: () => paidHere.all(),
    /** The ticket of the last sale this terminal has said it approved, before that attempt. */
    knownBefore: ({ terminal, seq }: Pick<Attempt, 'terminal' | 'seq'>) =>
      known.get(terminal, seq) ?? null,
  }
}

/** Made by chance: a counter begins again with a restored backup, and the terminal remembers. */
function createTickets(db: TillDatabase, randomness: Randomness): () => string {
  const isTaken = db
    .prepare<[string, number], 1>(
      `SELECT 1 FROM card_attempt WHERE ticket = ?
        AND rowid > (SELECT coalesce(max(rowid), 0) FROM card_attempt) - ?`,
    )
    .pluck()
  return () => {
    for (;;) {
      const [a = 0, b = 0, c = 0, d = 0] = randomness.bytes(4)
      const ticket = String(TICKET_FIRST + ((((a * 256 + b) * 256 + c) * 256 + d) % TICKETS))
      if (isTaken.get(ticket, TICKETS_APART) === undefined) return ticket
    }
  }
}

/** As the payment names it: how the card paid, as far as anybody has said. */
export function referenceOf({ factsJson, ticket }: Pick<Attempt, 'factsJson' | 'ticket'>): string {
  const {
    kind = '',
    last4 = '',
    authorization = '',
    operation = '',
    installments = 0,
  } = JSON.parse(factsJson ?? '{}') as Partial<CardFacts>
  return voucherText({ kind, last4, authorization, operation, ticket, installments })
}

/** What the other side has said it knows it by; null where it never did. */
export function orderIdOf({ factsJson }: Pick<Attempt, 'factsJson'>): string | null {
  const { orderId = null } = JSON.parse(factsJson ?? '{}') as Partial<CardFacts>
  return orderId
}

/** It counts as charged by a person's word, and the other side has said that it was not. */
export function isDenied({ state, saidBy, code }: Attempt): boolean {
  const isYes = saidBy !== null && (isPaid(state) || state === 'settled')
  return isYes && code !== null && code !== APPROVED_CODE
}

interface Seen extends Pick<CardView, 'step' | 'asksPerson' | 'unknownForS'> {
  readonly leftClp: Clp
}

export function viewOf(attempt: Attempt, { leftClp, ...seen }: Seen): CardView {
  const { attemptId, saleId, method, amountClp, ticket, state, code, saidBy } = attempt
  return {
    ...{ attemptId, saleId, method, amountClp, ticket, state, code },
    reference: referenceOf(attempt),
    ...(leftClp === amountClp ? {} : { leftClp }),
    ...(saidBy !== null && (state === 'approved' || isDenied(attempt)) ? { saidBy } : {}),
    ...seen,
  }
}
