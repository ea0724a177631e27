import { expect, it } from 'vitest'
import type { Electron } from './electron-module.ts'
import { messagesOf } from './messages.ts'

const LINK = 'https://wa.me/56987654321?text=Su%20boleta'

/** An Electron that opens, or has nothing to open it with. */
function opened(fails = false) {
  const addresses: string[] = []
  const shell = {
    openExternal: async (address: string) => {
      if (fails) throw new Error('no program for it')
      addresses.push(address)
    },
  }
  return { electron: { shell } as unknown as Electron, addresses }
}

it('opens a message for WhatsApp, and no other address whoever asks', async () => {
  const { electron, addresses } = opened()
  const messages = messagesOf(electron, () => false)
  expect(await messages.open(LINK)).toBe(true)
  const others = ['file:///etc/passwd', 'https://evil.cl', 'whatsapp://send?phone=1', `${LINK}#x`]
  for (const address of others) expect.soft(await messages.open(address), address).toBe(false)
  expect(addresses).toEqual([LINK])
})

it('opens nothing over a till that fills the screen, and says when nothing was opened', async () => {
  const { electron, addresses } = opened()
  const filled = messagesOf(electron, () => true)
  expect([await filled.canOpen(), await filled.open(LINK)]).toEqual([false, false])
  const without = messagesOf(opened(true).electron, () => false)
  expect([await without.canOpen(), await without.open(LINK)]).toEqual([true, false])
  expect(addresses).toEqual([])
})
