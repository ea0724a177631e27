import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { behindWindow, CUSTOMER_URL } from './behind-window.ts'

const folder = mkdtempSync(join(tmpdir(), 'meson-behind-'))
for (const page of ['index.html', 'customer.html']) writeFileSync(join(folder, page), page)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['till://app/', 'index.html'],
  ['till://app/trpc/commitSale', 'the core'],
  ['till://app/paper/x.png', 'the core'],
  [CUSTOMER_URL, 'customer.html'],
  ['till://cliente/trpc/customerView', 'the core'],
  ['till://cliente/trpc/customerPicture', 'the core'],
  ['till://cliente/trpc/customerView,listReceipts', '{"code":"NOT_FOR_CUSTOMERS"}'],
  ['till://cliente/trpc/listReceipts', '{"code":"NOT_FOR_CUSTOMERS"}'],
  ['till://cliente/trpc/feed', '{"code":"NOT_FOR_CUSTOMERS"}'],
  ['till://cliente/paper/x.png', '{"code":"NOT_FOR_CUSTOMERS"}'],
])('%s is answered by %s', async (url, answer) => {
  const handle = behindWindow(folder, async () => new Response('the core'))
  expect(await (await handle(new Request(url))).text()).toBe(answer)
})
