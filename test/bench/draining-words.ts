/** What the hand of `draining.bench.ts` and the core it sells at say to each other. */
export interface CoreOrder {
  readonly dataDir: string
  /** Sold before it listens, while nobody answers. */
  readonly backlog: number
  readonly service: { readonly url: string; readonly key: string } | null
}

/** Since the last question. */
export interface CoreTasks {
  /** Turns of the event loop that kept a command waiting. */
  readonly over50Ms: number
  /** Of these, in which the core itself computed as long. */
  readonly computedOver50Ms: number
  readonly longestMs: number
  readonly pendingCount: number
}
