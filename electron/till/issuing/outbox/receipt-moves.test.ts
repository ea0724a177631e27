import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { canMove, STORED_ISSUE_STATES, type StoredIssueState } from '#shared/issuing/issue-moves.ts'
import { openDatabase } from '../../tables/open-database.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import {
  prepareDeleting,
  prepareEntry,
  prepareNotes,
  prepareOrders,
  prepareRestoring,
  prepareSecondThoughts,
  prepareSending,
  prepareWaits,
} from './receipt-moves.ts'

const SALE = 'S2' as SaleId
const ORIGINAL = 'S1' as SaleId
const HERE = 'https://here.example.cl 76192083-9'
const ELSEWHERE = 'https://there.example.cl 76192083-9'
const NOW = 1_000_000 as EpochMs
const BYTES = Buffer.from('{}')

interface Row {
  readonly issueState: StoredIssueState
  readonly serviceId: string | null
  readonly remoteId: string | null
  readonly folio: number | null
  readonly errorCode: string | null
  readonly setAside: string | null
}
type Stored = Row & { readonly body: Buffer }

let folder: string
let db: TillDatabase
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-moves-'))
  db = openDatabase(join(folder, 'till.db'))
  const entry = prepareEntry(db)
  for (const [seq, saleId] of [ORIGINAL, SALE].entries()) {
    db.prepare(`INSERT INTO sale (id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name,
        recipient_rut, recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline)
      VALUES (?, ?, '39', '2026-07-01', 1, '1', 'Ana', '66666666-6', 'Sin RUT', 1000, 0, 190, 1190, 0)`).run(
      saleId,
      saleId,
    )
    entry.run({
      saleId,
      seq,
      externalReference: saleId,
      documentType: '39',
      body: BYTES,
      sha256: '',
      dependsOn: saleId === SALE ? ORIGINAL : null,
    })
  }
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Every combination of what a guard may look at, as far as the table itself lets it in. */
const ROWS: readonly Row[] = STORED_ISSUE_STATES.flatMap((issueState) =>
  [null, HERE, ELSEWHERE].flatMap((serviceId) =>
    [null, 'D-1'].flatMap((remoteId) =>
      [null, 7].flatMap((folio) =>
        [null, 'X', 'SERVICE_CHANGED', 'REFUSED_WITHOUT_REASON', 'RETURN_ORIGINAL_STUCK'].flatMap(
          (errorCode) =>
            [null, 'a reason'].map((setAside) => ({
              issueState,
              serviceId,
              remoteId,
              folio,
              errorCode,
              setAside,
            })),
        ),
      ),
    ),
  ),
).filter(
  ({ issueState, remoteId, folio }) =>
    (issueState !== 'numbered' || (folio !== null && remoteId !== null)) &&
    (issueState !== 'accepted' || remoteId !== null) &&
    (folio === null || issueState === 'numbered'),
)

/** Every move of the outbox, with each of the arguments that lead somewhere else. */
function everyMove(): Readonly<Record<string, (row: Row) => unknown>> {
  const sending = prepareSending(db)
  const second = prepareSecondThoughts(db)
  const waits = prepareWaits(db)
  const orders = prepareOrders(db)
  const deleting = prepareDeleting(db)
  const notes = prepareNotes(db)
  const restoring = prepareRestoring(db)
  const [saleId, now, sha256] = [SALE, NOW, '']
  const told = { saleId, code: 'X', detail: '', fieldErrors: '[]', now }
  const found = { saleId, isTrial: 0, status: null, notBefore: now }
  const stopped = { saleId, code: 'X', detail: '', fieldErrors: null }
  const retry = { saleId, notBefore: now, code: 'X', detail: '', isFault: 1, now }
  return {
    claim: () => sending.claim.run({ saleId, serviceId: HERE, now }),
    unclaimToQueued: () => sending.unclaim.run({ saleId, state: 'queued', serviceId: null }),
    unclaimToNumbered: () => sending.unclaim.run({ saleId, state: 'numbered', serviceId: null }),
    accept: ({ remoteId }) =>
      sending.accept.accepted.run({ ...found, remoteId: remoteId ?? 'D-1', folio: null }),
    number: ({ remoteId }) =>
      sending.accept.numbered.run({ ...found, remoteId: remoteId ?? 'D-1', folio: 7 }),
    search: () => sending.search.run({ saleId, remoteId: null, now }),
    noteWalk: () => sending.noteWalk.run({ saleId, walkedTo: 3, notBefore: now }),
    reject: () => sending.stop.run({ ...stopped, state: 'rejected', isNowhere: 1 }),
    giveToPerson: () => sending.stop.run({ ...stopped, state: 'attention', isNowhere: 0 }),
    retry: () => sending.retry.run({ ...retry, isNowhere: 0 }),
    retryNowhere: () => sending.retry.run({ ...retry, isNowhere: 1 }),
    disown: () => second.disown.run({ saleId }),
    doubt: () => second.doubt.run(told),
    putBack: () => second.putBack.run({ sales: JSON.stringify([SALE]) }),
    mendTogether: ({ errorCode }) =>
      second.mendTogether.run({ code: errorCode ?? 'X', isPress: 0 }),
    mendByPress: ({ errorCode }) => second.mendTogether.run({ code: errorCode ?? 'X', isPress: 1 }),
    noteMissing: () => second.noteMissing.run({ saleId }),
    waitUntil: () => waits.waitUntil.run({ saleId, notBefore: now }),
    askForPdf: () => waits.askForPdf.run({ saleId }),
    askForOtherWidths: () => waits.askForOtherWidths.run(),
    wakeAll: () => waits.wakeAll.run(),
    recover: () => waits.recover.run(),
    clamp: () => waits.clamp.run({ now, latest: now }),
    leaveBehind: () => waits.leaveBehind.run({ here: HERE }),
    findAgain: () => waits.findAgain.run({ here: HERE }),
    retryNow: () => orders.retryNow.run({ saleId, now }),
    rebuild: () => orders.rebuild.run({ saleId, body: Buffer.from('{"new":1}'), sha256 }),
    searchAgain: () => orders.searchAgain.run({ saleId, now }),
    setAside: () => orders.setAside.run({ saleId, reason: 'because', now }),
    takeOut: () => deleting.takeOut.run({ saleId, reason: 'because', now }),
    noteStatus: () => deleting.noteStatus.run({ saleId, status: 'APR' }),
    completeNote: () =>
      notes.complete.run({ saleId, originalId: ORIGINAL, body: Buffer.from('{"f":7}'), sha256 }),
    stopNote: () =>
      notes.stop.run({ saleId, originalId: ORIGINAL, trouble: 'RETURN_ORIGINAL_STUCK' }),
    readAgain: () => restoring.readAgain.run(),
    presumeSent: () => restoring.presumeSent.run({ type: '39', serviceId: HERE, at: now }),
    noteService: () =>
      restoring.noteService.run({ saleId, serviceId: HERE, folioLow: null, firstSentAt: now }),
    noteDeleted: () => restoring.noteDeleted.run({ saleId, reason: 'because', at: now }),
  }
}

