import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultsOf, roundMeasure, textsOf, WIDTHS } from '../../test/support/paper-samples.ts'
import { sampleReportPaper } from '../../test/support/report-samples.ts'
import { layoutReport, type ReportPaper } from './report-layout.ts'

const text = fc
  .array(
    fc.constantFrom(
      'Depósito',
      'Ñandú',
      '$999.999.999.999',
      'electroencefalografista'.repeat(3),
      'a',
    ),
    { maxLength: 8 },
  )
  .map((words) => words.join(' '))
const anyReport: fc.Arbitrary<ReportPaper> = fc.record({
  widthMm: fc.constantFrom(...WIDTHS),
  heading: text,
  title: text,
  shopName: text,
  shopRut: text,
  date: fc.constant('2026-11-20'),
  about: fc.array(fc.record({ label: text, value: text }), { maxLength: 6 }),
  sections: fc.array(
    fc.record({
      title: text,
      remark: text,
      rows: fc.array(
        fc.record({
          kind: fc.constantFrom('amount' as const, 'sum' as const, 'detail' as const),
          label: text,
          value: text,
        }),
        { maxLength: 8 },
      ),
    }),
    { maxLength: 5 },
  ),
  signatures: fc.array(text, { maxLength: 2 }),
})

describe('a report', () => {
  it('keeps every text on the paper and clear of every other, whatever it says', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        expect(faultsOf(layoutReport(report, roundMeasure))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it.each(WIDTHS)('is no tax document, and says so, on %i mm', (widthMm) => {
    for (const kind of ['X', 'Z'] as const) {
      const texts = textsOf(layoutReport(sampleReportPaper(kind, widthMm), roundMeasure)).map(
        (item) => item.text,
      )
      expect(texts).toContain('No es documento tributario')
      expect(texts.join(' ')).toContain(
        kind === 'Z' ? 'CIERRE DEL TURNO 318' : 'TURNO 318, ABIERTO',
      )
    }
  })
})
