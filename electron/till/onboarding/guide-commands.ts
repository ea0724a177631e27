/**
 * The first start of a shop. It keeps how far somebody has come; what is typed in it is saved by
 * the commands of the settings, under their rights. While there is no owner, anyone may.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { guideView, type GuideView } from '#shared/onboarding/guide.ts'
import { NO_PRINTER } from '../printing/no-printer.ts'
import type { SetUp } from '../settings/set-up.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { HttpPort } from '../kernel/ports.ts'
import type { Journal } from '../kernel/journal.ts'
import type { createServiceEndpoint } from '../issuing/service-endpoint.ts'
import type { Bootstrap } from '#shared/bridge/views.ts'
import { createGuideStore } from './guide-store.ts'
import { createOwnCompany } from './own-company.ts'
import { createPracticeDoor, createShopDoor, type DoorParts } from './practice-door.ts'
import { createTrialSale, type TrialParts } from './trial-sale.ts'

type GuideCommands = Pick<
  TillApi,
  | 'guide'
  | 'moveGuide'
  | 'answerGuide'
  | 'ownCompany'
  | 'printTrialSale'
  | 'enterPractice'
  | 'openOwnShop'
>

const PHASE_OF = { begin: 'open', leave: 'left', finish: 'done' } as const

interface GuideParts {
  readonly options: DoorParts['options'] & TrialParts['options']
  readonly store: DoorParts['store'] &
    TrialParts['store'] & {
      readonly journal: Journal
      readonly ended: AbortController
      readonly currentPrinter: () => PrinterConfig
    }
  readonly workers: TrialParts['workers'] & {
    readonly address: Pick<ReturnType<typeof createServiceEndpoint>, 'current'>
    readonly lookupWire: HttpPort
  }
}

/** `plain`: what a screen reads first of everything else. */
export function createGuideCommands(parts: GuideParts, setUp: SetUp, plain: () => Bootstrap) {
  const { store } = parts
  const guide = createGuideStore(store.db, store.journal)
  const { address, lookupWire } = parts.workers
  const view = () => guideView(guide.read(), factsOf(parts, setUp))
  const isPractice = store.purpose === 'practice'
  const ofShop = (work: () => void): Result<GuideView, Refusal> => {
    if (isPractice) return refuse(refusal('PRACTICE_ONLY'))
    work()
    return ok(view())
  }
  const commands: GuideCommands = {
    guide: view,
    moveGuide: ({ to }) => ofShop(() => guide.change((kept) => ({ ...kept, phase: PHASE_OF[to] }))),
    answerGuide({ step, answer }) {
      if (step === 'printer' && answer === 'done' && !hasPrinter(store))
        return refuse(refusal('PRINTER_NOT_CHOSEN'))
      return ofShop(() =>
        guide.change(({ phase, answers }) => ({ phase, answers: { ...answers, [step]: answer } })),
      )
    },
    ownCompany: createOwnCompany({
      http: lookupWire,
      hasService: () => address.current().apiKey !== null && address.current().baseUrl !== null,
      signal: store.ended.signal,
    }),
    printTrialSale: createTrialSale(parts),
    enterPractice: createPracticeDoor(parts),
    openOwnShop: createShopDoor(parts),
  }
  /** What a screen shows by itself when it opens. */
  const shown = (): { readonly guide?: 'choose' | 'open' } => {
    const { phase } = guide.read()
    return phase === 'choose' || phase === 'open' ? { guide: phase } : {}
  }
  const bootstrap = () => ({ ...plain(), ...shown() })
  return { api: { ...setUp.api, ...commands }, bootstrap }
}

const hasPrinter = ({ currentPrinter }: Pick<GuideParts['store'], 'currentPrinter'>) =>
  currentPrinter().id !== NO_PRINTER.id

function factsOf(
  { store, workers }: Pick<GuideParts, 'store' | 'workers'>,
  setUp: Pick<SetUp, 'missing'>,
) {
  const count = store.db
    .prepare<[], number>('SELECT count(*) FROM product WHERE archived_at_ms IS NULL')
    .pluck()
  return {
    missing: setUp.missing(),
    hasAnswered: store.settings.hasAnswered(workers.address.current().baseUrl),
    hasPrinter: hasPrinter(store),
    hasOwner: store.staff.view().isOn,
    productCount: count.get() ?? 0,
  }
}
