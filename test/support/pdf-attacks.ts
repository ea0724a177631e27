/** PDFs of some hundred bytes that ask for gigabytes, and whole ones with a few bytes changed. */
import { deflateSync } from 'node:zlib'
import type { Dice } from '../sim/dice.ts'

const stream = (entries: string, content: string | Buffer): Buffer => {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1')
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ])
}

/** A PDF with a table that is right, so that both engines take it for whole. */
export function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n', 'latin1')]
  const offsets: string[] = []
  let at = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(at).padStart(10, '0')} 00000 n \n`)
    add(Buffer.from(`${index + 1} 0 obj\n`))
    add(Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1'))
    add(Buffer.from('\nendobj\n'))
  }
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const tail = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table + tail, 'latin1')])
}

const page = (
  content: string,
  resources: string,
  others: readonly (string | Buffer)[],
  box = '0 0 200 300',
): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << ${resources} >> >>`,
    stream('', content),
    ...others,
  ])

const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 9 })
const image = (side: number, space: string, bits: number, data: Buffer): Buffer =>
  stream(
    `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /${space} /BitsPerComponent ${bits} /Filter /FlateDecode`,
    data,
  )
const form = (inside: number, content: string, box = '0 0 200 300'): Buffer =>
  stream(
    `/Type /XObject /Subtype /Form /BBox [${box}] /Resources << /XObject << /A ${inside} 0 R >> >> /Group << /S /Transparency /I true >>`,
    content,
  )

export const PDF_ATTACKS: Readonly<Record<string, Buffer>> = {
  'a picture of 30,000 by 30,000': page('q 200 0 0 300 0 0 cm /A Do Q', '/XObject << /A 5 0 R >>', [
    image(30_000, 'DeviceGray', 8, zeros(1_000)),
  ]),
  'a picture of two colours, 60,000 by 60,000': page(
    'q 200 0 0 300 0 0 cm /A Do Q',
    '/XObject << /A 5 0 R >>',
    [image(60_000, 'DeviceGray', 1, zeros(1_000))],
  ),
  'a picture of colours, 20,000 by 20,000': page(
    'q 200 0 0 300 0 0 cm /A Do Q',
    '/XObject << /A 5 0 R >>',
    [image(20_000, 'DeviceRGB', 8, zeros(1_000))],
  ),
  'packed four times': page('q 200 0 0 300 0 0 cm /A Do Q', '/XObject << /A 5 0 R >>', [
    stream(
      '/Type /XObject /Subtype /Image /Width 20000 /Height 20000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode /FlateDecode]',
      deflateSync(deflateSync(zeros(400_000_000))),
    ),
  ]),
  'forms that hold each other': page('/A Do', '/XObject << /A 5 0 R >>', [
    form(6, '10 10 20 20 re f /A Do /A Do'),
    form(5, 'q /A Do /A Do Q'),
  ]),
  'a pattern with a tile of a kilometre': page(
    '/Pattern cs /P scn 0 0 200 300 re f',
    '/Pattern << /P 5 0 R >>',
    [
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 900000 900000] /XStep 900000 /YStep 900000 /Resources << >>',
        '0 0 9 9 re f',
      ),
    ],
  ),
  'a pattern of a million tiles': page(
    '/Pattern cs /P scn 0 0 200 300 re f',
    '/Pattern << /P 5 0 R >>',
    [
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.01 /YStep 0.01 /Resources << >>',
        '0 0 1 1 re f',
      ),
    ],
  ),
  'a group as large as a field': page('/A Do', '/XObject << /A 5 0 R >>', [
    form(5, '0 0 9 9 re f', '-900000 -900000 900000 900000'),
  ]),
  'a page of 90 metres': page('0 0 9 9 re f', '', [], '0 0 226 250000'),
  'a square of 5 metres': page('0 0 9 9 re f', '', [], '0 0 14000 14000'),
  'a dash of nothing': page('[0.0001] 0 d 0 0 m 200 300 l S', '', []),
}

/** Without its tail it goes to the careful engine. */
export const torn = (pdf: Buffer): Buffer => pdf.subarray(0, pdf.lastIndexOf('startxref'))

const WORDS = [
  '999999999',
  '-1',
  '0',
  '/A Do ',
  ' re f ',
  '<<',
  '>>',
  '[',
  '(',
  '1e38',
  ' 0 R',
  'stream',
  'endobj',
  '/Length 4294967295',
  '\0',
] as const

/** A few bytes, numbers or words of it changed, doubled or gone. */
export function mutatedPdf(dice: Dice, whole: Buffer): Buffer {
  let pdf = Buffer.from(whole)
  for (let change = dice.between(1, 6); change > 0; change -= 1) {
    const at = dice.between(0, pdf.length - 1)
    const to = Math.min(pdf.length, at + dice.between(1, 40))
    const [before, middle, after] = [pdf.subarray(0, at), pdf.subarray(at, to), pdf.subarray(to)]
    const put = dice.pick([
      () => Buffer.from(dice.bytes(middle.length)),
      () => Buffer.concat([middle, middle]),
      () => Buffer.alloc(0),
      () => Buffer.concat([Buffer.from(dice.pick(WORDS), 'latin1'), middle]),
      () =>
        Buffer.from(
          middle.toString('latin1').replace(/\d/g, () => String(dice.between(0, 9))),
          'latin1',
        ),
    ])
    pdf = Buffer.concat([before, put(), after])
  }
  return pdf
}
