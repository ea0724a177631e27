/** The test sale on paper: printed at once, kept nowhere, sent to nobody. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { refusal } from '#shared/core/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { trialPaper } from '#shared/guide/trial-paper.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { NO_PRINTER } from '../print/no-printer.ts'
import type { CoreParts } from '../core-parts.ts'

/** Longest a person waits before a paper that does not come out. */
const TRIAL_TIMEOUT_MS = 45_000
/** Above the page as well, in the printer's own letters. */
const MARK = 'NO VÁLIDO'

export function createTrialSale({
  options,
  store,
  workers,
}: Pick<CoreParts, 'options' | 'store' | 'workers'>): TillApi['printTrialSale'] {
  const { clock, printing, drawReport } = options
  return async () => {
    const shop = store.shop()
    if (shop.rut === '') return refuse(refusal('SET_UP_SHOP'))
    const printer = store.currentPrinter()
    if (printer.id === NO_PRINTER.id) return refuse(refusal('PRINTER_NOT_CHOSEN'))
    const trouble = workers.liveTroubleOf(printer.id)
    if (trouble !== null) return refuse(refusal(trouble))
    const date = santiagoDate(clock.now())
    const facts = {
      shop,
      registerName: String(store.settings.read().registerNumber),
      date,
      printedAt: `${printDate(date)} ${santiagoTime(clock.now()).slice(0, 5)}`,
    }
    const pdf = await drawReport(trialPaper(facts, printer.widthMm))
    const jobId = store.ids.printJobId()
    const outcome = await printing.print(
      { jobId, printer, pdf, banner: MARK, opensDrawer: false },
      AbortSignal.timeout(TRIAL_TIMEOUT_MS),
    )
    if (outcome.kind === 'held') return refuse(refusal(outcome.reason))
    if (outcome.kind === 'failed') return refuse(refusal(outcome.code))
    if (outcome.kind === 'unknown') return refuse(refusal('PRINT_UNKNOWN'))
    store.testPages.add(jobId)
    return ok({
      state: outcome.isPrinted === true ? 'printed' : 'sent',
      imagePath: `/paper/${jobId}.png`,
    })
  }
}
