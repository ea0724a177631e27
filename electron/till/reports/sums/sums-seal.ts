/**
 * The file of sums stands outside the seal of the sales. It is believed only byte for byte as this
 * till left it: a sum that somebody else has written is thrown away and made again from the sales.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'

const KEY_BYTES = 32

export interface SumsSeal {
  /** The file is as it was sealed. One that cannot be read is not. */
  isWhole(): boolean
  /** Everything is in the file itself, and nothing is being written. */
  seal(): void
}

/** Where the file's seal lies; it goes with the file. */
export const sealOfSums = (file: string): string => `${file}.seal`

/** `key` null: the till has no secret, and sums are believed by the thread that made them alone. */
export function createSumsSeal(file: string, key: Uint8Array | null): SumsSeal {
  const own = key ?? randomBytes(KEY_BYTES)
  const digest = () =>
    createHmac('sha256', own).update('report-sums').update(readFileSync(file)).digest()
  return {
    isWhole() {
      try {
        const said = Buffer.from(readFileSync(sealOfSums(file), 'utf8'), 'hex')
        const found = digest()
        return hasNoLog(file) && said.length === found.length && timingSafeEqual(said, found)
      } catch {
        return false
      }
    },
    seal: () => writeFileSync(sealOfSums(file), digest().toString('hex'), { mode: 0o600 }),
  }
}

/** What stands in a log would be read as if it stood in the file. */
function hasNoLog(file: string): boolean {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  return log === undefined || log.size === 0
}
