/**
 * One receipt in the till's own database, put into any state, taken one real step by an answer, and
 * looked at afterwards.
 */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createIds } from '#shared/text/ids.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import type { TillDatabase } from '#till/kernel/database.ts'
import { createJournal } from '#till/kernel/journal.ts'
import type { Clock, HttpOutcome, HttpRequest } from '#till/kernel/ports.ts'
import { createConnection } from '#till/issuing/connection/connection.ts'
import { createSilenceWatch } from '#till/issuing/connection/silence-watch.ts'
import type { SyncPorts } from '#till/issuing/steps/exchange.ts'
import { createFolioReader } from '#till/issuing/connection/folio-reader.ts'
import { createOutboxStore } from '#till/issuing/outbox/outbox-store.ts'
import { createReadAdmission } from '#till/issuing/scheduler/read-admission.ts'
import { createRefusalHolds } from '#till/issuing/scheduler/refusal-holds.ts'
import { readPdf } from '#till/printing/pdf-store.ts'
import { fetchPdf, readBack } from '#till/issuing/steps/read-receipt.ts'
import { recoverReceipt } from '#till/issuing/steps/recover-receipt.ts'
import { decideAnswer } from '#till/issuing/steps/decide-answer.ts'
import { send } from '#till/issuing/steps/send-receipt.ts'
import { writeAnswer } from '#till/issuing/steps/write-answer.ts'
import { createServiceClient } from '#till/issuing/connection/service-client.ts'
import type { Dice } from '../sim/dice.ts'
import type { Ours } from './hostile-answers.ts'
import type { IssueState } from '#shared/issuing/issue-moves.ts'

export const NOW = Date.UTC(2026, 10, 20, 15, 0) as EpochMs
const SERVICE = 'https://servicio.example.cl 76192083-9'
const SALE = 'SALE' as SaleId
export const OURS: Ours = {
  id: '3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b',
  reference: 'P1-OURS',
  type: '39',
  date: '2026-11-20',
  total: 1_190,
  lines: 2,
}

export interface ReceiptRow {
  readonly state: IssueState
  readonly remoteId: string | null
  readonly folio: number | null
  readonly notBefore: number
  readonly sha256: string
  readonly reference: string
  readonly pdfs: number
}

export const START_STATES = ['queued', 'reconciling', 'accepted', 'numbered'] as const
export type StartState = (typeof START_STATES)[number]

export interface ReceiptUnderFire {
  /** Puts the receipt into a state, as if nothing had happened before. */
  reset(state: StartState): void
  /** One step of the sync worker; every request of it is answered by `answer`. */
  step(state: StartState): Promise<void>
  look(): ReceiptRow
  close(): void
}

export function createReceiptUnderFire(
  folder: string,
  dice: Dice,
  answer: (request: HttpRequest) => HttpOutcome,
): ReceiptUnderFire {
  mkdirSync(folder, { recursive: true })
  const db = openDatabase(join(folder, 'till.db'))
  // What is tried here are decisions, not the disk.
  db.pragma('synchronous = OFF')
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('journal_mode = MEMORY')
  insertSale(db)
  const ports = openPorts(db, dice, answer)
  const { signal } = new AbortController()
  const load = () => ports.store.load(SALE)
  const steps: Record<StartState, () => Promise<unknown>> = {
    queued: async () => {
      const row = load()
      if (!ports.store.markSending(row, SERVICE)) return
      const sent = await send(ports, row, { signal, mayAnswerLate: true })
      if (sent === null) return
      await writeAnswer(ports, row, decideAnswer(ports, row, sent).writing, false)
    },
    reconciling: () => recoverReceipt(ports, load(), signal),
    accepted: () => readBack(ports, load(), signal),
    numbered: async () => {
      await fetchPdf(ports, load(), signal)
      await readBack(ports, load(), signal)
    },
  }
  return {
    ...inspect(db),
    step: async (state) => void (await steps[state]()),
    close: () => db.close(),
  }
}

