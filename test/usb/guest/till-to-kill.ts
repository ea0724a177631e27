/** A till in the middle of a paper, started only to be killed. */
import { paper, printer } from './lab-bench.ts'
import { openTransport } from './open-transport.ts'

const pids: number[] = []
const transport = openTransport({ pids })
const sending = transport.send(printer(0), paper(100, 30), {
  signal: new AbortController().signal,
  onTrouble: () => undefined,
})
process.stdout.write(`pid ${pids[0]}\n`)
setInterval(() => undefined, 1_000)
await sending
