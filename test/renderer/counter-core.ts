/**
 * A shop's real core behind the screen: its own database in a folder that goes, fakes at its ports,
 * and `world` for what ports do to it.
 */
import { randomUUID } from 'node:crypto'
import { encodeQr } from '#paper/codes.ts'
import type { TillStatus } from '#shared/bridge/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { ScaleSays, ScaleView } from '#shared/devices/settling.ts'
import type { PrinterConfig, PrinterModel } from '#shared/printing/printers.ts'
import type { PrinterState } from '#shared/printing/views.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import type { HttpOutcome, HttpRequest, PrinterTrouble } from '#till/kernel/ports.ts'
import { createImportPort } from '#till/importing/import-thread.ts'
import { BACKUP_WORKER } from '../support/backup-worker.ts'
import { VOUCHER_CARD } from '../support/card-method.ts'
import { CREW } from '../support/crew.ts'
import { hastenedClock } from '../support/hastened-clock.ts'
import { must } from '../support/must.ts'
import { playedCable, TERMINAL_PORT } from '../support/played-cable.ts'
import { askPlayed, playedPoint } from '../support/point-service.ts'
import { NARROW_MODEL } from '../support/printer-models.ts'
import { answered, isCreation, refuseDocuments, textOf } from '../support/service-answers.ts'
import {
  fakeService,
  PRINTED,
  PRINTER,
  tillFixture,
  UNREACHABLE,
  type TillFixture,
} from '../support/till-fixture.ts'
import { alteredCore } from './altered-core.ts'
import { PRINTERS, SHELVES } from './counter-shop.ts'
import type { HostedCore } from './screen-host.ts'

/** The first number of this shop is 1042. */
const LAST_FOLIO = 1_041
const STEP_MS = 1_000
const MINUTE_MS = 60_000
const PATIENCE_MS = 120_000
const SCREEN = PRINTERS[0]?.config.id ?? ''
const NEWEST = { cursor: null, limit: 1, text: '', onlyPending: false }

/** What somebody chooses who adds a printer. */
const GENERIC: PrinterModel = { ...NARROW_MODEL, id: 'generic-80', widthMm: 80, dots: 576 }

/** Found only by whoever asks the network. */
const ON_THE_NETWORK: PrinterState = {
  config: {
    ...PRINTER,
    id: 'tcp-192-168-1-50-9100',
    name: 'Red 192.168.1.50',
    transport: { kind: 'tcp', host: '192.168.1.50', port: 9100 },
  },
  present: true,
  trouble: null,
}

const repeats = ({ transport }: PrinterConfig) =>
  transport.kind === 'spooler' ? { repeatsByItself: true } : {}

/** The shop itself as a buyer, and a receipt of another till. */
const KNOWN_ELSEWHERE: Readonly<Record<string, HttpOutcome>> = {
  '/api/taxpayers/CHL/76192083-9': answered(200, { legal_name: 'Comercial Los Aromos SpA' }),
  '/api/invoices/39/9001': answered(200, {
    id: 'd-9001',
    number: 9001,
    invoice_type: 39,
    invoice_date: '2026-11-19',
    total: 5_990,
    status: 'APR',
    items: [
      { description: 'Tetera 1,7 L', quantity: 1, total: 5_990, taxes: [{ tax_type: 'IVA' }] },
    ],
  }),
}

function takenForNow(request: HttpRequest): HttpOutcome {
  const sent = JSON.parse(textOf(request)) as DocumentRequest
  return answered(201, {
    ...sent,
    ...{ id: randomUUID(), number: null, status: 'PEN', total: sent.totals.total },
    invoice_type: Number(sent.invoice_type),
  })
}

export type CounterCore = Awaited<ReturnType<typeof openCore>>

type Changes = Parameters<TillFixture['open']>[0]

