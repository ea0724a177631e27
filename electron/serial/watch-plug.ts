import { stat } from 'node:fs/promises'

const WATCH_MS = 1_000

/**
 * Pulled out on Linux, a port reads as empty for ever, and the library (13.0.0) reads again at
 * once, for ever: a processor at full load and no word of it. So its device file is watched: gone,
 * or another one by the same name.
 */
export function watchPlug(path: string, onPulled: () => void): () => void {
  if (!path.startsWith('/')) return () => {}
  const look = () =>
    stat(path).then(
      ({ ino, rdev }) => `${ino} ${rdev}`,
      () => null,
    )
  const first = look()
  const timer = setInterval(() => {
    void Promise.all([first, look()]).then(([before, now]) => {
      if (now !== null && now === before) return
      clearInterval(timer)
      onPulled()
    })
  }, WATCH_MS)
  return () => clearInterval(timer)
}
