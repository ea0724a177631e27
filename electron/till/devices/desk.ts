/** What the owner wants of this machine, told to the program that can do it. */
import type { OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import type { Clock, DeskPort, MessagePort } from '../kernel/ports.ts'
import type { WhatsappPorts } from '../receipts/whatsapp-commands.ts'
import { createPageCommands, type PageCommandPorts } from '../delivery/pages/page-commands.ts'
import { createWhatsappCommands } from '../receipts/whatsapp-commands.ts'
import { createCustomerDisplay, type DisplayStore } from './customer-display.ts'
import type { Handlers } from '../staff/staff-ports.ts'

interface DeskOptions {
  readonly clock: Clock
  readonly desk?: DeskPort
  readonly messages?: MessagePort
  readonly encodeQr?: NonNullable<PageCommandPorts['encodeQr']>
}

export function openDesk(
  options: DeskOptions,
  store: DisplayStore & Omit<WhatsappPorts, keyof DeskOptions>,
  openSale: () => OpenSale | null,
) {
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
    thank: display.thank,
    api: {
      ...display.api,
      ...createPageCommands({ ...store, ...options }),
      ...createWhatsappCommands({ ...store, ...options }),
      desk: async () => ({
        host: desk === undefined ? 'browser' : 'window',
        screens: (await desk?.screens()) ?? [],
      }),
    } satisfies Partial<Handlers>,
    async followAfter<Saved>(saving: Promise<Saved>): Promise<Saved> {
      const saved = await saving
      want()
      return saved
    },
  }
}
