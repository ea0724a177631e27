/**
 * The papers of one printer come in the order of their sales, whatever the order of their PDFs;
 * each waits for an earlier one for three seconds, and for none that does not come by itself.
 */
import { expect, it } from 'vitest'
import type { HttpOutcome } from '../kernel/ports.ts'
import { printedPapers } from '../../../test/support/printed-papers.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, api, honest } = tillPerTest()

const printed = () => printedPapers(fixture)
const pdfOf = (number: number): HttpOutcome => ({
  kind: 'answered',
  status: 200,
  headers: {},
  bodyText: JSON.stringify({
    filename: 'x.pdf',
    content: Buffer.from(`%PDF-1.7 ${number}`).toString('base64'),
    content_type: 'application/pdf',
  }),
})

/** Of a request for the PDF of a document its folio. */
const pdfIn = ({ path }: { readonly path: string }): number | null => {
  const folio = /\/(\d+)\/download-base64\//.exec(path)?.[1]
  return folio === undefined ? null : Number(folio)
}

/** Documents are numbered as they are sold; the PDF of each comes after so long. */
async function sellWithPdfsAfter(...delaysMs: readonly (number | 'refused')[]) {
  fixture.service.answer = (request) => {
    const number = pdfIn(request)
    if (number === null) return honest(request)
    const delayMs = delaysMs[number - 1] ?? 0
    if (delayMs === 'refused') return { kind: 'answered', status: 404, bodyText: '{}', headers: {} }
    if (delayMs === 0) return pdfOf(number)
    return new Promise((resolve) => {
      fixture.clock.after(delayMs, () => resolve(pdfOf(number)))
    })
  }
  await fixture.until(() => api.status().connection === 'online')
  for (const [index] of delaysMs.entries()) {
    sellOf(api, '201')
    await fixture.until(() => fixture.service.requests.some((each) => pdfIn(each) === index + 1))
  }
}
it('is the order of the sales where the earlier PDF comes within three seconds', async () => {
  await sellWithPdfsAfter(2_500, 0, 0)
  await fixture.clock.advance(2_000)
  expect(printed()).toEqual([])
  await fixture.until(() => printed().length === 3)
  expect(printed()).toEqual(['1', '2', '3'])
})

it('is that of the PDFs where the earlier one takes longer: nobody waits more than that', async () => {
  await sellWithPdfsAfter(9_000, 0, 0)
  await fixture.clock.advance(2_000)
  expect(printed()).toEqual([])
  await fixture.clock.advance(1_500)
  expect(printed()).toEqual(['2', '3'])
  await fixture.until(() => printed().length === 3, 30_000)
  expect(printed()).toEqual(['2', '3', '1'])
})

it('the papers that wait come one after the other in their order, too', async () => {
  await sellWithPdfsAfter(2_000, 1_000, 0)
  await fixture.until(() => printed().length === 3)
  expect(printed()).toEqual(['1', '2', '3'])
})

it('nothing waits for one whose slip went out in its place', async () => {
  await sellWithPdfsAfter('refused')
  await fixture.until(() => printed().length === 1, 30_000)
  expect(printed()).toEqual(['slip'])
  sellOf(api, '201')
  await fixture.clock.advance(500)
  expect(printed()).toEqual(['slip', '2'])
})
