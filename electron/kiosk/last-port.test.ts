import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listenAsLastTime } from './last-port.ts'
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

async function listen(asked = 0, from = file): Promise<LoopbackServer> {
  const server = await listenAsLastTime(from, asked, (port) =>
    serveLoopback({ port, token: 'token', handle: async () => new Response('inside') }))
  open.push(server)
  return server
}

it('takes the port of the last time, and another one when that is taken', async () => {
  const first = await listen()
  await first.close()
  const again = await listen()
  expect(again.port).toBe(first.port)
  const beside = await listen()
  expect(beside.port).not.toBe(first.port)
  expect(readFileSync(file, 'utf8')).toBe(String(beside.port))
})

it.each(['', 'nonsense', '80', '70000', '-1', '1.5'])('takes any port when what it kept is «%s»', async (kept) => {
  writeFileSync(file, kept)
  expect((await listen()).port).toBeGreaterThan(1_023)
})

it('opens also where the port cannot be kept', async () => {
  expect((await listen(0, join(folder, 'no', 'such', 'folder'))).port).toBeGreaterThan(0)
})

it('takes a port that was asked for, and no other', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  await expect(listen((other.address() as AddressInfo).port)).rejects.toMatchObject({ code: 'PORT_IN_USE' })
  await new Promise((resolve) => other.close(resolve))
})
