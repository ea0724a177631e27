import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SCANNER_PAUSE_MS_DEFAULT, SCANNER_PAUSE_MS_MAX } from '#shared/catalogue/scanner-pause.ts'
import {
  forgetOld,
  HEAD_MEMORY_MS,
  LONG_MEAN_MS_MAX,
  NO_SCAN,
  nextScanStep,
  SCAN_CHARS_MAX,
  SCAN_CHARS_MIN,
  SCAN_GAP_MS_MAX,
  SURE_CHARS_MIN,
  SURE_GAP_MS_MAX,
  type ScanOutcome,
} from './scan-detector.ts'

interface Stroke {
  readonly key: string
  readonly gapMs: number
}

/**
 * What a search field with the focus would look up: codes scanned, and what stands in it when Enter
 * is the person's.
 */
function listen(strokes: readonly Stroke[], pauseMs = SCANNER_PAUSE_MS_DEFAULT) {
  let state = NO_SCAN
  let atMs = 10_000
  let field = ''
  const outcomes: ScanOutcome[] = []
  const typed: string[] = []
  const begins: string[] = []
  for (const { key, gapMs } of strokes) {
    atMs += gapMs
    const step = nextScanStep(state, key, atMs, pauseMs)
    state = step.state
    if (step.begins !== null) begins.push(`${step.begins} ${key}`)
    if (step.outcome !== null) outcomes.push(step.outcome)
    if (key === 'Enter' || key === 'Tab') {
      if (step.outcome === null || step.outcome.kind === 'late') typed.push(field)
      field = ''
    } else if (key.length === 1) field += key
  }
  return {
    scans: outcomes.flatMap((outcome) => (outcome.kind === 'scan' ? [outcome.reading.code] : [])),
    outcomes,
    typed,
    begins,
    state,
    atMs,
  }
}

const strokesOf = (text: string, gapMs: number, end = 'Enter'): Stroke[] =>
  [...text, end].map((key) => ({ key, gapMs }))
const character = fc.constantFrom(
  ...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-./+%',
)
const code = fc
  .array(character, { minLength: SCAN_CHARS_MIN, maxLength: SCAN_CHARS_MAX })
  .map((chars) => chars.join(''))
const quickMs = fc.integer({ min: 0, max: SCAN_GAP_MS_MAX })
/** Faster than the fastest typists. */
const slowMs = fc.integer({ min: LONG_MEAN_MS_MAX + 1, max: 2_000 })
const longAgoMs = fc.integer({ min: HEAD_MEMORY_MS + 1, max: 60_000 })

