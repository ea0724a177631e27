import type { Transport } from './transport.ts'

/** No printer has been chosen: nothing is taken, and that is said. */
export function createNoTransport(): Transport {
  return {
    send: () => Promise.resolve({ kind: 'held', reason: 'PRINTER_NOT_CHOSEN', detail: '' }),
    troubleOf: () => Promise.resolve('PRINTER_NOT_CHOSEN'),
    discover: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  }
}
