/**
 * Half a core for this process's children and theirs, all of them together, as an old machine has
 * it. Linux lends it by a control group; elsewhere, or without the right to make one, there is none
 * and the caller says so.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startedBy } from './process-tree.ts'

/** So short that a wait for the next turn is no frame. */
const TURN_US = 5_000
const CPU_V1 = '/sys/fs/cgroup/cpu'
const CPU_V2 = '/sys/fs/cgroup'

export interface HalfCore {
  /** Whoever runs now; who they start comes along. */
  lend(share: number | 'all'): void
  end(): void
}

export function openHalfCore(): HalfCore | null {
  const isFirst = existsSync(join(CPU_V1, 'cpu.cfs_quota_us'))
  const parent = isFirst ? CPU_V1 : CPU_V2
  const own = groupOf(isFirst ? 'cpu' : '')
  if (own === null) return null
  const home = join(parent, own)
  const group = join(home, `meson-bench-${process.pid}`)
  const quota = (us: number | null) => {
    if (!isFirst) return writeFileSync(join(group, 'cpu.max'), `${us ?? 'max'} ${TURN_US}`)
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(TURN_US))
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(us ?? -1))
  }
  try {
    mkdirSync(group)
    quota(null)
  } catch {
    return null
  }
  return {
    lend(share) {
      for (const { pid } of startedBy(process.pid)) intoGroup(join(group, 'cgroup.procs'), pid)
      quota(share === 'all' ? null : Math.round(TURN_US * share))
    },
    end() {
      for (const pid of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n'))
        if (pid !== '') intoGroup(join(home, 'cgroup.procs'), Number(pid))
      rmdirSync(group)
    },
  }
}

/** One that ended meanwhile is no loss. */
function intoGroup(file: string, pid: number): void {
  try {
    writeFileSync(file, String(pid))
  } catch {}
}

function groupOf(controller: string): string | null {
  if (!existsSync('/proc/self/cgroup')) return null
  const line = readFileSync('/proc/self/cgroup', 'utf8')
    .split('\n')
    .map((each) => each.split(':'))
    .find(([, names]) => (names ?? '').split(',').includes(controller))
  return line?.[2] ?? null
}
