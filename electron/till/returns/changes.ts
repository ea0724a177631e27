/**
 * The commands of a change of document. As with a return: load, decide (pure, shared/returns), one
 * synchronous transaction, tell.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ChangeableSale, ChangedSale, ChangeInput } from '#shared/returns/changes.ts'
import { isInvoice, type SaleType } from '#shared/core/document-type.ts'
import { SHORT_NAMES } from '#shared/issuing/short-names.ts'
import type { Clp } from '#shared/money/clp.ts'
import { ANONYMOUS_RUT, parseRut } from '#shared/rut/rut.ts'
import {
  changeProblem,
  decideChange,
  type ChangeableOriginal,
  type ChangeContext,
  type ChangeDecision,
} from '#shared/returns/decide-change.ts'
import { chainOf } from '../audit/chain.ts'
import { customerWriter } from '../customers/customers.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createSaleRows } from '../selling/sale-rows.ts'
import { createCommittedReader } from '../selling/sales.ts'
import { createChangeableReader, type ChangeableSold } from './changeable-sale.ts'
import type { ReturnsPorts } from './returns.ts'
import { writeOnce } from './write-once.ts'

interface ChangesPorts extends Omit<ReturnsPorts, 'permit' | 'limits' | 'context'> {
  readonly context: () => ReturnType<ReturnsPorts['context']> & { readonly asksPurpose: boolean }
  readonly permit: (command: ChangeInput, decision: ChangeDecision) => Result<() => void, Refusal>
  readonly buyerRequiredFromClp: () => Clp
}

type Changes = Pick<TillApi, 'openChange' | 'changeDocument'>

export function createChanges(ports: ChangesPorts): Changes {
  const { elsewhere, ids } = ports
  const original = createChangeableReader(ports.db)
  const around = (saleId: SaleId) => {
    const { registerNumber: _, ...context } = ports.context()
    return { ...context, date: ports.today(), backElsewhereClp: elsewhere.backClp(saleId) }
  }
  const open = (saleId: SaleId, changeId = ids.saleId()): Result<ChangeableSale, Refusal> => {
    const sale = original(saleId)
    if (sale === null) return refuse(refusal('SALE_NOT_FOUND'))
    const context = around(saleId)
    const problem = changeProblem(sale, context)
    return problem === null ? ok(toChangeable(sale, changeId, context.date)) : refuse(problem)
  }
  return {
    async openChange(saleId) {
      const sale = original(saleId)
      const changeId = ids.saleId()
      const isOpen = sale !== null && open(saleId).ok
      // Its note takes back the whole receipt, as a return does.
      const problem = isOpen ? await elsewhere.ask(sale, changeId) : null
      return problem === null ? open(saleId, changeId) : refuse(problem)
    },
    changeDocument: commitChange(ports, original, around),
  }
}

function toChangeable(
  sale: ChangeableOriginal,
  changeId: SaleId,
  today: ChangeContext['date'],
): ChangeableSale {
  const { saleId, documentType, folio, date, totals, paidOn, recipient } = sale
  const { rut, legalName } = recipient
  return {
    changeId,
    originalId: saleId,
    to: isInvoice(documentType) ? 'receipt' : 'invoice',
    documentType: documentType as SaleType,
    folio: folio as ChangeableSale['folio'],
    date,
    totalClp: totals.totalClp,
    isOtherMonth: paidOn.slice(0, 7) !== today.slice(0, 7),
    buyer: rut === ANONYMOUS_RUT ? null : { rut, legalName },
  }
}

function commitChange(
  ports: ChangesPorts,
  original: (saleId: SaleId) => ChangeableSold | null,
  around: (
    saleId: SaleId,
  ) => Omit<ChangeContext, 'original' | 'noteId' | 'references' | 'now' | 'buyerRequiredFromClp'>,
): Changes['changeDocument'] {
  const { ids, elsewhere } = ports
  const made = createChangeReader(ports.db)
  const write = createChangeWriter(ports)
  return (command: ChangeInput) => {
    if (ports.isHalted()) return refuse(refusal('CHANGE_NOT_SAVED'))
    // A second press, or a retry of the screen after a lost answer: answered again, issued once.
    const before = made(command.changeId)
    if (before !== null) {
      const { sale } = before
      if (sale.originalId !== command.originalId) return refuse(refusal('SALE_NOT_OPEN'))
      // Another buyer typed after a lost answer was not given the document.
      const what = SHORT_NAMES[sale.documentType].toLowerCase()
      return isAsked(before, command) ? ok(sale) : refuse(refusal('CHANGE_DONE', null, { what }))
    }
    const closed = ports.needsShift()
    if (closed !== null) return refuse(closed)
    const sale = original(command.originalId)
    const { registerNumber } = ports.context()
    const decision = decideChange(command, {
      ...around(command.originalId),
      original: sale,
      noteId: ids.saleId(),
      references: [ids.externalReference(registerNumber), ids.externalReference(registerNumber)],
      now: ports.clock.now(),
      buyerRequiredFromClp: ports.buyerRequiredFromClp(),
    })
    if (!decision.ok) return decision
    if (sale !== null && !elsewhere.isSettled(sale, command.changeId))
      return refuse(refusal('CHANGE_OPEN_AGAIN'))
    const permitted = ports.permit(command, decision.value)
    if (!permitted.ok) return permitted
    return writeOnce(
      ports,
      () => write(decision.value, permitted.value),
      () => made(command.changeId)?.sale ?? null,
      { full: 'CHANGE_DISK_FULL', unknown: 'CHANGE_NOT_SAVED' },
    )
  }
}

/** A boleta names whoever the law wants on it, whatever was typed. */
function isAsked({ sale, buyerRut }: MadeChange, { to, recipient }: ChangeInput): boolean {
  if (isInvoice(sale.documentType) !== (to === 'invoice')) return false
  const asked = parseRut(recipient?.rut ?? '')
  return to === 'receipt' || (asked.ok && asked.value === buyerRut)
}

