/** The customer's screen as the core tells it: one view, and whoever waits for the next. */
import { createHash } from 'node:crypto'
import type { SaleId } from '#shared/core/brand.ts'
import { DOCUMENT_NAMES } from '#shared/issuing/document-names.ts'
import { clp, type Clp } from '#shared/money/clp.ts'
import { savedClp } from '../sold/sale-parts.ts'
import type { CommittedSale } from '#shared/selling/views.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { customerViewOf, type ChargedDocument } from '#shared/devices/customer-view.ts'
import type { OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import { CUSTOMER_PICTURE_BYTES_MAX, pictureTypeOf } from '#shared/devices/desk.ts'
import { changedSecret } from '#shared/settings/changed-fields.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { ShopView } from '#shared/core/shop.ts'
import type { SalePages } from '../issuing/sale-pages.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { PrinterList } from '../printing/printer-list.ts'
import type { Settings } from '../settings/settings.ts'
import type { Handlers, Staff } from '../staff/staff-ports.ts'
import type { Clock } from '../kernel/ports.ts'
import { pause } from '../kernel/pause.ts'
import { drawCode, type PageCommandPorts } from '../delivery/pages/page-commands.ts'
import type { ScreenCode } from '#shared/delivery/phone-page.ts'

/** The change stays for as long as it takes to count it. */
export const THANKS_MS = 20_000
/** Time to get a phone out. */
const SCAN_MS = 60_000
/** A question nobody has news for is answered after this, and asked again. */
export const WAIT_MS_MAX = 15_000

/** Of the open store, what a customer may be told by. */
export interface DisplayStore {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly ids: Ids
  readonly ended: AbortController
  readonly settings: Settings
  readonly staff: Staff
  readonly shop: () => ShopView
  /** Null unless the till rests. */
  readonly rest: { readonly now: () => object | null }
  readonly pages: SalePages
  readonly printers: PrinterList
}

interface CustomerDisplayPorts {
  readonly store: DisplayStore
  readonly clock: Clock
  readonly openSale: () => OpenSale | null
  readonly encodeQr?: PageCommandPorts['encodeQr']
}

type Api = Handlers<'customerView' | 'customerPicture' | 'saveCustomerPicture'>

interface CustomerDisplay {
  readonly api: Api
  /** What was charged is thanked for. */
  readonly thank: (sale: CommittedSale) => void
}

/** Two screens in a row that share them are one in 2^64. */
const VERSION_CHARS = 16
/** Nobody notices less. The look compares what the core holds in memory. */
const LOOK_MS = 100

interface Charged {
  readonly sale: CommittedSale
  readonly savedClp: Clp
  readonly atMs: number
  /** Of its page, once it is drawn; null for none. */
  code: ScreenCode | null
}

export function createCustomerDisplay(ports: CustomerDisplayPorts): CustomerDisplay {
  const { store, clock } = ports
  const pictures = createPictures(store)
  const { savedOf, documentOf: of } = createReadings(store.db)
  let last: Charged | null = null
  let asking = 0
  const look = () => {
    const stayMs = last?.code == null ? THANKS_MS : SCAN_MS
    if (last !== null && clock.monotonicMs() - last.atMs > stayMs) last = null
    const { language, paymentMethods } = store.settings.read()
    const sale = ports.openSale()
    // The next customer's first line ends it.
    if (sale !== null) last = null
    const screen = {
      language,
      shopName: store.shop().tradeName,
      pictureId: pictures.id(),
      view: customerViewOf({
        sale,
        methods: paymentMethods,
        // What is open at a till at rest is another till's to sell.
        isLocked: !store.staff.actor().ok || store.rest.now() !== null,
        charged: last && { ...last.sale, savedClp: last.savedClp, document: of(last.sale) },
        code: last?.code ?? null,
      }),
    }
    // Of what it shows, and no number: that would count behind the lock what was scanned before it.
    const version = createHash('sha256').update(JSON.stringify(screen)).digest('hex')
    return { ...screen, version: version.slice(0, VERSION_CHARS) }
  }
  return {
    thank(sale) {
      last = charged(ports, sale, savedOf(sale.saleId))
    },
    api: {
      async customerView({ seen }) {
        // One screen looks: whoever asked before is answered.
        const mine = ++asking
        const endMs = clock.monotonicMs() + WAIT_MS_MAX
        for (;;) {
          const screen = look()
          const isOver =
            mine !== asking || store.ended.signal.aborted || clock.monotonicMs() >= endMs
          if (screen.version !== seen || isOver) return screen
          await pause(clock, LOOK_MS, store.ended.signal)
        }
      },
      customerPicture: pictures.asAddress,
      saveCustomerPicture: ({ picture }, _, who) => pictures.save(picture, who),
    },
  }
}

/** The change first: the code comes when it is drawn, and one that cannot be drawn is none. */
function charged(
  { store, clock, encodeQr }: CustomerDisplayPorts,
  sale: CommittedSale,
  savedClp: Clp,
): Charged {
  const made: Charged = { sale, savedClp, atMs: clock.monotonicMs(), code: null }
  const address = store.pages.addressOf(sale.saleId)
  const keep = (code: ScreenCode | null) => {
    made.code = code
  }
  if (address !== null) void drawCode(encodeQr, address).then(keep, () => keep(null))
  return made
}

/** Of a sale that was charged, read where it stands. */
function createReadings(db: TillDatabase) {
  const saved = db
    .prepare<[SaleId], Clp>(`SELECT ${savedClp('s')} FROM sale s WHERE s.id = ?`)
    .pluck()
  const folio = db
    .prepare<[SaleId], number>('SELECT folio FROM receipt WHERE sale_id = ? AND folio IS NOT NULL')
    .pluck()
  return {
    savedOf: (saleId: SaleId): Clp => saved.get(saleId) ?? clp(0),
    documentOf({
      saleId,
      documentType,
      documentedBy,
      soldOffline,
    }: CommittedSale): ChargedDocument {
      if (documentedBy === 'voucher') return { kind: 'voucher' }
      const found = folio.get(saleId)
      if (found !== undefined)
        return { kind: 'issued', name: DOCUMENT_NAMES[documentType], folio: found }
      return { kind: soldOffline ? 'provisional' : 'coming' }
    },
  }
}

type Manager = Extract<
  ReturnType<Staff['settingsRight']['manager']>,
  { readonly ok: true }
>['value']

/** The shop's own, else the logo on its papers. Kept with the settings, and copied with them. */
function createPictures({ db, staff, printers, settings, ids, journal }: DisplayStore) {
  const select = db
    .prepare<[], string>("SELECT value_json FROM setting WHERE key = 'customer-picture'")
    .pluck()
  const put = db.prepare(`INSERT INTO setting (key, value_json) VALUES ('customer-picture', ?)
    ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json`)
  const read = () => {
    const json = select.get()
    return json === undefined
      ? null
      : (JSON.parse(json) as { readonly id: string; readonly picture: string } | null)
  }
  let own = read()
  const logo = () => printers.logoOf(settings.read().printerId)
  return {
    id: () => own?.id ?? (logo() === null ? null : `logo-${settings.read().printerId}`),
    asAddress(): string | null {
      const bytes = own === null ? logo() : Buffer.from(own.picture, 'base64')
      const type = bytes === null ? null : pictureTypeOf(bytes)
      if (bytes === null || type === null) return null
      return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
    },
    save(picture: string | null, { actor, approverName }: Manager) {
      const bytes = picture === null ? null : Buffer.from(picture, 'base64')
      const isTooMuch = (bytes?.length ?? 0) > CUSTOMER_PICTURE_BYTES_MAX
      if (bytes !== null && (isTooMuch || pictureTypeOf(bytes) === null))
        return refuse(refusal('LOGO_NOT_VALID', 'picture'))
      const next = picture === null ? null : { id: ids.saleId(), picture }
      db.transaction(() => {
        put.run(JSON.stringify(next))
        staff.audit.write({
          action: 'settings-changed',
          staff: actor,
          approverName,
          detail: changedSecret('customerPicture', next !== null, own !== null),
        })
        journal.append('settings', null, { changed: ['customerPicture'] })
      }).immediate()
      own = next
      journal.publish()
      return ok(null)
    },
  }
}
