/** What a screen reads first: the shop, its printers, its payment methods. */
import type { Bootstrap } from '#shared/bridge/views.ts'
import { isReceiptByVoucher } from '#shared/selling/payment/emission.ts'
import { buyerLimitOf } from '#shared/selling/sale/buyer-limit.ts'
import { missingLimitYear } from '#shared/selling/sale/identified-sales.ts'
import { counterSettings } from '#shared/settings/rows.ts'
import type { SetUp } from './settings/set-up.ts'
import { yearNow } from './settings/register.ts'
import type { CoreParts } from './serving.ts'

export function bootstrapOf(
  { options, store }: Pick<CoreParts, 'options' | 'store'>,
  setUp: SetUp,
): Bootstrap {
  const { catalogue, settings, printers, currentPrinter, shop } = store
  const current = settings.read()
  const { registerNumber, paymentMethods, emission, buyerLimits } = current
  const thisYear = yearNow(store)
  const isDemo = store.purpose === 'practice'
  const categories = catalogue.categories()
  const examples = options.demoCatalogue.categories.map(({ name }) => name)
  return {
    shop: shop(),
    registerName: `Caja ${registerNumber}`,
    cashierName: store.staff.cashierName(),
    categories,
    ...(categories.length === 0 ? { exampleCategories: examples } : {}),
    printers: printers.known(),
    printerId: currentPrinter().id,
    paymentMethods: paymentMethods
      .filter((method) => method.isActive)
      .map((method) => ({
        ...method,
        isVoucherTheReceipt: isReceiptByVoucher(method, emission?.model),
        // The terminal says its number itself.
        needsReference: method.needsReference && method.id !== current.cardTerminal?.method,
      })),
    ...counterSettings(current),
    buyerRequiredFromClp: buyerLimitOf(buyerLimits, thisYear),
    isDemo,
    missing: setUp.missing(),
    missingLimitYear: isDemo ? null : missingLimitYear(buyerLimits, store.today()),
    ...(isDemo || options.practice === undefined ? {} : { mayPractise: true as const }),
    ...(isDemo && options.ownShop !== undefined ? { mayOpenShop: true as const } : {}),
    version: options.version,
  }
}
