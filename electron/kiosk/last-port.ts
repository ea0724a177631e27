/** The browser keeps what it compiled of the screens under their address, so the till takes the port it had the last time. */
import { readFileSync, writeFileSync } from 'node:fs'
import { PortInUse } from './loopback-server.ts'

/** Below it ports belong to the system's own services. */
const PORT_MIN = 1_024
const PORT_MAX = 65_535

/** Listens with the port of the last time where it is free, else with any; `asked` is the only one if it is not 0. */
export async function listenAsLastTime<Server extends { readonly port: number }>(
  file: string, asked: number, listen: (port: number) => Promise<Server>,
): Promise<Server> {
  if (asked !== 0) return listen(asked)
  const last = readPort(file)
  const server = await listen(last).catch((error: unknown) => {
    if (last !== 0 && error instanceof PortInUse) return listen(0)
    throw error
  })
  if (server.port !== last) rememberPort(file, server.port)
  return server
}

function readPort(file: string): number {
  try {
    const port = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(port) && port >= PORT_MIN && port <= PORT_MAX ? port : 0
  } catch {
    return 0
  }
}

function rememberPort(file: string, port: number): void {
  try {
    writeFileSync(file, String(port), { mode: 0o600 })
  } catch {
    // A full disk is no reason not to open: the next start compiles the screens once more, that is all.
  }
}
