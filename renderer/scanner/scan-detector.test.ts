import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_SCAN, nextScanStep, SCAN_CHARS_MAX, SCAN_CHARS_MIN, SCAN_GAP_MS_MAX, SURE_CHARS_MIN, SURE_GAP_MS_MAX } from './scan-detector.ts'

interface Stroke {
  readonly key: string
  readonly gapMs: number
}

/** Codes found in a stream of key strokes, and how often a burst began. */
function listen(strokes: readonly Stroke[]): { scans: string[]; begins: number } {
  let state = NO_SCAN
  let atMs = 10_000
  const scans: string[] = []
  let begins = 0
  for (const { key, gapMs } of strokes) {
    atMs += gapMs
    const step = nextScanStep(state, key, atMs)
    state = step.state
    if (step.begins) begins += 1
    if (step.scan !== null) scans.push(step.scan)
  }
  return { scans, begins }
}

const strokesOf = (text: string, gapMs: number, end = 'Enter'): Stroke[] => [...text, end].map((key) => ({ key, gapMs }))
const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-./+%')
const code = fc.array(character, { minLength: SCAN_CHARS_MIN, maxLength: SCAN_CHARS_MAX }).map((chars) => chars.join(''))
const quickMs = fc.integer({ min: 0, max: SCAN_GAP_MS_MAX })
const slowMs = fc.integer({ min: SCAN_GAP_MS_MAX + 1, max: 2_000 })

describe('scan detector', () => {
  it('finds every code a scanner sends, at any of its speeds, ended by Enter or Tab', () => {
    fc.assert(fc.property(fc.array(fc.tuple(code, quickMs, slowMs, fc.constantFrom('Enter', 'Tab')), { maxLength: 8 }), (sent) => {
      const strokes = sent.flatMap(([text, gapMs, pauseMs, end]) =>
        strokesOf(text, gapMs, end).map((stroke, index) => (index === 0 ? { ...stroke, gapMs: pauseMs } : stroke)))
      expect(listen(strokes).scans).toEqual(sent.map(([text]) => text))
    }))
  })

  it('takes three figures faster than any hand for a code or what is left of one, never for a quantity or an amount', () => {
    const short = fc.array(character, { minLength: SURE_CHARS_MIN, maxLength: SCAN_CHARS_MIN - 1 }).map((chars) => chars.join(''))
    fc.assert(fc.property(short, fc.integer({ min: 0, max: SURE_GAP_MS_MAX }), (text, gapMs) => {
      expect(listen(strokesOf(text, gapMs)).scans).toEqual([text])
      const slower = strokesOf(text, gapMs).map((stroke, index) => (index === 1 ? { ...stroke, gapMs: SURE_GAP_MS_MAX + 1 } : stroke))
      expect(listen(slower).scans).toEqual([])
    }))
  })

  it('never takes a person typing for a scanner', () => {
    fc.assert(fc.property(fc.array(fc.tuple(character, slowMs)), slowMs, (typed, lastMs) => {
      const strokes = [...typed.map(([key, gapMs]) => ({ key, gapMs })), { key: 'Enter', gapMs: lastMs }]
      expect(listen(strokes).scans).toEqual([])
    }))
  })

  it('leaves out what was typed before the scan began', () => {
    fc.assert(fc.property(code, quickMs, slowMs, (text, gapMs, pauseMs) => {
      const strokes = [{ key: 'x', gapMs: 500 }, ...strokesOf(text, gapMs).map((stroke, index) => (index === 0 ? { ...stroke, gapMs: pauseMs } : stroke))]
      expect(listen(strokes)).toEqual({ scans: [text], begins: 2 })
    }))
  })

  it.each([
    ['a burst too short to be a code', strokesOf('12', 5)],
    ['a terminator that comes late', [...strokesOf('7801234', 5).slice(0, -1), { key: 'Enter', gapMs: 200 }]],
    ['an arrow key in the middle', [...strokesOf('7801', 5).slice(0, -1), { key: 'ArrowLeft', gapMs: 5 }, { key: 'Enter', gapMs: 5 }]],
    ['more characters than any code has', strokesOf('1'.repeat(SCAN_CHARS_MAX + 1), 5)],
  ])('is not fooled by %s', (_, strokes) => expect(listen(strokes).scans).toEqual([]))

  it('reads through the Shift key that scanners press for capitals', () => {
    const strokes = [...strokesOf('ab', 5).slice(0, -1), { key: 'Shift', gapMs: 5 }, ...strokesOf('CD', 5)]
    expect(listen(strokes).scans).toEqual(['abCD'])
  })
})
