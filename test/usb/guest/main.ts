/**
 * Runs the cases inside the lab and leaves their results in /run/lab/results.json. The
 * arguments: the packed program, and a part of the names of the cases wanted.
 */
import { writeFileSync } from 'node:fs'
import { CASES } from './cases.ts'
import type { Bench } from './lab-bench.ts'
import { GadgetPrinter } from './gadget-printer.ts'
import { openTransport } from './open-transport.ts'

const CASE_TIMEOUT_MS = 240_000
const [, , packaged = '', wanted = ''] = process.argv

const a = new GadgetPrinter({ socket: 0, serial: 'S123' })
const b = new GadgetPrinter({ socket: 1, serial: 'S456' })
const bench: Bench = { transport: openTransport(), openTransport, a, b, packaged }
await a.plug()
await b.plug()
const results: { name: string; ms: number; error: string | null }[] = []
for (const [name, run] of Object.entries(CASES)) {
  if (!name.includes(wanted)) continue
  for (const gadget of [a, b]) {
    gadget.forget()
    gadget.read()
  }
  const startedAt = performance.now()
  const error = await Promise.race([
    run(bench).then(
      () => null,
      (reason: unknown) =>
        reason instanceof Error ? (reason.stack ?? reason.message) : String(reason),
    ),
    new Promise<string>((resolve) =>
      setTimeout(() => resolve('took too long'), CASE_TIMEOUT_MS).unref(),
    ),
  ])
  results.push({ name, ms: Math.round(performance.now() - startedAt), error })
  console.log(
    error === null ? 'ok' : 'FAILED',
    Math.round(performance.now() - startedAt),
    name,
    error ?? '',
  )
  writeFileSync('/run/lab/results.json', JSON.stringify(results))
}
await bench.transport.close()
process.exit(0)
