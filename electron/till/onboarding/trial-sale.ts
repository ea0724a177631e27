/** The test sale on paper: printed at once, kept nowhere, sent to nobody. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { trialPaper } from '#shared/onboarding/trial-paper.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoTime } from '#shared/time/santiago.ts'
import { printOnce } from '../printing/print-once.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import type { ShopView } from '#shared/core/shop.ts'
import type { Clock } from '../kernel/ports.ts'
import type { Today } from '../kernel/today.ts'
import type { OncePorts } from '../printing/print-once.ts'
import type { TestPages } from '../printing/printer-commands.ts'
import type { Settings } from '../settings/settings.ts'

/** Above the page as well, in the printer's own letters. */
const MARK = 'NO VÁLIDO'

export interface TrialParts {
  readonly options: {
    readonly clock: Clock
    readonly printing: OncePorts['printing']
    readonly drawReport: (report: ReportPaper) => Promise<Uint8Array>
  }
  readonly store: {
    readonly ids: OncePorts['ids']
    readonly currentPrinter: OncePorts['currentPrinter']
    readonly shop: () => ShopView
    readonly today: Today
    readonly settings: Settings
    readonly testPages: TestPages
  }
  readonly workers: { readonly liveTroubleOf: OncePorts['troubleOf'] }
}

export function createTrialSale({
  options,
  store,
  workers,
}: TrialParts): TillApi['printTrialSale'] {
  const { clock, printing, drawReport } = options
  const { ids, currentPrinter } = store
  return async () => {
    const shop = store.shop()
    if (shop.rut === '') return refuse(refusal('SET_UP_SHOP'))
    const date = store.today()
    const facts = {
      shop,
      registerName: String(store.settings.read().registerNumber),
      date,
      printedAt: `${printDate(date)} ${santiagoTime(clock.now()).slice(0, 5)}`,
    }
    const printed = await printOnce(
      { ids, printing, currentPrinter, troubleOf: workers.liveTroubleOf },
      { draw: ({ widthMm }) => drawReport(trialPaper(facts, widthMm)), banner: MARK },
    )
    if (!printed.ok) return printed
    const { jobId, isPrinted } = printed.value
    store.testPages.add(jobId)
    return ok({ state: isPrinted ? 'printed' : 'sent', imagePath: `/paper/${jobId}.png` })
  }
}
