import { parseEscpos } from '#shared/escpos/parse.ts'
import { assert } from '#shared/core/result.ts'
import { languageOf } from './profiles.ts'
import type { Transport } from './transport.ts'

/**
 * A printer of thin air: takes everything at once, and is as strict with unknown bytes as a printer
 * is not.
 */
export function createVirtualTransport(): Transport {
  return {
    send: (printer, bytes) => {
      // Where a practice has one of Star's, nothing of its language is read here.
      if (languageOf(printer) !== 'escpos') return Promise.resolve({ kind: 'accepted' })
      const parsed = parseEscpos(bytes)
      assert(
        parsed.ok,
        `the virtual printer got bytes it does not know${parsed.ok ? '' : ` at ${parsed.refusal.offset}`}`,
      )
      return Promise.resolve({ kind: 'accepted' })
    },
    troubleOf: () => Promise.resolve(null),
    discover: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  }
}
