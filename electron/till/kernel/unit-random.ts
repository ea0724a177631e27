import type { Randomness } from './ports.ts'

/** In [0, 1), in steps of 1/256: enough to spread tills that come back together. */
export const unitRandom = (randomness: Randomness): number => (randomness.bytes(1)[0] ?? 0) / 256
