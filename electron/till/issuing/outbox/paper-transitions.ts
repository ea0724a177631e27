/** The papers of a receipt: its PDF, stored or in trouble, and the provisional slip. */
import type { SaleId } from '#shared/core/brand.ts'
import type { Ids } from '#shared/text/ids.ts'
import { pdfWaitMs } from '#shared/issuing/backoff.ts'
import type { Clock, Randomness } from '../../kernel/ports.ts'
import type { PaperOrders } from '../../printing/print-orders.ts'
import type { OutboxStore } from './outbox-port.ts'
import type { OutboxStatements } from './outbox-statements.ts'
import type { Transition } from './transition.ts'
import { unitRandom } from '../../kernel/unit-random.ts'

/** After this long the customer has left, and a provisional slip is of no use. */
const SLIP_USEFUL_MS = 600_000

interface PaperTransitionPorts {
  readonly statements: OutboxStatements
  readonly papers: PaperOrders
  readonly transition: Transition
  readonly clock: Clock
  /** Spreads the waits. */
  readonly randomness: Randomness
  readonly ids: Ids
}

type PaperTransitions = Pick<
  OutboxStore,
  | 'markPdfStored'
  | 'markPdfMissing'
  | 'markPdfOver'
  | 'markPdfUseless'
  | 'askForPdf'
  | 'askForOtherWidths'
  | 'queueSlip'
>

export function createPaperTransitions(ports: PaperTransitionPorts): PaperTransitions {
  const { statements, papers, transition, clock, randomness } = ports
  const { pdfs } = statements
  const { waitUntil, askForPdf } = statements.waits
  const noteTrouble = (saleId: SaleId, code: string): number => {
    pdfs.pdfTrouble.run({ saleId, code, now: clock.now() })
    papers.sayTrouble(saleId, code)
    return statements.papers.pdfFaults.get(saleId) ?? 1
  }
  const waitFor = (saleId: SaleId, faults: number) => {
    const waitMs = pdfWaitMs(faults, unitRandom(randomness))
    waitUntil.run({ saleId, notBefore: clock.now() + waitMs })
  }
  return {
    markPdfMissing: (saleId, code, attempt) =>
      transition(saleId, { noPdf: code }, attempt, () =>
        waitFor(saleId, noteTrouble(saleId, code)),
      ),
    markPdfOver: (saleId, attempt) =>
      transition(saleId, { pdfOver: true }, attempt, () => {
        papers.drop(saleId)
      }),
    markPdfUseless: (saleId, widthMm, code) =>
      transition(saleId, { uselessPdf: code }, null, () => {
        pdfs.pdfGone.run(saleId, widthMm)
        const faults = noteTrouble(saleId, code)
        if (faults === 1) askForPdf.run({ saleId })
        else waitFor(saleId, faults)
      }),
    askForPdf: (saleId) => void askForPdf.run({ saleId }),
    askForOtherWidths() {
      pdfs.otherWidths.run({ now: clock.now() })
      statements.waits.askForOtherWidths.run()
    },
    markPdfStored: (saleId, pdf, holdsForPickUp, attempt) =>
      transition(saleId, { pdf: pdf.widthMm }, attempt, () => {
        pdfs.pdf.run(saleId, pdf.widthMm, pdf.fileName, pdf.sha256, pdf.sizeBytes)
        if (!holdsForPickUp) papers.release(saleId, pdf.widthMm)
      }),
    queueSlip: createSlipQueue(ports),
  }
}

function createSlipQueue({
  statements,
  papers,
  transition,
  clock,
  ids,
}: PaperTransitionPorts): OutboxStore['queueSlip'] {
  return (saleId) => {
    const original = statements.papers.original.get(saleId)
    if (!original || original.hasSlip === 1 || original.state === 'sent') return
    if (clock.now() - original.soldAtMs > SLIP_USEFUL_MS) return
    const id = ids.printJobId()
    transition(saleId, { slip: id }, null, () => {
      const { printerId, widthMm, opensDrawer } = original
      papers.enqueue({
        id,
        saleId,
        kind: 'slip',
        printerId,
        widthMm,
        opensDrawer: opensDrawer === 1,
        state: 'queued',
        at: clock.now(),
      })
      papers.moveDrawer(saleId)
    })
  }
}
