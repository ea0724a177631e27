import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSounds } from './beep.ts'

/** What of the browser's own a tone needs. */
class Context {
  static made = 0
  static state = 'running'
  static readonly tones: { onended: () => void }[] = []
  readonly destination = {}
  readonly currentTime = 0
  constructor() {
    Context.made += 1
  }
  suspend() {
    Context.state = 'asleep'
  }
  resume() {
    Context.state = 'running'
  }
  createGain() {
    return { gain: { value: 0 }, connect: () => undefined }
  }
  createOscillator() {
    const tone = {
      frequency: { value: 0 },
      connect: (gain: unknown) => gain,
      start: () => undefined,
      stop: () => undefined,
      onended: () => undefined,
    }
    Context.tones.push(tone)
    return tone
  }
}

/** A window whose quiet moments are called for. */
function openWindow() {
  const quiet: (() => void)[] = []
  const target = new EventTarget() as unknown as Window
  target.requestIdleCallback = (work) => quiet.push(() => work({} as IdleDeadline))
  return { target, rest: () => quiet.splice(0).forEach((work) => work()) }
}

beforeEach(() => {
  Object.assign(Context, { made: 0, state: 'running' })
  Context.tones.length = 0
  vi.stubGlobal('AudioContext', Context)
})
afterEach(() => vi.unstubAllGlobals())

it('makes what plays tones in the quiet after the first touch, once, and lets it sleep', () => {
  const { target, rest } = openWindow()
  createSounds(target)
  rest()
  expect(Context.made).toBe(0)
  target.dispatchEvent(new Event('pointerdown'))
  expect(Context.made).toBe(0)
  rest()
  target.dispatchEvent(new Event('keydown'))
  rest()
  expect([Context.made, Context.state]).toEqual([1, 'asleep'])
})

it('sounds until the last of two tones has ended', () => {
  const { target, rest } = openWindow()
  const sounds = createSounds(target)
  target.dispatchEvent(new Event('keydown'))
  rest()
  sounds.refuse()
  sounds.refuse()
  Context.tones[0]!.onended()
  expect(Context.state).toBe('running')
  Context.tones[1]!.onended()
  expect([Context.made, Context.state]).toEqual([1, 'asleep'])
})
