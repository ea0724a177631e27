/** The till as a sale or return is decided and signed by it, read at that moment. */
import type { ShopView } from '#shared/core/shop.ts'
import type { SaleContext } from '#shared/selling/sale/decide-sale.ts'
import { registerNameOf } from '../settings/register.ts'
import type { Settings } from '../settings/settings.ts'
import type { Staff } from '../staff/staff-ports.ts'

interface ContextStore {
  readonly settings: Settings
  readonly shop: () => ShopView
  readonly staff: Pick<Staff, 'cashierName'>
}

export function registerContext(store: ContextStore, serviceIsDown: boolean) {
  const { registerNumber, paymentMethods, emission, exemptShare, tips, asksPurpose } =
    store.settings.read()
  return {
    ...issuerOf(store),
    registerName: registerNameOf(store),
    registerNumber,
    paymentMethods,
    emission: emission?.model,
    exemptShare,
    tips,
    asksPurpose,
    cashierName: store.staff.cashierName(),
    serviceIsDown,
  }
}

/**
 * Who signs, and where: a branch sends its own address, which the receipt then shows as "Sucursal".
 */
function issuerOf({
  shop,
  settings,
}: Pick<ContextStore, 'shop' | 'settings'>): Pick<SaleContext, 'issuer' | 'branchOffice'> {
  const { rut, legalName, address, commune } = shop()
  const { branchOffice } = settings.read()
  return {
    branchOffice,
    issuer: { rut, legalName, ...(branchOffice === 0 ? {} : { place: { address, commune } }) },
  }
}
