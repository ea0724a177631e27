import { constants, getPriority, setPriority } from 'node:os'

/** A third of what a thread without it gets where both want the processor. */
const NICE = 5

/**
 * What this thread does comes after the counter, which somebody looks at. Linux gives a thread a
 * priority of its own; elsewhere it would be the whole process that gives way. By so much behind
 * where the till is: nobody may go before what he was given, and asking for it ends the thread.
 */
export function giveWay(by = NICE): void {
  const least = constants.priority.PRIORITY_LOW
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + by, least))
}
