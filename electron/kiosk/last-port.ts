/**
 * The browser keeps what it compiled of the screens under their address, so the till takes the port
 * it had the last time. Only after an orderly end, with which its window is closed: a window that
 * outlives the till may have asked whoever took the port, and what it was given must not come back
 * under the till's own address.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { PortInUse } from './loopback-server.ts'

/** Below it ports belong to the system's own services. */
const PORT_MIN = 1_024
const PORT_MAX = 65_535

/** Listens with the port of the last time where it is free, else with any. */
export async function listenAsLastTime<Server>(
  file: string,
  listen: (port: number) => Promise<Server>,
): Promise<Server> {
  const last = takePort(file)
  try {
    return await listen(last)
  } catch (error) {
    if (last !== 0 && error instanceof PortInUse) return listen(0)
    throw error
  }
}

/** At the orderly end. */
export function rememberPort(file: string, port: number): void {
  try {
    writeFileSync(file, String(port), { mode: 0o600 })
  } catch {
    // A full disk is no reason not to end: the next start compiles the screens once more, that is
    // all.
  }
}

function takePort(file: string): number {
  try {
    const port = Number(readFileSync(file, 'utf8'))
    rmSync(file)
    return Number.isInteger(port) && port >= PORT_MIN && port <= PORT_MAX ? port : 0
  } catch {
    return 0
  }
}
