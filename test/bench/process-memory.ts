import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { told } from './process-tree.ts'

/** What is still referred to, after a full collection. */
export function liveHeapMb(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024)
}

export function residentMb(): number {
  return Math.round(process.memoryUsage.rss() / 1024 / 1024)
}

/** Of a process, MB; its files apart: the program, libraries, mapped databases. */
export function pssOf(pid: number) {
  let [all, files] = [0, 0]
  let isFile = false
  for (const line of told(`/proc/${pid}/smaps`).split('\n')) {
    const head = /^[\da-f]+-[\da-f]+ .{4} \S+ \S+ (\d+)/.exec(line)
    if (head !== null) isFile = head[1] !== '0'
    const kb = Number(/^Pss:\s+(\d+)/.exec(line)?.[1] ?? 0)
    all += kb / 1_024
    if (isFile) files += kb / 1_024
  }
  return { all, files }
}
