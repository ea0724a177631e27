/** What Electron calls powerSaveBlocker. */
interface SleepBlocker {
  readonly start: (type: 'prevent-app-suspension') => number
  readonly stop: (id: number) => unknown
}

/** Receipts that wait for the internet wait for hours: a look now and then is enough. */
const LOOK_EVERY_MS = 5_000

/**
 * The machine does not fall asleep over what is unsent or printing. The screen may go dark. Until
 * the returned function is called.
 */
export function stayAwake(sleep: SleepBlocker, isBusy: () => boolean): () => void {
  let blocker: number | null = null
  const letSleep = () => {
    if (blocker !== null) sleep.stop(blocker)
    blocker = null
  }
  const look = () => {
    if (!isBusy()) letSleep()
    else blocker ??= sleep.start('prevent-app-suspension')
  }
  const looking = setInterval(look, LOOK_EVERY_MS)
  looking.unref()
  look()
  return () => {
    clearInterval(looking)
    letSleep()
  }
}