function openPorts(
  db: TillDatabase,
  dice: Dice,
  answer: (request: HttpRequest) => HttpOutcome,
): SyncPorts {
  const clock: Clock = {
    now: () => NOW,
    monotonicMs: () => 0,
    uptimeMs: () => 0,
    // Pauses between reads end at once; what waits longer never comes.
    after(delayMs, callback) {
      if (delayMs <= 200) queueMicrotask(callback)
      return () => {}
    },
  }
  const randomness = { bytes: (count: number) => dice.bytes(count) }
  const store = createOutboxStore({
    db,
    journal: createJournal({ db, clock }),
    clock,
    randomness,
    ids: createIds(clock, randomness),
  })
  const client = createServiceClient({ exchange: async (request) => answer(request) })
  const connection = createConnection({
    clock,
    randomness,
    silence: createSilenceWatch(clock, () => {}),
    probe: async () => ({ kind: 'unsent', detail: '' }),
    onChange: () => {},
    onOnline: () => {},
    onOpen: () => {},
    outage: { load: () => ({ downSince: null, returnedAt: null }), save: () => {} },
  })
  const folioReader = createFolioReader({
    client,
    folios: store.folios,
    clock,
    serviceId: () => SERVICE,
    issuerRut: () => '76192083-9',
    onRangesRead: () => {},
  })
  return {
    store,
    client,
    folioReader,
    connection,
    readAdmission: { ...createReadAdmission({ clock, randomness }), places: () => 1 },
    refusalHolds: createRefusalHolds({ clock, store, onChange: () => {} }),
    clock,
    randomness,
    serviceId: () => SERVICE,
    printsReceiptAfterSlip: () => true,
    hasSlip: () => false,
    onPrintable: () => {},
    log: () => {},
    pdfs: pdfsInMemory(),
  }
}

/** The real rules of what a PDF is, without the disk. */
function pdfsInMemory(): SyncPorts['pdfs'] {
  return {
    async store(_, widthMm, answerText) {
      const bytes = readPdf(answerText)
      return bytes === null
        ? 'PDF_MISSING'
        : { widthMm, fileName: 'x.pdf', sha256: '', sizeBytes: bytes.length }
    },
    read: async () => new Uint8Array(),
  }
}

function insertSale(db: TillDatabase): void {
  const body = Buffer.from(
    JSON.stringify({
      external_reference: OURS.reference,
      invoice_type: OURS.type,
      invoice_date: OURS.date,
      items: [{}, {}],
      totals: { total: OURS.total },
    }),
  )
  db.exec(`INSERT INTO sale (id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name, recipient_rut,
      recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline)
    VALUES ('${SALE}', '${OURS.reference}', '39', '${OURS.date}', 1, '1', 'Ana', '66666666-6', 'Sin RUT', 1000, 0, 190, 1190, 0)`)
  db.prepare(`INSERT INTO receipt (sale_id, seq, external_reference, document_type, body, body_sha256, issue_state)
    VALUES (?, 1, ?, '39', ?, ?, 'queued')`).run(
    SALE,
    OURS.reference,
    body,
    createHash('sha256').update(body).digest('hex'),
  )
  db.prepare(`INSERT INTO print_job (id, sale_id, kind, printer_id, width_mm, opens_drawer, state, created_at_ms)
    VALUES ('J', ?, 'receipt', 'p', 80, 0, 'waiting', 1)`).run(SALE)
}

function inspect(db: TillDatabase): Pick<ReceiptUnderFire, 'reset' | 'look'> {
  db.exec('DROP TRIGGER attempt_kept')
  const clear = ['attempt', 'receipt_pdf', 'known_folio', 'folio_range', 'journal'].map((table) =>
    db.prepare(`DELETE FROM ${table}`),
  )
  const paper = db.prepare("UPDATE print_job SET state = 'waiting'")
  const put = db.prepare<
    [
      {
        state: StartState
        id: string | null
        folio: number | null
        service: string | null
        now: number
      },
    ]
  >(`UPDATE receipt SET
    issue_state = @state, remote_id = @id, folio = @folio, service_id = @service, authority_status = NULL, tries = 0,
    first_sent_at_ms = @now, not_before_ms = 0, faults = 0, faulty_since_ms = NULL, lost_since_ms = NULL, walk_rounds = 0, walked_to = NULL,
    folio_low = 5, last_error_code = NULL, last_error_text = NULL, field_errors_json = NULL`)
  const range =
    db.prepare(`INSERT INTO folio_range (service_id, range_id, document_type, from_folio, to_folio, next_folio, seen_at_ms, is_listed)
    VALUES ('${SERVICE}', 'r', '39', 1, 100, 12, ${NOW}, 1)`)
  const row = db.prepare<
    [],
    ReceiptRow & { body: Buffer }
  >(`SELECT issue_state AS state, remote_id AS remoteId, folio, body,
    not_before_ms AS notBefore, external_reference AS reference, (SELECT count(*) FROM receipt_pdf) AS pdfs FROM receipt`)
  return {
    reset(state) {
      db.transaction(() => {
        for (const statement of clear) statement.run()
        paper.run()
        if (state === 'reconciling') range.run()
        const isKnown = state === 'accepted' || state === 'numbered'
        put.run({
          state,
          id: isKnown ? OURS.id : null,
          folio: state === 'numbered' ? 7 : null,
          now: NOW,
          service: state === 'queued' ? null : SERVICE,
        })
      }).immediate()
    },
    look() {
      const found = row.get()
      if (!found) throw new Error('the receipt is gone')
      return { ...found, sha256: createHash('sha256').update(found.body).digest('hex') }
    },
  }
}
