/** The real library on a real terminal of the kernel's; the test is the scale at the other end. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScaleConfig } from '#shared/devices/config.ts'
import { NO_SERIAL, openCable, type SerialCable } from '../../test/support/serial-cable.ts'
import { systemClock } from '../till/adapters/system.ts'
import type { ScalePort } from '../till/kernel/ports.ts'
import { createScale } from './scale.ts'

const TIMES = { askMs: 50, againMs: 100, trialMs: 400 }
const line = (kg: string) => `ST,GS,+${kg.padStart(8)}kg\r\n`
const soon = { timeout: 10_000, interval: 20 }

describe.skipIf(NO_SERIAL !== null)(
  `a scale on a wire${NO_SERIAL === null ? '' : ` (${NO_SERIAL})`}`,
  () => {
    let cable: SerialCable
    let scale: ScalePort
    let stopTalking = () => {}
    const config = (part: Partial<ScaleConfig> = {}): ScaleConfig => ({
      path: cable.path,
      speed: 9_600,
      framing: '8N1',
      protocol: 'lines',
      ...part,
    })
    /** As a scale does: again and again. */
    const keepSaying = (text: string) => {
      stopTalking()
      const timer = setInterval(() => cable.say(text), 40)
      stopTalking = () => clearInterval(timer)
    }
    const says = () => scale.now().says

    beforeEach(async () => {
      cable = await openCable()
      scale = createScale({ clock: systemClock, times: TIMES })
    })
    afterEach(async () => {
      stopTalking()
      await scale.close()
      await cable.close()
    })

    it('says none, then the weight at rest, that it moves, and how old the last weight is', async () => {
      expect(says()).toEqual({ kind: 'none' })
      scale.use(config())
      keepSaying(line('0.350'))
      await expect.poll(says, soon).toEqual({ kind: 'weight', weightMg: 350_000 })
      keepSaying('US,GS,+   0.512kg\r\n')
      await expect.poll(says, soon).toEqual({ kind: 'moving' })
      keepSaying(line('1.200'))
      await expect.poll(says, soon).toEqual({ kind: 'weight', weightMg: 1_200_000 })
      const { lastStable } = scale.now()
      expect(lastStable?.weightMg).toBe(1_200_000)
      expect(lastStable?.ageMs).toBeLessThan(2_000)
      stopTalking()
      await expect.poll(says, soon).toEqual({ kind: 'silent' })
      expect(scale.now().lastStable?.ageMs).toBeGreaterThan(1_500)
    })

    it('says when it is pulled out, without wearing a processor down, and goes on by itself when it is back', async () => {
      scale.use(config())
      keepSaying(line('0.350'))
      await expect.poll(says, soon).toEqual({ kind: 'weight', weightMg: 350_000 })
      stopTalking()
      // In the middle of a word, as a plug is pulled: what is then read is empty, again and again.
      cable.say('ST,GS,')
      await cable.pullOut()
      await expect.poll(says, soon).toEqual({ kind: 'away', trouble: 'SCALE_NOT_FOUND' })
      await expectIdle()
      await cable.plugIn()
      keepSaying(line('0.420'))
      await expect.poll(says, soon).toEqual({ kind: 'weight', weightMg: 420_000 })
    })

    it('asks a scale that answers only when asked, through garbage and a half answer', async () => {
      const asked: number[] = []
      cable.hear((bytes) => {
        asked.push(...bytes)
        if (bytes.includes(0x05)) cable.say(asked.length < 4 ? '\u0002S  0.9' : '\u0006')
        if (bytes.includes(0x11))
          cable.say(`\u0001\u0002S  0.350kg${String.fromCharCode(check('S  0.350kg'))}\u0003\u0004`)
      })
      scale.use(config({ protocol: 'cas-asked' }))
      cable.say(Uint8Array.of(0xff, 0x00, 0x03, 0x39))
      await expect.poll(says, soon).toEqual({ kind: 'weight', weightMg: 350_000 })
      expect(new Set(asked)).toEqual(new Set([0x05, 0x11]))
    })

    it('tries other settings for a moment and goes back to those in use', async () => {
      scale.use(config())
      keepSaying(line('0.350'))
      await expect.poll(says, soon).toEqual({ kind: 'weight', weightMg: 350_000 })
      expect((await scale.tryOut(config({ protocol: 'toledo-asked' }))).says).toEqual({
        kind: 'unclear',
      })
      expect((await scale.tryOut(config({ path: `${cable.path}-none` }))).says).toEqual({
        kind: 'away',
        trouble: 'SCALE_NOT_FOUND',
      })
      expect((await scale.tryOut(config())).says).toEqual({ kind: 'weight', weightMg: 350_000 })
      await expect.poll(says, soon).toEqual({ kind: 'weight', weightMg: 350_000 })
      stopTalking()
      expect((await scale.tryOut(config())).says).toEqual({ kind: 'silent' })
    })

    it('is closed in the middle of anything', async () => {
      scale.use(config())
      scale.use(config({ speed: 19_200 }))
      const trial = scale.tryOut(config())
      await scale.close()
      await trial
      expect(says()).toEqual({ kind: 'none' })
    })
  },
)

it('waits for no port that never closes: neither a try, nor other settings, nor the closing of the till', async () => {
  const opened: string[] = []
  const stuck = createScale({
    clock: systemClock,
    times: { ...TIMES, closeMs: 30, trialMs: 30 },
    open: ({ path }) => {
      opened.push(path)
      return { send: () => undefined, close: () => new Promise(() => undefined) }
    },
  })
  const at = (path: string): ScaleConfig => ({
    path,
    speed: 9_600,
    framing: '8N1',
    protocol: 'toledo-asked',
  })
  stuck.use(at('COM3'))
  expect((await stuck.tryOut(at('COM4'))).says).toEqual({ kind: 'silent' })
  stuck.use(at('COM5'))
  await expect.poll(() => opened, soon).toEqual(['COM3', 'COM4', 'COM3', 'COM5'])
  await stuck.close()
  expect(stuck.now().says).toEqual({ kind: 'none' })
})

it('gives up the tries that still wait when the till is closed', async () => {
  const opened: string[] = []
  const scale = createScale({
    clock: systemClock,
    times: { ...TIMES, trialMs: 100 },
    open: ({ path }) => {
      opened.push(path)
      return { send: () => undefined, close: () => Promise.resolve() }
    },
  })
  const tries = Array.from({ length: 500 }, () =>
    scale.tryOut({ path: 'COM3', speed: 9_600, framing: '8N1', protocol: 'lines' }),
  )
  await scale.close()
  expect((await Promise.all(tries)).at(-1)?.says).toEqual({ kind: 'none' })
  expect(opened.length).toBeLessThan(2)
})

it('lists the ports of this machine, and none is no error', async () => {
  const scale = createScale({ clock: systemClock })
  for (const { path } of await scale.ports()) expect(path).not.toBe('')
  await scale.close()
})

const check = (text: string) => [...text].reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0)

/** Half a second of this process, in processor time: a reader that spins takes all of it. */
async function expectIdle(): Promise<void> {
  const before = process.cpuUsage()
  const beganMs = performance.now()
  await new Promise((resolve) => systemClock.after(500, () => resolve(null)))
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000 / (performance.now() - beganMs)).toBeLessThan(0.5)
}
