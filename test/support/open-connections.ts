/** A program that opens connections and says nothing on them. */
import { connect, type Socket } from 'node:net'

export interface OpenConnections {
  /** Answers how many the server has cut so far. */
  readonly cut: () => number
  readonly close: () => void
}

/** Resolves when each of them is connected. */
export async function openConnections(port: number, count: number): Promise<OpenConnections> {
  let cut = 0
  const one = () =>
    new Promise<Socket>((resolve) => {
      const socket: Socket = connect(port, '127.0.0.1', () => resolve(socket))
      socket.on('error', () => {})
      socket.once('close', () => (cut += 1))
      socket.resume()
    })
  const sockets = await Promise.all(Array.from({ length: count }, one))
  return { cut: () => cut, close: () => sockets.forEach((socket) => socket.destroy()) }
}
