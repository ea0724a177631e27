/** What this process has started, and what that takes of the processor. Linux: `/proc` says it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

export interface Started {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** Its children and theirs. */
export function startedBy(pid: number, all: readonly Started[] = everything()): Started[] {
  const children = all.filter(({ parent }) => parent === pid)
  return children.flatMap((child) => [child, ...startedBy(child.pid, all)])
}

function everything(): Started[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const [, parent = ''] = /^PPid:\s+(\d+)/m.exec(told(`/proc/${name}/status`)) ?? []
      return { pid: Number(name), parent: Number(parent), command: told(`/proc/${name}/cmdline`) }
    })
}

/** Nothing of a process that has ended meanwhile. */
export function told(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** How often a thread of theirs was given the processor that had waited for something. */
export function wakeUpsOf(pids: readonly number[]): number {
  const threads = pids.flatMap((pid) => {
    const list = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : []
    return list.map((thread) => told(`/proc/${pid}/task/${thread}/status`))
  })
  const waits = threads.map((one) =>
    Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(one)?.[1] ?? 0),
  )
  return waits.reduce((sum, count) => sum + count, 0)
}

/** In the command of a process that shows pages. */
export const RENDERER = '--type=renderer'

type Part = 'page' | 'rest of the browser' | 'core' | 'service'
export type ProcessorMs = Readonly<Record<Part, number>>
const NOTHING: ProcessorMs = { page: 0, 'rest of the browser': 0, core: 0, service: 0 }

/** Of a till of plain Node and the browsers started by this process, so far; zero off Linux. */
export function processorMs(core: number): ProcessorMs {
  const spent = { ...NOTHING }
  for (const started of process.platform === 'linux' ? startedBy(process.pid) : [])
    spent[partOf(started, core)] += spentMsOf(started.pid)
  return spent
}

/** What each of something took. */
export function createSpending(core: number) {
  const spent = new Map<string, { readonly ms: Record<Part, number>; count: number }>()
  return {
    clear: () => spent.clear(),
    async around<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
      const before = processorMs(core)
      const value = await work()
      const after = processorMs(core)
      const all = spent.get(what) ?? { ms: { ...NOTHING }, count: 0 }
      for (const part of Object.keys(after) as Part[]) all.ms[part] += after[part] - before[part]
      all.count += 1
      spent.set(what, all)
      return value
    },
    told: () => [...spent].map(([what, { ms, count }]) => `${what}: ${partsTold(ms, count)}`),
  }
}

export function partsTold(spent: ProcessorMs, count = 1): string {
  const each = Object.entries(spent).map(([part, ms]) => [part, ms / count] as const)
  const all = each.reduce((sum, [, ms]) => sum + ms, 0)
  const list = each.map(([part, ms]) => `${part} ${ms.toFixed(0)}`).join(', ')
  return `${all.toFixed(0)} ms of processor (${list})`
}

function partOf({ pid, parent, command }: Started, core: number): Part {
  if (pid === core) return 'core'
  if (parent === core) return 'service'
  return command.includes(RENDERER) ? 'page' : 'rest of the browser'
}

const TICK_MS = 10

/** Their threads that have ended, too. */
export function spentMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + spentMsOf(pid), 0)
}

/** Pages of memory that they touched for the first time. */
export function pageFaults(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (statOf(pid)[7] ?? 0), 0)
}

function spentMsOf(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13)
  return (user + system) * TICK_MS
}

/** What `/proc/PID/stat` says behind the name of the program. */
function statOf(pid: number): number[] {
  const stat = told(`/proc/${pid}/stat`)
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return words.map(Number)
}
