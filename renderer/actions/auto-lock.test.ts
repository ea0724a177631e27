import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { TillUi } from '../stores/till-ui.ts'
import { lockWhenIdle } from './auto-lock.ts'

const CAMILA = { id: 's1', name: 'Camila', role: 'cashier' as const }
const MINUTE_MS = 60_000

/** Only what the lock looks at. */
function counter(lockAfterMinutes: number, isOn = true) {
  const lock = vi.fn(async () => staff.setState({ staff: { isOn, current: null } }))
  const staff = createStore<Record<string, unknown>>(() => ({
    staff: { isOn, current: isOn ? CAMILA : null },
    lock,
  }))
  const settings = createStore(() => ({ settings: { lockAfterMinutes } }))
  const payment = createStore(() => ({ phase: 'idle' }))
  const screen = createStore(() => ({ close: () => {} }))
  const ui = {
    staff,
    settings,
    payment,
    screen,
    status: createStore(() => ({})),
    sounds: { refuse: () => {} },
  }
  const target = new EventTarget()
  const touch = () => target.dispatchEvent(new Event('keydown'))
  return {
    ui: ui as unknown as TillUi,
    staff,
    settings,
    payment,
    target: target as unknown as Window,
    touch,
    lock,
  }
}

describe('a counter nobody touches', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('locks after the minutes of the setting, counted from the last touch', () => {
    const { ui, target, touch, lock } = counter(2)
    lockWhenIdle(ui, target)
    vi.advanceTimersByTime(1.5 * MINUTE_MS)
    touch()
    vi.advanceTimersByTime(1.9 * MINUTE_MS)
    expect(lock).not.toHaveBeenCalled()
    vi.advanceTimersByTime(0.2 * MINUTE_MS)
    expect(lock).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(60 * MINUTE_MS)
    expect(lock).toHaveBeenCalledOnce()
  })

  it('stays open without the setting, without people, and after the watch has ended', () => {
    const off = counter(0)
    const nobody = counter(1, false)
    const ended = counter(1)
    lockWhenIdle(off.ui, off.target)
    lockWhenIdle(nobody.ui, nobody.target)
    lockWhenIdle(ended.ui, ended.target)()
    vi.advanceTimersByTime(60 * MINUTE_MS)
    expect([off, nobody, ended].map(({ lock }) => lock.mock.calls.length)).toEqual([0, 0, 0])
  })

  it('begins when the owner turns it on and when somebody signs in again', async () => {
    const { ui, target, settings, staff, lock } = counter(0)
    lockWhenIdle(ui, target)
    settings.setState({ settings: { lockAfterMinutes: 1 } })
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(lock).toHaveBeenCalledOnce()
    staff.setState({ staff: { isOn: true, current: CAMILA } })
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(lock).toHaveBeenCalledTimes(2)
  })

  it('waits for a sale that is being written', () => {
    const { ui, target, payment, lock } = counter(1)
    lockWhenIdle(ui, target)
    payment.setState({ phase: 'committing' })
    vi.advanceTimersByTime(1.5 * MINUTE_MS)
    expect(lock).not.toHaveBeenCalled()
    payment.setState({ phase: 'idle' })
    vi.advanceTimersByTime(MINUTE_MS)
    expect(lock).toHaveBeenCalledOnce()
  })
})
