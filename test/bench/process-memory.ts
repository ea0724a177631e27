import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is still referred to, after a full collection. */
export function liveHeapMb(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024)
}

export function residentMb(): number {
  return Math.round(process.memoryUsage.rss() / 1024 / 1024)
}
