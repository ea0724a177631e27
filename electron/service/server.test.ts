import { connect } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { listen, type ListeningServer, type ServerTimes } from './server.ts'

const FOR_EVER_MS = 600_000
const GET = 'GET /x HTTP/1.1\r\nhost: x\r\n\r\n'

let server: ListeningServer | null = null
let asked = 0
let release = () => {}
afterEach(async () => {
  release()
  await server?.close()
})

/** Answers `/slow` once it is released, everything else at once. */
async function start(times: Partial<ServerTimes>): Promise<void> {
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  asked = 0
  const started = await listen(
    async ({ url }) => {
      asked += 1
      if (url.endsWith('/slow')) await released
      return new Response('done')
    },
    0,
    '127.0.0.1',
    times,
  )
  if (!started.ok) throw new Error(started.refusal.code)
  server = started.value
}

/** A client's connection: all that came over it so far, and what is waited for in it. */
async function client() {
  const socket = connect(Number(new URL(server?.baseUrl ?? '').port), '127.0.0.1')
  await once(socket, 'connect')
  let heard = ''
  let isOver = false
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  socket.on('error', () => undefined)
  socket.on('close', () => (isOver = true))
  return {
    send: (text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve())),
    async answer() {
      while (!/\r\n\r\n.*done$/s.test(heard)) await once(socket, 'data')
      const whole = heard
      heard = ''
      return whole
    },
    async end() {
      if (!isOver) await once(socket, 'close')
      return heard
    },
  }
}
const whenAsked = async (times: number) => {
  while (asked < times) await new Promise((resolve) => setImmediate(resolve))
}

describe('the port', () => {
  it('ends a request whose head is half sent when its time is over', async () => {
    await start({ headersMs: 200 })
    const half = await client()
    await half.send('GET /x HTTP/1.1\r\nhost:')
    expect(await half.end()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('answers what is asked of it at its end, and says with it that this is the last', async () => {
    await start({ lingerMs: FOR_EVER_MS })
    const [slow, kept] = [await client(), await client()]
    await kept.send(GET)
    expect(await kept.answer()).toMatch(/connection: keep-alive/i)
    await slow.send(GET.replace('/x', '/slow'))
    await whenAsked(2)
    const over = server?.close()
    // On its way when the end began, over a connection that was kept open.
    await kept.send(GET)
    expect(await kept.answer()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i)
    release()
    expect(await slow.answer()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i)
    await over
  })

  it('does not wait at its end for a head that is half sent, nor for who asks nothing', async () => {
    await start({ headersMs: 200 })
    const [half, silent] = [await client(), await client()]
    await half.send('GET /x HTTP/1.1\r\nhost:')
    await server?.close()
    expect(await silent.end()).toBe('')
    await half.end()
  })

  it('cuts nobody off for what another one half sent', async () => {
    await start({ headersMs: 50 })
    const [slow, half] = [await client(), await client()]
    await slow.send(GET.replace('/x', '/slow'))
    await half.send('GET /x HTTP/1.1\r\nhost:')
    await whenAsked(1)
    const over = server?.close()
    await half.end()
    release()
    expect(await slow.answer()).toMatch(/^HTTP\/1\.1 200 /)
    await over
  })
})
