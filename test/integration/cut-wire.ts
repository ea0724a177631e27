/** A TCP wire between two programs that can be cut, and mended. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CutWire {
  readonly port: number
  /** Where it leads; it may be another one from now on. */
  to(port: number): void
  cut(isCut: boolean): void
  close(): Promise<void>
}

export async function startWire(): Promise<CutWire> {
  const open = new Set<Socket>()
  let target = 0
  let isCut = false
  const server = createServer((near) => {
    if (isCut || target === 0) return void near.destroy()
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => one.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const end = () => open.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    to(port) {
      if (port !== target) end()
      target = port
    },
    cut(now) {
      isCut = now
      if (now) end()
    },
    close() {
      end()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
