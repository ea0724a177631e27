/** Parked sales of a shop of several tills: here, at another till, and taken up already. */
import type { ParkedSaleView } from '#shared/staff/views.ts'
import { clp, type Clp } from '#shared/money/clp.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { CounterCore } from './counter-core.ts'
import type { Counter } from './counter-driver.ts'
import type { Take } from './gallery.ts'
import { tapProduct } from '../support/tap-product.ts'

const MINUTE_MS = 60_000
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
