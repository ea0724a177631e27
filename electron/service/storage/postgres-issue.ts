/**
 * A batch of documents in one statement, which is a transaction of its own: one way to the server
 * and back, and its row of the range is held for no longer than that.
 */
import type pg from 'pg'
import type { EpochMs } from '#shared/core/brand.ts'
import { isPassing, isReferenceTaken } from './postgres-errors.ts'
import { openPool } from './postgres-pool.ts'
import type { IssueBatch, IssueOutcome } from './storage.ts'

/** How often what another one stood in the way of is sent again. */
const TRIES = 4

/**
 * `taken` says whose references are there already; only when nobody's is, and the range stands
 * where the rows were numbered, it moves on (`moved`), and only then the rows go in. While others
 * wait for the row of the range its COMMIT does not wait for the disk: what comes after it is in
 * the log after it, so that whatever is lost with the power is lost from some batch on. A reference
 * that another process stores in the meantime breaks the statement, and all of it is undone. The
 * rows come as JSON: their names are those of the columns.
 */
export const ISSUE = `
  WITH batch AS (SELECT * FROM json_populate_recordset(NULL::documents, $1::json)),
  taken AS (
    SELECT asked.reference FROM unnest($3::text[]) AS asked(reference) CROSS JOIN LATERAL (
      SELECT FROM documents
        WHERE company_id = $2 AND external_reference = asked.reference
          AND is_trial = (SELECT is_trial FROM batch LIMIT 1) LIMIT 1) AS found),
  moved AS (
    UPDATE folio_ranges
      SET next_folio = $6::bigint + 1,
        status = CASE WHEN last_folio = $6::bigint THEN 'AGO' ELSE 'ACT' END
      WHERE id = $4 AND NOT EXISTS (SELECT FROM taken)
        AND (status = 'ACT' AND issues_in = database_place() AND next_folio = $5::bigint
          AND last_folio >= $6::bigint AND is_trial = (
            SELECT is_test FROM companies WHERE companies.id = folio_ranges.company_id)
          AND (branch_office IS NULL OR branch_office = $10::bigint)
          AND (date_end IS NULL OR date_end >= $7)) IS TRUE
      RETURNING low_notified_at_ms),
  stored AS (INSERT INTO documents SELECT batch.* FROM batch WHERE EXISTS (SELECT FROM moved)),
  opened AS (
    INSERT INTO receipt_pages
      SELECT page.* FROM json_populate_recordset(NULL::receipt_pages, $8::json) page
      WHERE EXISTS (SELECT FROM moved) ON CONFLICT DO NOTHING)
  SELECT (SELECT count(*) FROM moved) AS moved, (SELECT low_notified_at_ms FROM moved) AS low,
    (SELECT json_agg(reference) FROM taken) AS taken, set_config('synchronous_commit', $9, true)`

/**
 * Writes the log up to here to the disk, for everything that was committed before: a commit of
 * nothing but a word. Those of all processes at the same moment share one flush.
 */
const FLUSH = `SELECT pg_logical_emit_message(true, 'meson', '')`

/**
 * To plan `ISSUE` takes longer than to run it, so that its plan is made once a connection, whatever
 * is asked. It may have been made while the tables were empty and must do when they are not: what
 * `ISSUE` looks for is looked for in an index, one by one.
 */
export const PLANS =
  'SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off'

/** Connections for batches, or for the turn and look before one, and nothing else. */
export function issuingPool(driver: typeof pg, config: pg.PoolConfig): pg.Pool {
  const verify: pg.PoolConfig['verify'] = (client, done) => {
    client.query(PLANS).then(() => done(), done)
  }
  return openPool(driver, { ...config, verify })
}

interface Answer {
  readonly moved: number
  readonly low: EpochMs | null
  readonly taken: readonly string[] | null
}

export async function issueBatch(pool: pg.Pool, batch: IssueBatch): Promise<IssueOutcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await issueOnce(pool, batch)
    } catch (error) {
      if (tries === TRIES || !(isPassing(error) || isReferenceTaken(error))) throw error
    }
  }
}

async function issueOnce(pool: pg.Pool, batch: IssueBatch): Promise<IssueOutcome> {
  const client = await pool.connect()
  try {
    const values = valuesOf(batch)
    const { rows } = await client.query<Answer>({ name: 'issue', text: ISSUE, values })
    const outcome = outcomeOf(rows[0])
    if (outcome.kind === 'STORED' && batch.isContended)
      return { ...outcome, onDisk: flushOn(client) }
    client.release()
    return outcome
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * On the connection that stored the batch: over another one a server would answer that broke down
 * in between and has lost what was not on its disk.
 */
function flushOn(client: pg.PoolClient): Promise<void> {
  return client.query({ name: 'flush', text: FLUSH }).then(
    () => client.release(),
    (error: unknown) => {
      client.release(true)
      throw error
    },
  )
}

function valuesOf({ rows, rangeId, firstFolio, today, pages, ...batch }: IssueBatch): unknown[] {
  const references = rows.flatMap((row) => row.external_reference ?? [])
  const lastFolio = firstFolio + rows.length - 1
  const companyId = rows[0]?.company_id
  return [
    ...[JSON.stringify(rows), companyId, references, rangeId, firstFolio, lastFolio, today],
    JSON.stringify(pages),
    batch.isContended ? 'off' : 'on',
    batch.branch,
  ]
}

function outcomeOf(answer: Answer | undefined): IssueOutcome {
  if (answer?.taken) return { kind: 'REFERENCES_TAKEN', references: new Set(answer.taken) }
  if (answer?.moved !== 1) return { kind: 'FOLIOS_MOVED' }
  return { kind: 'STORED', isLowAnnounced: answer.low !== null, onDisk: Promise.resolve() }
}
