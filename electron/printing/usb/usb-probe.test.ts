import { describe, expect, it } from 'vitest'
import { probeUsbPrinter } from './usb-probe.ts'
import type { ChunkResult, UsbPrinter } from './usb-printer.ts'

/** A printer that says to each question (its first two bytes) what the table has for it. */
function printerThat(answers: Readonly<Record<string, readonly number[]>>, isStuck = false) {
  const asked: string[] = []
  let said: number[] = []
  const printer: UsbPrinter = {
    write(bytes) {
      const name = Buffer.from(bytes.subarray(0, 2)).toString('hex')
      asked.push(Buffer.from(bytes).toString('hex'))
      said = [...said, ...(answers[name] ?? [])]
      let cancel = (): void => undefined
      const done = new Promise<ChunkResult>((resolve) => {
        if (!isStuck) resolve({ bytesAccepted: bytes.length, error: null, cancelled: false })
        cancel = () => resolve({ bytesAccepted: 0, error: null, cancelled: true })
      })
      return { done, cancel: () => cancel() }
    },
    portTrouble: async () => null,
    listen: () => undefined,
    heard: async (condition) => (condition(Uint8Array.from(said)) ? 'met' : 'over'),
    reportedTrouble: () => undefined,
    softReset: async () => true,
    close: async () => undefined,
  }
  return { printer, asked }
}

describe('what a USB printer answers to', () => {
  it.each([
    [
      'all of it',
      { '1004': [0x12], '1d72': [0x00], '1d61': [0x10, 0, 0, 0] },
      { realTime: true, sensor: true, automatic: true, printed: false },
    ],
    [
      'GS r alone',
      { '1d72': [0x00] },
      { realTime: false, sensor: true, automatic: false, printed: false },
    ],
    ['nothing', {}, { realTime: false, sensor: false, automatic: false, printed: false }],
  ])('%s is heard as it is', async (_, answers, heard) => {
    const { printer, asked } = printerThat(answers)
    expect(await probeUsbPrinter(printer, 5)).toEqual(heard)
    // What it tells by itself is switched off again: nobody listens between two papers.
    expect(asked.at(-1)).toBe('1d6100')
  })

  it('one that does not take the questions has told nothing', async () => {
    expect(await probeUsbPrinter(printerThat({}, true).printer, 5)).toBeNull()
  })
})
