import { request } from 'node:http'
import { expect, it } from 'vitest'
import { Hono } from 'hono'
import type { ServiceSettings } from '../parts/parts.ts'
import { listen } from '../server.ts'
import { ownAddress } from './own-address.ts'

type Settings = Pick<ServiceSettings, 'pages' | 'isBehindProxy'>

/** What it answers to a request with these headers, and where it listens. */
async function asked(settings: Settings, headers: Record<string, string>) {
  const app = new Hono().get('/', (c) => c.text(ownAddress(c, settings)))
  const server = await listen((sent, env) => Promise.resolve(app.fetch(sent, env as object)), 0)
  if (!server.ok) throw new Error(server.refusal.code)
  const { baseUrl, close } = server.value
  const told = await new Promise<string>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: new URL(baseUrl).port, headers }, (answer) =>
      answer.once('data', (text: Buffer) => resolve(text.toString())),
    )
    sent.once('error', reject)
    sent.end()
  })
  await close()
  return { told, baseUrl }
}

const alone = { pages: null, isBehindProxy: false }
const behindProxy = { pages: null, isBehindProxy: true }
const ofProxy = { Host: '10.0.0.7:8081', 'X-Forwarded-Host': 'dte.tienda.cl' }

it('the address of a logo is where the request came in, whatever Host it claims', async () => {
  for (const headers of [{ Host: 'evil.example' }, { ...ofProxy, 'X-Forwarded-Proto': 'https' }]) {
    const { told, baseUrl } = await asked(alone, headers)
    expect(told).toBe(baseUrl)
  }
})

it('behind a proxy it is the address the proxy was asked by', async () => {
  const { told } = await asked(behindProxy, { ...ofProxy, 'X-Forwarded-Proto': 'https' })
  expect(told).toBe('https://dte.tienda.cl')
  expect((await asked(behindProxy, { Host: 'dte.tienda.cl' })).told).toBe('https://dte.tienda.cl')
})

it('a public address comes first, and what is no address of anybody is never handed on', async () => {
  const pages = { publicAddress: 'https://boletas.tienda.cl/dte', days: 30 }
  expect((await asked({ ...behindProxy, pages }, ofProxy)).told).toBe(pages.publicAddress)
  const { told, baseUrl } = await asked(behindProxy, { Host: 'x', 'X-Forwarded-Host': 'a"><b' })
  expect(told).toBe(baseUrl)
})
