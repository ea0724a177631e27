import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createTcpTransport, TCP_TIMES } from './tcp-transport.ts'
import { ownAddresses, searchNetwork } from './network-search.ts'

let server: Server | undefined

afterEach(() => server?.close())

/** Linux answers on every address that begins with 127, as a network of 254 machines would. */
describe.skipIf(process.platform !== 'linux')('the search for network printers', () => {
  async function listenOn(address: string): Promise<number> {
    const opened = createServer()
    server = opened
    await new Promise<void>((resolve) => opened.listen(0, address, resolve))
    return (opened.address() as AddressInfo).port
  }

  it('finds who listens on the raw port of the same network, and nobody else', async () => {
    const port = await listenOn('127.0.20.77')
    expect(await searchNetwork(['127.0.20.5'], port, 20_000)).toEqual(['127.0.20.77'])
    expect(await searchNetwork(['127.0.21.5'], port, 20_000)).toEqual([])
    expect(await searchNetwork(['127.0.20.77'], port, 20_000)).toEqual([])
  })

  it('is made only when it is asked for, and names printers as those that are added by hand', async () => {
    let searches = 0
    const transport = createTcpTransport(TCP_TIMES, () => {
      searches += 1
      return Promise.resolve(['192.168.1.50'])
    })
    expect(await transport.discover({ network: false })).toEqual([])
    expect(searches).toBe(0)
    expect(await transport.discover({ network: true })).toMatchObject([
      {
        id: 'tcp-192-168-1-50-9100',
        name: 'Red 192.168.1.50',
        transport: { kind: 'tcp', host: '192.168.1.50', port: 9100 },
        widthMm: 80,
      },
    ])
  })

  it('never leaves the networks of the shop', () => {
    expect(ownAddresses().filter((address) => !/^(10|172|192)\./.test(address))).toEqual([])
  })
})
