import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listenAsLastTime, rememberPort } from './last-port.ts'
import { serveLoopback, type LoopbackServer } from './loopback-server.ts'

let folder: string
let file: string
const open: LoopbackServer[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-port-'))
  file = join(folder, 'port')
})
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function listen(): Promise<LoopbackServer> {
  const server = await listenAsLastTime(file, (port) =>
    serveLoopback({ port, token: 'token', handle: async () => new Response('inside') }),
  )
  open.push(server)
  return server
}

it('takes the port of the last time, and another one when that is taken', async () => {
  const first = await listen()
  await first.close()
  rememberPort(file, first.port)
  expect((await listen()).port).toBe(first.port)
  rememberPort(file, first.port)
  expect((await listen()).port).not.toBe(first.port)
})

it('does not take it again after an end that was not orderly', async () => {
  const first = await listen()
  rememberPort(file, first.port)
  await first.close()
  await (await listen()).close()
  const asked: number[] = []
  await listenAsLastTime(file, async (port) => asked.push(port))
  expect(asked).toEqual([0])
})

it.each(['', 'nonsense', '80', '70000', '-1', '1.5'])(
  'takes any port when what it kept is «%s»',
  async (kept) => {
    writeFileSync(file, kept)
    expect((await listen()).port).toBeGreaterThan(1_023)
  },
)

it('ends also where the port cannot be kept', () => {
  expect(() => rememberPort(join(folder, 'no', 'such', 'folder'), 50_000)).not.toThrow()
})

it('passes on what is not about the port', async () => {
  writeFileSync(file, '50000')
  await expect(
    listenAsLastTime(file, () => Promise.reject(new Error('no network'))),
  ).rejects.toThrow('no network')
})
