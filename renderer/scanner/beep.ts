/** A short low tone for a bad scan: the cashier looks at the goods, not at the screen. */
const TONE_HZ = 196
const TONE_SECONDS = 0.22
const TONE_GAIN = 0.18
/** Longest time after the first touch before what plays tones is made. */
const PREPARED_AFTER_MS = 1_000

export interface Sounds {
  refuse(): void
}

/**
 * `touched` hears the first key or touch, before which browsers allow no sound. What plays is made
 * in the quiet after it, so that the first bad scan does not wait for it, and sleeps between tones.
 */
export function createSounds(touched: Window): Sounds {
  let made: AudioContext | null = null
  let playing = 0
  const rest = () => {
    made ??= new AudioContext()
    if (playing === 0) void made.suspend()
  }
  const prepare = () => {
    touched.removeEventListener('pointerdown', prepare)
    touched.removeEventListener('keydown', prepare)
    touched.requestIdleCallback(rest, { timeout: PREPARED_AFTER_MS })
  }
  touched.addEventListener('pointerdown', prepare)
  touched.addEventListener('keydown', prepare)
  return {
    refuse() {
      const context = (made ??= new AudioContext())
      void context.resume()
      const oscillator = context.createOscillator()
      const gain = context.createGain()
      oscillator.type = 'square'
      oscillator.frequency.value = TONE_HZ
      gain.gain.value = TONE_GAIN
      oscillator.connect(gain).connect(context.destination)
      oscillator.start()
      oscillator.stop(context.currentTime + TONE_SECONDS)
      playing += 1
      oscillator.onended = () => {
        playing -= 1
        rest()
      }
    },
  }
}
