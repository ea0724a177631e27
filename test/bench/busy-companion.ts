/**
 * A program that only computes, half of the time, while something else is measured. On a machine of
 * few processors whatever runs beside the service takes some of its speed; this says how much of it
 * is not the till's doing.
 */
import { Worker } from 'node:worker_threads'

/** Works and rests in turns this long: about as a till does that drains a backlog. */
const TURN_MS = 2

const COMPUTING = `
const { workerData: turnMs } = require('node:worker_threads')
let sum = 0
const turn = () => {
  const untilMs = performance.now() + turnMs
  while (performance.now() < untilMs) sum += Math.sqrt(sum + 1)
  setTimeout(turn, turnMs)
}
turn()`

export async function besideCompanion<Value>(measure: () => Promise<Value>): Promise<Value> {
  const companion = new Worker(COMPUTING, { eval: true, workerData: TURN_MS })
  await new Promise((resolve) => {
    companion.once('online', resolve)
  })
  try {
    return await measure()
  } finally {
    await companion.terminate()
  }
}
