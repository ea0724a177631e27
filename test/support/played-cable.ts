/** The wire to a played terminal, as the till has it: what it carries may be lost on the way. */
import type { SerialPortView, WireTrouble } from '#shared/devices/serial-port.ts'
import type { Clock, WireEvents, WirePort } from '#till/kernel/ports.ts'
import { playTerminal, type TerminalPlan } from './played-terminal.ts'

export const TERMINAL_PORT: SerialPortView = {
  path: '/dev/ttyACM0',
  maker: 'Verifone',
  usb: { vendorId: '11ca', productId: '0204', serialNumber: 'V1' },
}
export const TRANSBANK = {
  kind: 'transbank',
  method: 'TC',
  place: { usb: { vendorId: '11ca', productId: '0204', serialNumber: 'V1' } },
} as const

export type Carry = (bytes: Uint8Array, deliver: (bytes: Uint8Array) => void) => void

const WIRE_MS = 5

export function playedCable(clock: Pick<Clock, 'after'>, plan: Partial<TerminalPlan> = {}) {
  let events: WireEvents | null = null
  let isPlugged = true
  const cable = {
    /** What becomes of bytes under way; another for another weather. */
    toTill: ((bytes, deliver) => clock.after(WIRE_MS, () => deliver(bytes))) as Carry,
    toTerminal: ((bytes, deliver) => clock.after(WIRE_MS, () => deliver(bytes))) as Carry,
    /** Once whoever opened it was told that it is open. */
    openings: [] as string[],
    ports: [TERMINAL_PORT] as readonly SerialPortView[],
    trouble: 'absent' as WireTrouble,
  }
  const terminal = playTerminal(
    clock,
    (bytes) => {
      if (isPlugged) cable.toTill(bytes, (arrived) => isPlugged && events?.onBytes(arrived))
    },
    plan,
  )
  const wires: WirePort = {
    list: async () => (isPlugged ? cable.ports : []),
    open({ path }, listener) {
      let isOver = false
      const gone = () => {
        if (!isOver) listener.onGone(cable.trouble)
        isOver = true
      }
      clock.after(1, () => {
        if (isOver) return
        if (!isPlugged) return gone()
        events = { ...listener, onGone: gone }
        listener.onOpen?.()
        cable.openings.push(path)
      })
      return {
        send(bytes) {
          if (!isOver && isPlugged && events !== null)
            cable.toTerminal(bytes, (arrived) => isPlugged && terminal.receive(arrived))
        },
        async close() {
          isOver = true
          events = null
        },
      }
    },
  }
  return Object.assign(cable, {
    wires,
    terminal,
    /** Arrives at the till now, whoever says it. */
    say: (bytes: Uint8Array) => events?.onBytes(bytes),
    pullOut() {
      isPlugged = false
      terminal.unplug()
      const { onGone } = events ?? {}
      events = null
      onGone?.('absent')
    },
    plugIn() {
      isPlugged = true
    },
  })
}

export type PlayedCable = ReturnType<typeof playedCable>
