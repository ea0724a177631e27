import { expect, it } from 'vitest'
import { createPdfEngine } from './pdf-engine.ts'
import { isOvergrown, loadPdfium, openWithPdfium } from './pdfium-engine.ts'

const stream = (entries: string, content: string) =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`

function pdfOf(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const tail = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + tail, 'latin1')
}

const pageWith = (...forms: readonly string[]) =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >> >>',
    stream('', '/A Do'),
    ...forms,
  ])
const form = (inside: number, content: string) =>
  stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 200 300] /Resources << /XObject << /A ${inside} 0 R >> >>`,
    content,
  )

/** Two forms, each of which draws the other twice. */
const CYCLE = pageWith(form(6, '10 10 20 20 re f /A Do /A Do'), form(5, 'q /A Do /A Do Q'))
const WHOLE = pageWith(
  stream('/Type /XObject /Subtype /Form /BBox [0 0 200 300]', '10 10 20 20 re f'),
)
const OPTIONS = { dotsPerMm: 8, dots: 576, shrink: 1, threshold: 128 }

it('forms that hold each other take no more memory than a small machine can give, and the next paper has an engine of usual size', async () => {
  const pdfium = await loadPdfium()
  expect(isOvergrown(pdfium)).toBe(false)
  const document = await openWithPdfium(pdfium, CYCLE)
  await document
    .draw(0, { dotsPerPoint: 1, widthDots: 200, heightDots: 300 }, 128)
    .catch(() => undefined)
  expect(pdfium.memoryBytes()).toBeLessThanOrEqual(512 * 1024 * 1024)
  expect(isOvergrown(pdfium)).toBe(true)
}, 60_000)

it('after it other papers are drawn as before', async () => {
  const engine = await createPdfEngine()
  for (const pdf of [WHOLE, CYCLE, WHOLE]) {
    const opened = await engine.open(pdf)
    const drawn = opened.ok ? await opened.value.draw(0, OPTIONS) : opened
    if (pdf === WHOLE) expect(drawn.ok && drawn.value.bits.some((byte) => byte !== 0)).toBe(true)
    if (opened.ok) await opened.value.close()
  }
}, 60_000)
