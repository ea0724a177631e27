import { useEffect, useState } from 'react'
import { browserNowMs } from '../bridge/clock.ts'

/**
 * What is over sooner is nobody's business: a colour that comes and goes teaches people not to
 * look.
 */
const AMBER_AFTER_MS = 2_000

/** True once `isSo` has been so for a while without a break; false at once when it is not. */
export function useLasting(isSo: boolean, forMs = AMBER_AFTER_MS): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return setLasted(false)
    const timer = setTimeout(() => setLasted(true), forMs)
    return () => clearTimeout(timer)
  }, [isSo, forMs])
  return isSo && hasLasted
}

/**
 * Whether something that began then has gone on for a while by the clock of this machine; null =
 * nothing began.
 */
export function useOlderThan(atMs: number | null, ageMs = AMBER_AFTER_MS): boolean {
  const [oldAt, setOldAt] = useState<number | null>(null)
  useEffect(() => {
    if (atMs === null) return
    const timer = setTimeout(() => setOldAt(atMs), Math.max(0, ageMs - (browserNowMs() - atMs)))
    return () => clearTimeout(timer)
  }, [atMs, ageMs])
  return atMs !== null && (oldAt === atMs || browserNowMs() - atMs >= ageMs)
}