describe('scan detector', () => {
  it('finds every code a scanner sends, at any of its speeds, ended by Enter or Tab', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(code, quickMs, slowMs, fc.constantFrom('Enter', 'Tab')), {
          maxLength: 8,
        }),
        (sent) => {
          const strokes = sent.flatMap(([text, gapMs, pauseMs, end]) =>
            strokesOf(text, gapMs, end).map((stroke, index) =>
              index === 0 ? { ...stroke, gapMs: pauseMs } : stroke,
            ),
          )
          expect(listen(strokes).scans).toEqual(sent.map(([text]) => text))
        },
      ),
    )
  })

  it('takes three figures faster than any hand for a code or what is left of one, never for a quantity or an amount', () => {
    const short = fc
      .array(character, { minLength: SURE_CHARS_MIN, maxLength: SCAN_CHARS_MIN - 1 })
      .map((chars) => chars.join(''))
    fc.assert(
      fc.property(short, fc.integer({ min: 0, max: SURE_GAP_MS_MAX }), (text, gapMs) => {
        expect(listen(strokesOf(text, gapMs)).scans).toEqual([text])
        const slower = strokesOf(text, gapMs).map((stroke, index) =>
          index === 1 ? { ...stroke, gapMs: SURE_GAP_MS_MAX + 1 } : stroke,
        )
        expect(listen(slower).scans).toEqual([])
      }),
    )
  })

  it('never takes a person typing for a scanner', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(character, slowMs)), slowMs, (typed, lastMs) => {
        const strokes = [
          ...typed.map(([key, gapMs]) => ({ key, gapMs })),
          { key: 'Enter', gapMs: lastMs },
        ]
        expect(listen(strokes).scans).toEqual([])
      }),
    )
  })

  it('leaves out what a person typed long before the scan began', () => {
    fc.assert(
      fc.property(code, quickMs, longAgoMs, (text, gapMs, pauseMs) => {
        const strokes = [
          { key: 'x', gapMs: 500 },
          ...strokesOf(text, gapMs).map((stroke, index) =>
            index === 0 ? { ...stroke, gapMs: pauseMs } : stroke,
          ),
        ]
        const { scans, begins } = listen(strokes)
        expect({ scans, begins }).toEqual({
          scans: [text],
          begins: ['code x', `code ${text.charAt(0)}`],
        })
      }),
    )
  })

  it.each([
    ['a burst too short to be a code', strokesOf('12', 5)],
    [
      'a terminator that comes late',
      [...strokesOf('7801234', 5).slice(0, -1), { key: 'Enter', gapMs: 200 }],
    ],
    [
      'an arrow key in the middle',
      [
        ...strokesOf('7801', 5).slice(0, -1),
        { key: 'ArrowLeft', gapMs: 5 },
        { key: 'Enter', gapMs: 5 },
      ],
    ],
    ['more characters than any code has', strokesOf('1'.repeat(SCAN_CHARS_MAX + 1), 5)],
  ])('is not fooled by %s', (_, strokes) => expect(listen(strokes).scans).toEqual([]))

  describe('a scan with a pause in it is one scan or none', () => {
    const figures = fc
      .array(fc.constantFrom(...'0123456789'), { minLength: 3, maxLength: 20 })
      .map((chars) => chars.join(''))
    const strokeMs = fc.integer({ min: 0, max: SURE_GAP_MS_MAX })
    /** The gaps before each key but the first, the terminator's last. */
    const sent = (text: string, gaps: readonly number[]): Stroke[] =>
      [...text, 'Enter'].map((key, index) => ({
        key,
        gapMs: index === 0 ? 5_000 : (gaps[index - 1] ?? 0),
      }))
    const neverAnother = (
      text: string,
      gaps: readonly number[],
      pauseMs = SCANNER_PAUSE_MS_DEFAULT,
    ) => {
      const { scans, typed } = listen(sent(text, gaps), pauseMs)
      for (const found of [...scans, ...typed]) expect(found).toBe(text)
      return scans
    }

    it('as found: ten figures, 45 ms, three more and Enter', () => {
      const keys = [
        ...strokesOf('7801234567', 5).slice(0, -1),
        { key: '1', gapMs: 45 },
        ...strokesOf('04', 5),
      ]
      expect(listen(keys).scans).toEqual(['7801234567104'])
    })

    it('whatever the gaps, up to a second each', () => {
      const anyMs = fc.oneof(strokeMs, fc.integer({ min: 0, max: HEAD_MEMORY_MS }))
      const setMs = fc.integer({ min: SCAN_GAP_MS_MAX + 2, max: SCANNER_PAUSE_MS_MAX })
      fc.assert(
        fc.property(
          figures,
          fc.array(anyMs, { minLength: 20, maxLength: 20 }),
          setMs,
          (text, gaps, pauseMs) => {
            neverAnother(text, gaps, pauseMs)
          },
        ),
        { numRuns: 2_000 },
      )
    })

    it('however long it is gone once three characters have come', () => {
      fc.assert(
        fc.property(
          figures,
          strokeMs,
          fc.nat(),
          fc.integer({ min: 0, max: 600_000 }),
          (text, gapMs, at, goneMs) => {
            const gaps = [...text].map((_, index) =>
              index === 3 + (at % text.length) ? goneMs : gapMs,
            )
            neverAnother(text, gaps)
          },
        ),
        { numRuns: 1_000 },
      )
    })

    it('and one, for every code of six characters and more, while no pause is longer than its shop allows', () => {
      const pauses = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 2 })
      const codes = figures.filter((text) => text.length >= 6)
      const setMs = fc.integer({ min: 100, max: SCANNER_PAUSE_MS_MAX })
      fc.assert(
        fc.property(
          codes,
          fc.integer({ min: 0, max: 8 }),
          pauses,
          fc.nat(),
          setMs,
          (text, gapMs, places, longAt, pauseMs) => {
            const longMs = Math.min(pauseMs, (16 * (text.length - 1)) / (places.length + 1))
            const isPaused = (index: number) =>
              index === longAt % text.length || places.includes(index)
            expect(
              neverAnother(
                text,
                [...text].map((_, index) => (isPaused(index) ? longMs : gapMs)),
                pauseMs,
              ),
            ).toEqual([text])
          },
        ),
        { numRuns: 1_000 },
      )
    })

    it('says what came and how long it took', () => {
      const late = listen([
        ...strokesOf('7801234567', 5).slice(0, -1),
        { key: '1', gapMs: 400 },
        ...strokesOf('04', 5),
      ])
      expect(late.outcomes).toEqual([
        {
          kind: 'cut',
          head: '7801234567',
          tail: '104',
          isHeadTyped: false,
          reading: { code: '7801234567104', strokeMs: 5, pauseMs: 400, end: 'Enter' },
        },
      ])
      const person = listen([
        { key: '5', gapMs: 500 },
        { key: '7', gapMs: 300 },
        ...strokesOf('801234567104', 5),
      ])
      expect(person.outcomes).toMatchObject([
        { kind: 'cut', head: '5', tail: '7801234567104', isHeadTyped: true },
      ])
      expect(person.begins).toEqual(['code 5', 'part 7'])
      const slowEnd = listen([
        ...strokesOf('7801234567104', 5).slice(0, -1),
        { key: 'Enter', gapMs: 400 },
      ])
      expect(slowEnd.outcomes).toMatchObject([
        { kind: 'late', reading: { code: '7801234567104', pauseMs: 400 } },
      ])
    })

    it('and nothing at all when another key came among its characters', () => {
      const { outcomes, scans } = listen([
        ...strokesOf('7801234567', 5).slice(0, -1),
        { key: 'F8', gapMs: 5 },
        ...strokesOf('104', 5),
      ])
      expect([scans, outcomes.map(({ kind }) => kind)]).toEqual([[], ['cut']])
    })

    it('the next one is whole again once the person has done something else', () => {
      const { state, atMs } = listen(strokesOf('7801234567', 5).slice(0, -1))
      expect([
        forgetOld(state, atMs + HEAD_MEMORY_MS).text,
        forgetOld(state, atMs + HEAD_MEMORY_MS + 1),
      ]).toEqual(['7801234567', NO_SCAN])
      expect(
        listen([
          ...strokesOf('7801234567', 5).slice(0, -1),
          { key: 'Backspace', gapMs: 900 },
          ...strokesOf('104', 5),
        ]).scans,
      ).toEqual(['104'])
    })
  })

  it('forgets a word that fingers typed once a person presses something, but no figures and nothing a machine sent', () => {
    const after = (text: string, gapMs: number) => {
      const { state, atMs } = listen(strokesOf(text, gapMs).slice(0, -1))
      return forgetOld(state, atMs + 100).text
    }
    expect([after('azuc', 60), after('7801', 60), after('AZUC', 5)]).toEqual(['', '7801', 'AZUC'])
  })

  it('hears a scanner that is slow all along, as over Bluetooth', () => {
    expect(listen(strokesOf('7801234567104', 45)).scans).toEqual(['7801234567104'])
  })

  it.each(['104', '1234', '99990'])('leaves %s to the fastest hand that types it', (text) => {
    expect(listen(strokesOf(text, LONG_MEAN_MS_MAX + 1))).toMatchObject({
      scans: [],
      outcomes: [],
      typed: [text],
    })
  })

  it('reads through the Shift key that scanners press for capitals', () => {
    const strokes = [
      ...strokesOf('ab', 5).slice(0, -1),
      { key: 'Shift', gapMs: 5 },
      ...strokesOf('CD', 5),
    ]
    expect(listen(strokes).scans).toEqual(['abCD'])
  })
})
