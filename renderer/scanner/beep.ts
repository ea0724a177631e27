/** A short low tone for a bad scan: the cashier looks at the goods, not at the screen. */
const TONE_HZ = 196
const TONE_SECONDS = 0.22
const TONE_GAIN = 0.18

export interface Sounds {
  refuse(): void
}

export function createSounds(): Sounds {
  let context: AudioContext | null = null
  return {
    refuse() {
      // Made at the first need: browsers allow sound only after a key or touch.
      context ??= new AudioContext()
      const oscillator = context.createOscillator()
      const gain = context.createGain()
      oscillator.type = 'square'
      oscillator.frequency.value = TONE_HZ
      gain.gain.value = TONE_GAIN
      oscillator.connect(gain).connect(context.destination)
      oscillator.start()
      oscillator.stop(context.currentTime + TONE_SECONDS)
    },
  }
}
