import { useEffect } from 'react'

/** Often enough for a number that moves, seldom enough for the counter. */
const LOOK_MS = 500

/**
 * Looks at the core's work: once when it is first asked for and whenever it begins or ends, and
 * again and again as long as the look says that it goes on.
 */
export function useLooks(look: () => Promise<boolean>, isRunning: boolean): void {
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | null = null
    const again = async () => {
      const goesOn = await look()
      if (!isGone && goesOn) timer = setTimeout(() => void again(), LOOK_MS)
    }
    void again()
    return () => {
      isGone = true
      if (timer !== null) clearTimeout(timer)
    }
  }, [look, isRunning])
}
