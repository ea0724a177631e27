/** Real sockets that say what no well-behaved server says. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { postOnce, PostTimeout } from './post-once.ts'

let server: Server
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  server.close()
})

async function posted(says: (socket: Socket) => void, timeoutMs = 10_000) {
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.once('data', () => says(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const limits = { timeoutMs, answerBytesMax: 100 }
  return postOnce(url, '{}', { headers: {} }, limits).catch((error: unknown) => error)
}
const SWITCHED = 'Upgrade: x\r\nConnection: Upgrade\r\n\r\n'

it('ends with the status when the other side switches to another protocol', async () => {
  const answer = await posted((socket) => socket.write(`HTTP/1.1 101 Switching\r\n${SWITCHED}`))
  expect(answer).toEqual({ status: 101, text: null })
})

it('ends at its deadline whatever came until then, and hangs up', async () => {
  for (const start of ['', 'HTTP/1.1 100 Continue\r\n\r\n', `HTTP/1.1 200 OK\r\n${SWITCHED}`]) {
    let closed = Promise.resolve()
    const answer = await posted((socket) => {
      socket.write(start)
      closed = new Promise((resolve) => socket.once('close', () => resolve()))
    }, 50)
    expect(answer).toBeInstanceOf(PostTimeout)
    await closed
  }
})

it('takes an answer that breaks off or has no end for none, whatever its status', async () => {
  const cut = (socket: Socket, length: number, sent: number) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(sent)}`)
  const whole = await posted((socket) => cut(socket, 5, 5))
  expect(whole).toEqual({ status: 200, text: 'xxxxx' })
  const broken = await posted((socket) => cut(socket, 50, 5) && socket.end())
  expect(broken).toEqual({ status: 200, text: null })
  expect(await posted((socket) => cut(socket, 1_000, 500))).toEqual({ status: 200, text: null })
})

it('rejects with what the connection says', async () => {
  expect(await posted((socket) => socket.destroy())).toMatchObject({ code: 'ECONNRESET' })
})
