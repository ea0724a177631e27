/**
 * One till alone on SQLite: its receipts through the lanes that put many into one COMMIT, and each
 * in a transaction of its own as before there were any, by turns in the same run.
 */
import { randomUUID } from 'node:crypto'
import { FolioAllocator, type FolioRange } from '../../electron/service/folios/allocate.ts'
import { buildTed } from '../../electron/service/folios/ted.ts'
import { insertDocument } from '../../electron/service/storage/hot-queries.ts'
import { IssuingLanes, type NewDocument } from '../../electron/service/documents/issuing-lanes.ts'
import type { DocumentId } from '../../electron/service/core/ports.ts'
import type { DocumentRow } from '../../electron/service/storage/tables.ts'
import { startInProcess, type InProcessService } from '../integration/service-in-process.ts'
import { receiptRequest } from '../integration/service-receipts.ts'
import { round } from './service-clients.ts'

const ROUNDS = 11
const RECEIPTS_A_ROUND = 100

interface Way {
  readonly perSecond: number
  /** Processor time, the disk's part in the kernel included: a busy machine changes it less. */
  readonly cpuUsEach: number
}

export interface LoneTill {
  readonly lanes: Way
  readonly eachAlone: Way
  /** Of two neighbouring rounds, the one in the middle: 1 is as fast as before, above is faster. */
  readonly lanesOfEachAlone: number
  /** Signature and text of one stamp. */
  readonly stampUs: number
}

type Issue = (document: NewDocument) => Promise<DocumentRow | null>

export async function loneTill(): Promise<LoneTill> {
  // A range of its own for each: a folio that somebody else took is looked up and signed again.
  const worlds = [await startInProcess(), await startInProcess()] as const
  try {
    const models = [await modelOf(worlds[0]), await modelOf(worlds[1])] as const
    const { lanes } = waysOf(worlds[0])
    const { eachAlone } = waysOf(worlds[1])
    const rounds: { readonly inLanes: Way; readonly alone: Way }[] = []
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const inLanes = await play(lanes, models[0])
      rounds.push({ inLanes, alone: await play(eachAlone, models[1]) })
    }
    const ratios = rounds.map(({ inLanes, alone }) => inLanes.perSecond / alone.perSecond)
    return {
      lanes: middleOf(rounds.map(({ inLanes }) => inLanes)),
      eachAlone: middleOf(rounds.map(({ alone }) => alone)),
      lanesOfEachAlone: round(middle(ratios)),
      stampUs: await stampUs(worlds[0], models[0]),
    }
  } finally {
    for (const world of worlds) await world.close()
  }
}

async function stampUs(world: InProcessService, model: DocumentRow): Promise<number> {
  const { signed, look } = waysOf(world)
  const expected = await look(model)
  if (expected === null) throw new Error('the range of this measurement is used up')
  const rounds = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now()
    for (let count = 0; count < RECEIPTS_A_ROUND; count += 1) signed(model, expected.range, 1)
    return ((performance.now() - startedAt) * 1_000) / RECEIPTS_A_ROUND
  })
  return round(middle(rounds))
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0

function middleOf(ways: readonly Way[]): Way {
  return {
    perSecond: round(middle(ways.map(({ perSecond }) => perSecond))),
    cpuUsEach: round(middle(ways.map(({ cpuUsEach }) => cpuUsEach))),
  }
}

async function play(issue: Issue, model: DocumentRow): Promise<Way> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  for (let count = 0; count < RECEIPTS_A_ROUND; count += 1) {
    const id = randomUUID()
    const row = { ...model, id: id as DocumentId, external_reference: id, number: null }
    const stored = await issue({
      row,
      page: null,
      branch: null,
      accepted: {} as NewDocument['accepted'],
    })
    if (stored?.number === null) throw new Error('the range of this measurement is used up')
  }
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(before)
  return { perSecond: RECEIPTS_A_ROUND / seconds, cpuUsEach: (user + system) / RECEIPTS_A_ROUND }
}

/** The same folio, stamp and row by both. */
function waysOf({ storage, clock, today }: InProcessService) {
  const wantedBy = (row: DocumentRow) => ({
    ...{ companyId: row.company_id, documentCode: row.document_code, today: day, branch: null },
  })
  const folios = new FolioAllocator(clock)
  const day = today()
  const signed = (row: DocumentRow, range: FolioRange, folio: number): DocumentRow => ({
    ...row,
    number: folio,
    ted_xml: buildTed(
      {
        ...{ issuerRut: '76192083-9', documentCode: row.document_code, folio, date: day },
        ...{ recipientRut: '66666666-6', recipientName: 'Sin RUT', totalClp: 7_180 },
        ...{ firstItem: 'Pan amasado', cafXml: range.cafXml, stampedAt: `${day}T12:00:00` },
      },
      range.key,
    ),
  })
  const eachAlone: Issue = ({ row }) =>
    storage.write(async (db) => {
      const taken = await folios.take(db, wantedBy(row))
      const numbered = taken === null ? row : signed(row, taken.range, taken.folio)
      return (await insertDocument.run(db, numbered)) === 0 ? null : numbered
    })
  const look = (row: DocumentRow) => folios.look(storage.read, wantedBy(row))
  const lanes = new IssuingLanes({
    now: () => performance.now(),
    today: () => day,
    look: ({ row }) => look(row),
    sign: ({ row }, range, folio) => Promise.resolve(signed(row, range, folio)),
    store: (batch) => storage.issue(batch),
    stored: () => Promise.resolve(),
    storeAlone: eachAlone,
    turn: null,
    isAway: () => false,
  })
  return { lanes: (document: NewDocument) => lanes.issue(document), eachAlone, signed, look }
}

/** A receipt as the service stores one. */
async function modelOf(world: InProcessService): Promise<DocumentRow> {
  const lines = ['Pan amasado', 'Leche 1 L', 'Libro'].map((name) => ({ name, unitGrossClp: 1990 }))
  const body = JSON.stringify(receiptRequest('model', lines, world.today()))
  await world.post('/api/invoices', body)
  return world.storage.read.selectFrom('documents').selectAll().executeTakeFirstOrThrow()
}
