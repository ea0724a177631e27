import { request } from 'node:http'
import { expect, it } from 'vitest'
import { Hono } from 'hono'
import { listen } from '../server.ts'
import { ownOrigin } from './companies.ts'

it('the address of a logo is where the request came in, whatever Host it claims', async () => {
  const app = new Hono().get('/', (c) => c.text(ownOrigin(c)))
  const server = await listen((asked, env) => Promise.resolve(app.fetch(asked, env as object)), 0)
  if (!server.ok) throw new Error(server.refusal.code)
  const { baseUrl, close } = server.value
  const said = await new Promise<string>((resolve, reject) => {
    const headers = { Host: 'evil.example' }
    const asked = request({ host: '127.0.0.1', port: new URL(baseUrl).port, headers }, (answer) =>
      answer.once('data', (text: Buffer) => resolve(text.toString())),
    )
    asked.once('error', reject)
    asked.end()
  })
  await close()
  expect(said).toBe(baseUrl)
})
