/** One thread of a long simulation: plays its share and tells each history as it ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { simulate, type SimulateOptions } from './simulate.ts'

await simulate({
  ...(workerData as Omit<SimulateOptions, 'onHistory'>),
  onHistory: (report, index) => parentPort?.postMessage({ report, index }),
})
