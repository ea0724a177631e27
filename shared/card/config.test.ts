import { describe, expect, it } from 'vitest'
import type { SerialPortView } from '../devices/serial-port.ts'
import { checkCardTerminal, placeOf, portOf } from './config.ts'

const usb = (serialNumber: string | null) => ({ vendorId: '11ca', productId: '0204', serialNumber })
const port = (path: string, serialNumber: string | null): SerialPortView => ({
  path,
  maker: 'Verifone',
  usb: usb(serialNumber),
})
const SCALE: SerialPortView = {
  path: 'COM3',
  maker: 'FTDI',
  usb: { vendorId: '0403', productId: '6001', serialNumber: 'A1' },
}

describe('which port is the terminal', () => {
  it('is the one that says it is it, in whatever socket', () => {
    const chosen = placeOf(port('COM4', 'V1'))
    expect(portOf(chosen, [SCALE, port('COM4', 'V1')])).toMatchObject({ value: 'COM4' })
    expect(portOf(chosen, [port('COM9', 'V1'), SCALE])).toMatchObject({ value: 'COM9' })
  })

  it('is never another one of its kind, nor one of two that nobody tells apart', () => {
    expect(portOf(placeOf(port('COM4', 'V1')), [SCALE, port('COM4', 'V2')])).toMatchObject({
      refusal: 'absent',
    })
    const nameless = placeOf(port('COM4', null))
    expect(portOf(nameless, [port('COM4', null)])).toMatchObject({ value: 'COM4' })
    expect(portOf(nameless, [port('COM4', null), port('COM5', null)])).toMatchObject({
      refusal: 'ambiguous',
    })
  })

  it('is a port by its name alone where it says nothing of itself, and no file of the disk', () => {
    expect(placeOf({ path: 'COM1', maker: null })).toEqual({ path: 'COM1' })
    const at = (path: string) =>
      checkCardTerminal({ kind: 'transbank', method: 'TC', place: { path } }).ok
    expect([at('/dev/ttyS0'), at('COM1'), at('/etc/passwd'), at('/dev/../etc/passwd')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