/** ONE transaction: note and document, their lines, both in the outbox, papers, log, journal. */
function createChangeWriter({ db, journal, ids, given, ...ports }: ChangesPorts) {
  const rows = createSaleRows(db)
  const rememberCustomer = customerWriter(db)
  type Half = 'note' | 'document'
  return (decision: ChangeDecision, writeAudit: () => void) => {
    const { changeId, noteId, originalId, at } = decision
    const printer = ports.printer()
    const { registerName, cashierName } = ports.context()
    const writeHalf = (half: Half, saleId: SaleId) => {
      const { externalReference, recipient, request } = decision[half]
      const documentType = half === 'note' ? '61' : decision.document.documentType
      const seq = rows.sale({
        saleId,
        externalReference,
        documentType,
        date: decision.date,
        at,
        registerName,
        cashierName,
        recipient,
        totals: decision.totals,
        soldOffline: decision.printsSlip,
        documentedBy: 'receipt',
        discount: decision.discount,
        originalId: half === 'note' ? originalId : null,
        reason: half === 'note' ? decision.reason : null,
        changeOf: decision.paidId,
      })
      rows.copyLines(originalId, saleId)
      chainOf(db).add('sale', saleId)
      rows.receipt({
        saleId,
        seq,
        externalReference,
        documentType,
        body: Buffer.from(JSON.stringify(request), 'utf8'),
        // Not before the first is void: else the sale would be declared twice for a while.
        dependsOn: half === 'note' ? decision.note.dependsOn : noteId,
      })
      const paper = { saleId, printer, opensDrawer: false, at }
      if (half === 'document' && decision.printsSlip)
        rows.paper({ ...paper, id: ids.printJobId(), kind: 'slip', state: 'queued' })
      rows.paper({ ...paper, id: ids.printJobId(), kind: 'receipt', state: 'waiting' })
      journal.append('sale', saleId, { totalClp: decision.totals.totalClp, documentType })
    }
    db.transaction(() => {
      writeHalf('note', noteId)
      writeHalf('document', changeId)
      rememberCustomer(decision.document.recipient, at)
      writeAudit()
      given(changeId, decision.document.recipient.rut, at)
      journal.append('issue', originalId, { changedTo: changeId })
    }).immediate()
  }
}

const NO_CHANGE = { originalId: '' as SaleId, buyerRut: '' }

interface MadeChange {
  readonly sale: ChangedSale
  readonly buyerRut: string
}
type ChangeRow = Pick<ChangedSale, 'noteId' | 'originalId'> & Pick<MadeChange, 'buyerRut'>

function createChangeReader(db: TillDatabase): (changeId: SaleId) => MadeChange | null {
  const sale = createCommittedReader(db)
  const note = db.prepare<[SaleId], ChangeRow>(
    `SELECT n.id AS noteId, n.original_id AS originalId, s.recipient_rut AS buyerRut FROM receipt r
      JOIN sale s ON s.id = r.sale_id AND s.change_of IS NOT NULL JOIN sale n ON n.id = r.depends_on
    WHERE r.sale_id = ? AND n.change_of IS NOT NULL AND n.document_type = '61'`,
  )
  return (changeId) => {
    const made = sale(changeId)
    if (made === null) return null
    // A sale's or a return's id is no change's: such a command answers to no original.
    const { buyerRut, ...of } = note.get(changeId) ?? { ...NO_CHANGE, noteId: changeId }
    return { sale: { ...made, ...of }, buyerRut }
  }
}