/** Plays every move from every row, and tells what became of it. */
function walk(visit: (name: string, before: Row, after: Stored) => void): void {
  const put = db.prepare<[Row & { saleId: SaleId; body: Buffer }]>(`UPDATE receipt SET
    issue_state = @issueState, service_id = @serviceId, remote_id = @remoteId, folio = @folio, body = @body,
    last_error_code = @errorCode, set_aside_reason = @setAside, authority_status = NULL WHERE sale_id = @saleId`)
  const get = db.prepare<
    [SaleId],
    Stored
  >(`SELECT issue_state AS issueState, service_id AS serviceId,
    remote_id AS remoteId, folio, last_error_code AS errorCode, set_aside_reason AS setAside, body
    FROM receipt WHERE sale_id = ?`)
  const moves = Object.entries(everyMove())
  db.transaction(() => {
    for (const before of ROWS) {
      for (const [name, run] of moves) {
        put.run({ ...before, saleId: SALE, body: BYTES })
        run(before)
        const after = get.get(SALE)
        if (after === undefined) throw new Error(`${name} lost the receipt`)
        visit(name, before, after)
      }
    }
  })()
}

describe('the moves of the outbox', () => {
  it('lead along the table and nowhere else, and every pair of the table is walked by one', () => {
    const seen = new Set<string>()
    walk((name, { issueState: from }, { issueState: to }) => {
      if (from === to) return
      seen.add(`${from} ${to}`)
      if (!canMove(from, to)) expect.fail(`${name} leads from ${from} to ${to}`)
    })
    const pairs = STORED_ISSUE_STATES.flatMap((from) =>
      STORED_ISSUE_STATES.filter((to) => canMove(from, to)).map((to) => `${from} ${to}`),
    )
    expect([...seen].sort()).toEqual(pairs.sort())
  })

  it('never take a folio, an id or the bytes from a receipt that is issued', () => {
    let played = 0
    walk((name, before, after) => {
      if (before.issueState !== 'numbered') return
      played += 1
      expect([after.folio, after.remoteId, after.serviceId, after.body], name).toEqual([
        7,
        'D-1',
        before.serviceId,
        BYTES,
      ])
    })
    expect(played).toBeGreaterThan(100)
  })

  it('never give what one service may have to another', () => {
    const taken = new Set<string>()
    walk((name, { serviceId: before }, { serviceId: after }) => {
      if (before === null && after !== null) taken.add(name)
      if (before !== null && after !== null && after !== before)
        expect.fail(`${name} gives it away`)
    })
    expect([...taken].sort()).toEqual(['claim', 'noteService', 'presumeSent'])
  })

  it('change the bytes only where no document of the old ones can be', () => {
    const changed = new Set<string>()
    walk((name, before, after) => {
      if (after.body.equals(BYTES)) return
      changed.add(`${name} ${before.issueState}`)
      expect(before.remoteId, name).toBeNull()
    })
    expect([...changed].sort()).toEqual([
      'completeNote attention',
      'completeNote queued',
      'rebuild rejected',
    ])
  })

  it('never put into the queue again what a person has taken back', () => {
    db.prepare(
      `INSERT INTO receipt_deletion (sale_id, state, reason, asked_by, asked_at_ms) VALUES (?, 'done', 'r', 'Ana', 1)`,
    ).run(SALE)
    let played = 0
    walk((name, before, after) => {
      if (before.issueState !== 'rejected') return
      played += 1
      if (['queued', 'sending'].includes(after.issueState)) expect.fail(`${name} sends it again`)
    })
    db.prepare('DELETE FROM receipt_deletion').run()
    expect(played).toBeGreaterThan(100)
  })
})
