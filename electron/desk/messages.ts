import { isWhatsappLink } from '#shared/customers/whatsapp.ts'
import type { Electron } from './electron-module.ts'

/**
 * Opens a message for WhatsApp with what the system has for it, and nothing else: this is the only
 * way out of the till's window. `fillsScreen`: then nobody would come back, and nothing is opened.
 */
export function messagesOf({ shell }: Pick<Electron, 'shell'>, fillsScreen: () => boolean) {
  return {
    canOpen: async () => !fillsScreen(),
    async open(address: string) {
      if (fillsScreen() || !isWhatsappLink(address)) return false
      return shell.openExternal(address).then(
        () => true,
        () => false,
      )
    },
  }
}
