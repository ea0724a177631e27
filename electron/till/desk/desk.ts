/** What the owner wants of this machine, told to the program that can do it. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import type { TillOptions } from '../options.ts'
import type { Store } from '../store.ts'
import { createPageCommands } from '../pages/page-commands.ts'
import { createWhatsappCommands } from '../pages/whatsapp-commands.ts'
import { createCustomerDisplay } from './customer-display.ts'

export function openDesk(options: TillOptions, store: Store, openSale: () => OpenSale | null) {
  const { desk, clock, encodeQr } = options
  const display = createCustomerDisplay({
    store,
    clock,
    openSale,
    ...(encodeQr === undefined ? {} : { encodeQr }),
  })
  const want = () => desk?.want(store.settings.read().desk)
  want()
  return {
    watching: display.watching,
    api: {
      ...display.api,
      ...createPageCommands({ ...store, ...options }),
      ...createWhatsappCommands({ ...store, ...options }),
      desk: async () => ({
        host: desk === undefined ? 'browser' : 'window',
        screens: (await desk?.screens()) ?? [],
      }),
    } satisfies Partial<TillApi>,
    async followAfter<Saved>(saving: Promise<Saved>): Promise<Saved> {
      const saved = await saving
      want()
      return saved
    },
  }
}
