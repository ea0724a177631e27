/** What a screen reads first: the shop, its printers, its payment methods. */
import { santiagoDate } from '#shared/time/santiago.ts'
import type { Bootstrap } from '#shared/bridge/views.ts'
import { isReceiptByVoucher } from '#shared/payment/emission.ts'
import { buyerLimitOf } from '#shared/sale/buyer-limit.ts'
import { missingLimitYear } from '#shared/sale/identified-sales.ts'
import type { SetUp } from './settings/set-up.ts'
import type { TillOptions } from './options.ts'
import type { CoreParts } from './core-parts.ts'

export function bootstrapOf(
  { options, store }: Pick<CoreParts, 'options' | 'store'>,
  setUp: SetUp,
): Bootstrap {
  const { catalogue, settings, printers, currentPrinter, shop } = store
  const { registerNumber, paymentMethods, emission, buyerLimits, tips } = settings.read()
  const thisYear = yearNow(options)
  const isDemo = store.purpose === 'practice'
  return {
    shop: shop(),
    registerName: `Caja ${registerNumber}`,
    cashierName: store.staff.cashierName(),
    categories: catalogue.categories(),
    printers: printers.known(),
    printerId: currentPrinter().id,
    paymentMethods: paymentMethods
      .filter((method) => method.isActive)
      .map((method) => ({
        ...method,
        isVoucherTheReceipt: isReceiptByVoucher(method, emission?.model),
      })),
    tips,
    buyerRequiredFromClp: buyerLimitOf(buyerLimits, thisYear),
    isDemo,
    missing: setUp.missing(),
    missingLimitYear: isDemo
      ? null
      : missingLimitYear(buyerLimits, santiagoDate(options.clock.now())),
    ...(isDemo || options.practice === undefined ? {} : { mayPractise: true as const }),
    ...(isDemo && options.ownShop !== undefined ? { mayOpenShop: true as const } : {}),
    version: options.version,
  }
}

export const yearNow = ({ clock }: Pick<TillOptions, 'clock'>) =>
  Number(santiagoDate(clock.now()).slice(0, 4))
