/** Of what speed the machine is, in the two things that machines differ in most. */

const PAGE_BYTES = 4_096
const PAGES = 16_384
const STEPS = 30_000_000

/**
 * A page of memory touched for the first time cost 12 microseconds in a machine within a machine,
 * where starting a thread with its memory, a window or a program is slower than a loop says.
 */
function pageFaultUs(): number {
  const startedMs = performance.now()
  const memory = Buffer.allocUnsafeSlow(PAGE_BYTES * PAGES)
  for (let at = 0; at < memory.length; at += PAGE_BYTES) memory[at] = 1
  return ((performance.now() - startedMs) * 1_000) / PAGES
}

/** Of additions and multiplications that each wait for the one before. */
function stepNs(): number {
  const startedMs = performance.now()
  let sum = 0
  for (let at = 0; at < STEPS; at += 1) sum = (sum * 31 + at) | 0
  // Asked, so that it is computed.
  if (sum === 1) return 0
  return ((performance.now() - startedMs) * 1_000_000) / STEPS
}

/** One line, for a table whose figures are of this machine. */
export function machineTold(): string {
  return `this machine: ${pageFaultUs().toFixed(2)} µs for a page of memory, ${stepNs().toFixed(1)} ns for a step of a loop`
}