/** The shop of the stories; `changes` are another host's, or another shop's. */
export async function openCore(changes: Changes = {}, lastFolio = LAST_FOLIO) {
  const fixture = tillFixture(fakeService(lastFolio))
  const clock = hastenedClock()
  const cable = playedCable(clock)
  const point = playedPoint({ nowMs: clock.monotonicMs })
  let drawerOpened = 0
  let scale: ScaleView = { says: { kind: 'none' }, lastStable: null }
  Object.assign(fixture.printer, {
    keepsPictures: true,
    discover: async (
      remembered: readonly PrinterConfig[],
      where: { readonly network: boolean },
    ) => {
      const found = [...PRINTERS, ...(where?.network === true ? [ON_THE_NETWORK] : [])]
      const isFound = ({ id }: PrinterConfig) => found.some(({ config }) => config.id === id)
      const added = remembered.filter((config) => !isFound(config))
      return [
        ...found,
        ...added.map((config) => ({ ...ON_THE_NETWORK, config, ...repeats(config) })),
      ]
    },
    models: () => [GENERIC],
    printTestPage: async () => PRINTED,
    async kickDrawer() {
      drawerOpened += 1
      return PRINTED
    },
  })
  const till = await fixture.open({
    clock,
    demoCatalogue: SHELVES,
    printers: PRINTERS.map(({ config }) => config),
    encodeQr: async (text) => encodeQr(text),
    messages: { canOpen: async () => true, open: async () => true },
    importing: createImportPort(BACKUP_WORKER),
    wires: cable.wires,
    accountHttp: (tokenOf) => ({
      exchange: async (request) => askPlayed(point, tokenOf(), request),
    }),
    scale: {
      use: () => undefined,
      now: () => scale,
      ports: async () => [{ path: '/dev/ttyUSB0', maker: 'FTDI' }, TERMINAL_PORT],
      tryOut: async () => scale,
      close: async () => undefined,
    },
    ...changes,
  })
  const { api, alter, tell } = alteredCore(till.api)
  const { answer } = fixture.service
  const honest: typeof answer = (request) => KNOWN_ELSEWHERE[request.path] ?? answer(request)
  fixture.service.answer = honest
  /** Till time goes on by `stepMs` as long as it is not so. */
  const until = async (isSo: () => boolean, stepMs = STEP_MS) => {
    const endsMs = performance.now() + PATIENCE_MS
    while (!isSo()) {
      if (performance.now() > endsMs) throw new Error(`never so: ${String(isSo)}`)
      clock.hasten(stepMs)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const isOnline = () => till.api.status().connection === 'online'
  const newest = () => till.api.listReceipts(NEWEST).rows[0]?.saleId
  let letGo = () => {}
  let shown: Partial<TillStatus> = {}
  const amended = new Map<SaleId, Partial<ReceiptDetail>>()
  const world = {
    hasten: clock.hasten,
    /** A card terminal on its wire, which no setting names yet. */
    cable,
    /** The account of a terminal over the internet, which nobody has linked yet. */
    point,
    now: clock.now,
    until,
    /** The people of a shop, with the PINs of `crew.ts`; the cashier serves. */
    async hire() {
      for (const [name, role, pin] of CREW)
        must(await till.api.saveStaff({ staffId: null, name, role, pin }))
      const camila = till.api.staff().members.find(({ name }) => name === 'Camila')?.id ?? ''
      must(await till.api.signIn({ staffId: camila, pin: '2580' }))
    },
    drawerOpened: () => drawerOpened,
    async setOnline(isBack: boolean) {
      fixture.service.answer = isBack ? honest : () => UNREACHABLE
      await until(() => isOnline() === isBack)
    },
    /**
     * Documents wait for their answer until this is called, for an own one with what it says; or
     * until the core is closed, whose end would wait for them.
     */
    holdDocuments() {
      let release: (outcome?: HttpOutcome) => void = () => {}
      const held = new Promise<HttpOutcome | undefined>((resolve) => (release = resolve))
      letGo = release
      fixture.service.answer = async (request) =>
        (request.method === 'POST' ? await held : undefined) ?? honest(request)
      return release
    },
    /** The service refuses every document for this field; resolves once a person is asked. */
    refuseDocuments(field: string, code: string) {
      fixture.service.answer = honest
      refuseDocuments(fixture.service, field, code)
      return until(() => till.api.status().attentionCount > 0)
    },
    /** The service takes documents, and knows nothing of them afterwards. */
    forgetDocuments() {
      fixture.service.answer = (request) =>
        isCreation(request) ? takenForNow(request) : honest(request)
    },
    /** What the authority says of documents from now on. */
    setAuthority(status: string) {
      fixture.service.answer = async (request) => {
        const outcome = await honest(request)
        if (outcome.kind !== 'answered') return outcome
        const bodyText = outcome.bodyText.replace('"status":"APR"', `"status":"${status}"`)
        return { ...outcome, bodyText }
      }
    },
    /** The till asks in its own time what became of the newest receipt. */
    hearAuthority: (status: string) =>
      until(() => must(till.api.receipt(newest() as SaleId)).authorityStatus === status, MINUTE_MS),
    /** Terminals whose voucher is the receipt, beside one whose voucher is none. */
    async takeVouchers() {
      const paymentMethods = [...DEFAULT_METHODS, VOUCHER_CARD]
      must(await till.api.saveSettings({ emissionModel: 'card-voucher' }))
      must(await till.api.saveSettings({ paymentMethods }))
    },
    /** What the printer says of itself; meanwhile its papers wait. */
    setPrinterTrouble(trouble: PrinterTrouble | null) {
      fixture.printer.answer =
        trouble === null ? () => PRINTED : () => ({ kind: 'held', reason: trouble, detail: '' })
      till.printerTrouble(SCREEN, trouble)
    },
    /** What the scale on the wire says from now on. */
    setScale(says: ScaleSays) {
      const isResting = says.kind === 'weight' && says.weightMg > 0
      scale = {
        says,
        lastStable: null,
        ...(isResting ? { restingSince: clock.monotonicMs() } : {}),
      }
    },
    /** A state of the till that takes days, or a broken disk. */
    setStatus(part: Partial<TillStatus>) {
      shown = { ...shown, ...part }
      alter('status', (own) => () => ({ ...own(), ...shown }))
      tell('status')
    },
    /** A state of the newest receipt that takes another's hand. */
    amendNewest(part: Partial<ReceiptDetail>) {
      const saleId = newest()
      if (saleId === undefined) throw new Error('nothing was sold')
      amended.set(saleId, { ...amended.get(saleId), ...part })
      alter('receipt', (own) => (asked) => {
        const found = own(asked)
        return found.ok ? { ...found, value: { ...found.value, ...amended.get(asked) } } : found
      })
      alter('listReceipts', (own) => (asked) => {
        const list = own(asked)
        return { ...list, rows: list.rows.map((row) => ({ ...row, ...amended.get(row.saleId) })) }
      })
      tell('issue', saleId)
    },
    failCommits(isFailing: boolean) {
      alter(
        'commitSale',
        isFailing
          ? () => () => {
              throw new Error('the disk is on fire')
            }
          : null,
      )
    },
  }
  if (till.api.bootstrap().missing.length === 0) await until(isOnline)
  return {
    api,
    alter,
    handle: till.handle,
    till,
    fixture,
    world,
    /** What was charged, the newest first. */
    sales: () => till.api.listReceipts({ ...NEWEST, limit: 100 }).rows.map(({ saleId }) => saleId),
    close() {
      letGo()
      return fixture.close()
    },
  } satisfies HostedCore & Record<string, unknown>
}
