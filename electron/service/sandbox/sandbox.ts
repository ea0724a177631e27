/** What the sandbox switch lets a test decide. Without the switch none of this exists. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { SimulatedAuthority } from '../authority/simulated-authority.ts'
import type { Clock } from '../core/ports.ts'
import type { PostWebhook } from '../webhooks/post.ts'

interface Faults {
  latencyMs: number
  /** Share of requests that fail before anything happens, 0 to 1. */
  errorRate: number
  errorStatus: 429 | 500 | 502 | 503
  /** Creations still to be committed and never answered. */
  answersToLose: number
  duplicateDeliveries: boolean
}

export const NO_FAULTS: Faults = {
  latencyMs: 0,
  errorRate: 0,
  errorStatus: 503,
  answersToLose: 0,
  duplicateDeliveries: false,
}

/** A clock that can be set and moved. */
export class SandboxClock implements Clock {
  readonly #base: Clock
  #offsetMs = 0

  constructor(base: Clock) {
    this.#base = base
  }

  now(): EpochMs {
    return (this.#base.now() + this.#offsetMs) as EpochMs
  }

  moveTo(at: EpochMs): void {
    this.#offsetMs = at - this.#base.now()
  }

  advance(ms: number): void {
    this.#offsetMs += ms
  }

  reset(): void {
    this.#offsetMs = 0
  }
}

export interface Sandbox {
  readonly clock: SandboxClock
  readonly authority: SimulatedAuthority
  readonly faults: Faults
}

/** Delivers twice while the sandbox says so: receivers must stand it. */
export function postWithFaults(post: PostWebhook, faults: Faults): PostWebhook {
  return async (target, headers, body) => {
    if (faults.duplicateDeliveries) await post(target, headers, body)
    return post(target, headers, body)
  }
}
