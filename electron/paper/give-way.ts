import { setPriority } from 'node:os'

/** A third of what a thread without it gets where both want the processor. */
const NICE = 5

/**
 * What this thread does comes after the counter, which somebody looks at. Linux gives a thread a
 * priority of its own; elsewhere it would be the whole process that gives way.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(NICE)
}
