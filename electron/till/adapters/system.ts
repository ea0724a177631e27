import { randomFillSync } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { uptime } from 'node:os'
import { dirname } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Log } from '#shared/core/ports.ts'
import { writeDurably } from '../kernel/durable-files.ts'
import type { Clock, Randomness, SecretStore } from '../kernel/ports.ts'

/** Longest single wait; longer ones are asked for again by their owner. */
const TIMER_MS_MAX = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now() as EpochMs,
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * 1_000,
  after(delayMs, callback) {
    if (delayMs <= 0) {
      // Once what has already arrived has been dealt with; a timer would wait a millisecond at
      // least.
      const turn = setImmediate(callback)
      return () => clearImmediate(turn)
    }
    const timer = setTimeout(callback, Math.min(delayMs, TIMER_MS_MAX))
    return () => clearTimeout(timer)
  },
}

/** Drawn ahead: asking the system for the ten bytes of an id costs more than the id. */
const POOL_BYTES = 4_096
let pool = new Uint8Array()

export const systemRandomness: Randomness = {
  bytes(count) {
    if (count > POOL_BYTES / 4) return randomFillSync(new Uint8Array(count))
    if (pool.length < count) pool = randomFillSync(new Uint8Array(POOL_BYTES))
    const drawn = pool.slice(0, count)
    pool.fill(0, 0, count)
    pool = pool.subarray(count)
    return drawn
  },
}

/** Begins the text of a secret that the operating system has sealed. */
export const SEALED_MARK = 'sealed:'

/** What can be typed again holds up no start: where it cannot be read it counts as not typed. */
export async function loadIfReadable(secrets: SecretStore, log: Log): Promise<string | null> {
  try {
    return await secrets.load()
  } catch (error) {
    log('a kept secret cannot be read', { error: String(error) })
    return null
  }
}

/** Keeps nothing: of a till without a place for it. */
export const NO_STORE: SecretStore = { load: async () => null, save: async () => {} }

/**
 * The API key in a file only its owner can read. Electron puts the operating system's secret store
 * in its place.
 */
export function createFileSecretStore(file: string): SecretStore {
  return {
    async load() {
      try {
        return (await readFile(file, 'utf8')).trim() || null
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async save(secret) {
      if (secret === null) return rm(file, { force: true })
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await rm(`${file}.new`, { force: true })
      // What was sealed under a secret that a power cut took looks as if a thief had been there.
      writeDurably(file, secret)
    },
  }
}
