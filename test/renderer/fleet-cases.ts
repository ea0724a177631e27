/** A shop of several tills: what waits at each, and its tills as the owner sees them. */
import { ok } from '#shared/core/result.ts'
import type { FleetView, HubView, OverruledView, ShopTillView } from '#shared/fleet/views.ts'
import type { ParkedSaleView } from '#shared/staff/views.ts'
import { clp, type Clp } from '#shared/money/clp.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { CounterCore } from './counter-core.ts'
import type { Counter } from './counter-driver.ts'
import type { Take } from './gallery.ts'
import { tapProduct } from '../support/tap-product.ts'
import { wallClockMs } from '../support/wall-clock.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const OTHER = 'Caja del fondo'

/** Numbers are each till's own: two tills may both have a 2. */
export function parkedOfShop(now: EpochMs): readonly ParkedSaleView[] {
  const ago = (minutes: number) => (now - minutes * MINUTE_MS) as EpochMs
  const sale = (number: number, name: string, total: number, minutes: number) => ({
    ...{ id: `${name}-${number}`, number, name, lineCount: 3, totalClp: clp(total) },
    ...{ parkedAt: ago(minutes), parkedBy: 'Camila', taken: '', takenClp: 0 as Clp },
    products: ['Bebida cola 1,5 L retornable', 'Arroz grado 2 grano largo 1 kg'],
  })
  const here = { till: null, taken: null }
  const there = { till: OTHER, taken: null }
  return [
    { ...sale(2, 'Sra. Rosa', 8_370, 4), shop: here },
    { ...sale(3, '', 12_990, 9), shop: here, taken: 'Tarjeta $5.000', takenClp: clp(5_000) },
    { ...sale(2, 'Mesa 4', 24_500, 12), parkedBy: 'Rodrigo', shop: there },
    { ...sale(5, 'Constructora Hermanos Aguirrebengoa', 1_249_900, 31), shop: there },
    { ...sale(4, 'Don Luis', 3_290, 45), shop: { ...here, taken: { till: OTHER, at: ago(2) } } },
  ]
}

export async function showParkedOfShop(counter: Counter<CounterCore>, take: Take): Promise<void> {
  const { alter, world } = counter.till
  alter('parkedSales', () => () => [...parkedOfShop(world.now())])
  // The list is read again when a sale is parked.
  await counter.press('F8')
  await tapProduct(counter.page, 4)
  await counter.press('Shift+F12').find('parked-name').press('Enter').see('parked-count', '4')
  await counter.press('Shift+F8').find('parked-taken')
  await take('parked-of-shop')
  await counter.press('Escape')
  await counter.page.getByTestId('parked-taken').waitFor({ state: 'detached' })
  alter('parkedSales', null)
}

/** This one, one that sells, one that has been off for days, one never seen, and one retired. */
export function tillsOfShop(now: EpochMs): readonly ShopTillView[] {
  const till = (number: number, name: string, seenAgoMs: number | null, isRetired = false) => ({
    ...{ id: `${number}`, number, name, branch: null, isRetired, isHub: number === 2 },
    seenAt: seenAgoMs === null ? null : ((now - seenAgoMs) as EpochMs),
  })
  return [
    till(1, 'Caja de la entrada', 0),
    till(2, OTHER, 40_000),
    { ...till(3, 'Caja de la bodega', 5 * DAY_MS), branch: 'Sucursal Ñuñoa' },
    till(4, 'Caja nueva', null),
    till(5, 'Caja vieja', 90 * DAY_MS, true),
  ]
}

const HUB: HubView = {
  ...{ number: 2, name: OTHER, isOwn: false, isHeard: true, typed: '' },
  addresses: ['192.168.1.20:47113'],
}

export async function showTills(counter: Counter<CounterCore>, take: Take): Promise<void> {
  const { alter } = counter.till
  // How long ago a till was seen is told by the screen's own clock.
  const at = wallClockMs()
  const tills = tillsOfShop(at)
  const [own] = tills
  const overruled: OverruledView = {
    ...{ seq: 1, kind: 'product', name: 'Pan marraqueta', field: 'price_clp' },
    ...{ lost: 2_290, won: 2_490, byNumber: 2, reason: 'LATER', at },
  }
  const together: FleetView = {
    ...{ state: 'together', till: own ?? null, barredCode: null, heardAt: at },
    people: 'shared',
    ...{ toSend: 0, toWrite: 0, overruled: [] },
    ...{ hub: null, missedHub: null, asksKey: true },
  }
  const views = {
    together,
    overruled: { ...together, toSend: 12, overruled: [overruled] },
    barred: { ...together, state: 'barred', barredCode: 'TILL_RETIRED' },
    'hub-heard': { ...together, hub: HUB },
    'hub-away': { ...together, hub: { ...HUB, isHeard: false, typed: '192.168.1.20' } },
    'hub-missed': { ...together, missedHub: { ...HUB, since: (at - 3_600_000) as EpochMs } },
    'hub-own': { ...together, hub: { ...HUB, number: 1, name: 'Caja de la entrada', isOwn: true } },
  } as const satisfies Record<string, FleetView>
  alter('shopTills', () => async () => ok([...tills]))
  for (const [name, view] of Object.entries(views)) {
    alter('fleet', () => () => ok(view))
    await counter.press('F8', 'F10').tap('settings-nav-tills').find('shop-till-5')
    await take(`tills-${name}`)
  }
  alter('fleet', () => () => ok(together))
  await counter.press('F8', 'F10').tap('settings-nav-tills', 'retire-till-3').find('retire-now')
  await take('tills-retiring')
  alter('fleet', null)
  alter('shopTills', null)
  await counter.press('F8')
}
