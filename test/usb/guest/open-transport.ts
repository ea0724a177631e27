import { forkUsbHost } from '#printing/usb/usb-process.ts'
import { createUsbTransport } from '#printing/usb/usb-transport.ts'
import type { Transport } from '#printing/transport.ts'
import { TIMES } from './lab-bench.ts'
import { packagedUsb } from './packaged-usb.ts'
import type { TransportOptions } from './lab-bench.ts'

/** Built beside this file: see build-guest.ts. */
const HOST = new URL('./usb-host.js', import.meta.url)

/** The real transport with the real process, only with less patience. */
export function openTransport({
  uid,
  pids,
  times,
  pingTimeoutMs,
  packaged,
}: TransportOptions = {}): Transport {
  const fork =
    packaged === undefined
      ? forkUsbHost(HOST, uid === undefined ? {} : { uid })
      : packagedUsb(packaged)
  return createUsbTransport({
    times: times ?? TIMES,
    // The lab is slower than any till; a frozen process is told by its silence all the same.
    pingTimeoutMs: pingTimeoutMs ?? 40_000,
    startTimeoutMs: 120_000,
    spawn: (events) => {
      const started = fork(events)
      if (started.pid !== undefined) pids?.push(started.pid)
      return started
    },
    log: () => undefined,
  })
}
